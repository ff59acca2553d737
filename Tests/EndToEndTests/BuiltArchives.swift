import Foundation

/// The archives of a release with the built programs. All tests of a process share them, because
/// compressing the programs takes ten seconds.
actor BuiltArchives {
  static let shared = BuiltArchives()

  private var folders: [String: Task<String, any Error>] = [:]

  /// Returns the folder with the archives of a version.
  ///
  /// The folder stays when the process ends. `scripts/test` removes it with all other temporary
  /// files.
  ///
  /// - Parameter make: Writes the archives into the folder that it gets. Only the first call for a
  ///   version calls it.
  func folder(
    of version: String, make: @escaping @Sendable (String) async throws -> Void
  ) async throws -> String {
    if let task = folders[version] { return try await task.value }
    let temporary = FileManager.default.temporaryDirectory.path
    let folder = "\(temporary)/bootstrap-test-release-\(getpid())-\(version)"
    let task = Task {
      try await make(folder)
      return folder
    }
    folders[version] = task
    return try await task.value
  }
}
