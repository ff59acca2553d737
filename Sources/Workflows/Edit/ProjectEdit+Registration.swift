package import Diagnostics
package import Projects
package import Selection
internal import Vocabulary

extension ProjectEdit {
  /// Writes the changed files, and records the folder as a user of its tools.
  ///
  /// - Parameters:
  ///   - selector: Finds the pins that take effect in the working directory.
  ///   - observe: Receives notices.
  /// - Returns: Whether a file was written.
  /// - Throws: ``Problem`` if a file cannot be written or the store cannot be used. Nothing is
  ///   written if the store cannot be opened.
  package func write(
    for selector: Selector, observe: @escaping @Sendable (Notice) -> Void
  ) async throws(Problem) -> Bool {
    let registration = try await ProjectRegistration(in: selector.root, observe: observe)
    let isWritten = try write()
    // If a pin file cannot be read now, the next install records the folder.
    if let tools = try? FolderTools(project, selector.pinChain(reading: .pinFiles), for: .current) {
      try await registration.record(project.folder, of: tools)
    }
    return isWritten
  }
}
