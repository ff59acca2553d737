internal import Diagnostics
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
      do throws(FileError) {
        return try appending(name).linkStatus() != nil
      } catch {
        return true
      }
    }
  }

  /// Checks that none of the project's files in this folder is a link to a file that is missing,
  /// which may come back, for example with its disk.
  ///
  /// - Throws: ``SystemProblem/danglingLink(path:target:)``, or the failure of a system call.
  func checkProjectLinks() throws(Problem) {
    for name in Self.projectFiles { try appending(name).checkLink() }
  }

  /// Checks that this is not a link to a file that is missing. See ``checkProjectLinks()``.
  func checkLink() throws(Problem) {
    let target = try mappingFileErrors { () throws(FileError) -> FilePath? in
      guard try linkStatus()?.kind == .link, try !isPresent() else { return nil }
      return try linkTarget()
    }
    if let target { throw .system(.danglingLink(path: string, target: target.string)) }
  }
}
