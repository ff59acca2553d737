import Foundation

/// Archives of a release with the built programs. The tests share them, because compressing takes
/// ten seconds.
actor BuiltArchives {
  static let shared = BuiltArchives()

  private var folders: [String: Task<String, any Error>] = [:]

  /// Returns the folder with the archives of a version.
  ///
  /// The test process does not delete the folder. `scripts/test` deletes all temporary files.
  ///
  /// - Parameter make: Writes the archives to a folder. Called once for each version.
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
