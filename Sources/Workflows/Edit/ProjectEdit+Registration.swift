package import Diagnostics
package import Projects
package import Selection
internal import Vocabulary

extension ProjectEdit {
  /// Writes the changed files, and records the folder as a user of its tools.
  ///
  /// - Parameters:
  ///   - selector: Finds the pins that take effect in the working directory.
  ///   - observe: Receives the notices of ``ProjectRegistration``.
  /// - Returns: Whether a file was written.
  /// - Throws: ``Problem`` if a file cannot be written, or if the store cannot be used. A damaged
  ///   store is reported before anything is written.
  package func write(
    for selector: Selector, observe: @escaping @Sendable (Notice) -> Void
  ) async throws(Problem) -> Bool {
    let registration = try await ProjectRegistration(in: selector.root, observe: observe)
    let isWritten = try write()
    // If a pin file is unreadable, the next install records the folder instead.
    if let tools = try? FolderTools(project, selector.pinChain(reading: .pinFiles), for: .current) {
      try await registration.record(project.folder, of: tools)
    }
    return isWritten
  }
}
