internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Manifests
internal import Projects
internal import Selection
internal import Workflows

/// The Toolfiles of a setup: the project's, and the user's own.
struct SetupParts {
  private let session: Session

  /// Creates the search from the working directory of a session.
  init(_ session: Session) { self.session = session }

  /// Returns the parts, the project's first.
  ///
  /// - Throws: ``FileProblem/noManifest(directory:)`` if there is no Toolfile, or the problem with
  ///   one.
  func all() throws(Problem) -> [SetupRequest.Part] {
    let environment = session.environment
    var parts: [SetupRequest.Part] = []
    let home = environment.path("HOME")
    if let folder = try Project.folder(above: session.workingDirectory, environment),
      !environment.isHome(folder)
    {
      parts.append(try part(folder, isOfHome: false))
    }
    if let home, try Project.folder(above: home, environment) == home {
      parts.append(try part(home, isOfHome: true))
    }
    if parts.isEmpty { _ = try session.projectFolder() }
    return parts
  }

  private func part(_ folder: FilePath, isOfHome: Bool) throws(Problem) -> SetupRequest.Part {
    SetupRequest.Part(try toolfile(in: folder), in: folder, isOfHome: isOfHome)
  }

  /// Returns the Toolfile in a folder, after checking that the lock beside it is valid.
  private func toolfile(in folder: FilePath) throws(Problem) -> Toolfile {
    let path = folder.appending(Toolfile.name)
    if session.selector().hasProjectSeal(folder),
      let toolfile =
        (try? Toolfile.read(at: path, named: session.formatPath(path), in: session.files)) ?? nil
    {
      return toolfile
    }
    return try Project.load(
      folder, in: session.files, session.environment, formatPath: session.formatPath
    ).toolfile
  }
}
