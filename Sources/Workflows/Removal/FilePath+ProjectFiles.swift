internal import Filesystem
internal import Manifests
internal import Selection

// The files of a recorded project.
extension FilePath {
  /// The names of the files in which a project says what it needs.
  fileprivate static let projectFiles = [Toolfile.name, Lockfile.name, ToolVersionFile.name]

  /// Whether this folder has a file that can name tools, or may have one, because it cannot be
  /// examined.
  var mayNameTools: Bool {
    let guests = IdiomaticFile.all.lazy.map(\.name.description)
    return (Self.projectFiles + guests).contains { name in
      do {
        return try appending(name).linkStatus() != nil
      } catch {
        return true
      }
    }
  }
}
