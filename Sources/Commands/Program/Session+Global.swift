package import Diagnostics
package import Filesystem
internal import Manifests
internal import Projects
package import Terminal

extension CommandSyntax.Option {
  /// `--global`, for the commands that work on a Toolfile.
  package static let global = CommandSyntax.Option(
    "--global", "use your own Toolfile, ~/Toolfile, from any directory")
}

// The user's own Toolfile, in the home.
extension Session {
  /// Whether the command works on the user's own Toolfile, wherever it was started.
  package var isGlobal: Bool { Self.isGlobal(arguments) }

  static func isGlobal(_ arguments: ParsedArguments) -> Bool { arguments.has("--global") }

  /// Returns the folder of the nearest Toolfile, or `nil` if there is none. With `--global`, only
  /// the one in the home counts.
  ///
  /// - Throws: ``Problem/system(_:)`` if a folder cannot be inspected.
  package func nearestProjectFolder() throws(Problem) -> FilePath? {
    let folder = try Project.folder(above: workingDirectory, environment)
    return isGlobal && folder != workingDirectory ? nil : folder
  }

  /// Returns the folder of the nearest Toolfile, or `nil` if there is none. Of the user's own
  /// Toolfile, only the home itself and `--global` are the place to edit it: in any other folder,
  /// the user means a project.
  ///
  /// - Throws: ``FileProblem/ownToolfile(directory:toolfile:retry:)`` if the nearest Toolfile is
  ///   the user's own.
  package func nearestFolderToEdit() throws(Problem) -> FilePath? {
    guard let folder = try nearestProjectFolder() else { return nil }
    if folder == workingDirectory || !environment.isHome(folder) { return folder }
    let isOption = options.contains { $0.name == CommandSyntax.Option.global.name }
    throw .project(
      .file(
        .ownToolfile(
          directory: formatAbsolutePath(workingDirectory),
          toolfile: formatAbsolutePath(folder.appending(Toolfile.name)),
          retry: isOption ? retry(appending: ["--global"]) : retry(in: folder))))
  }

  /// Returns the folder of the nearest Toolfile, which the command edits.
  ///
  /// - Throws: The problem of ``nearestFolderToEdit()``, or the one of ``projectFolder()``.
  package func folderToEdit() throws(Problem) -> FilePath {
    if let folder = try nearestFolderToEdit() { return folder }
    return try projectFolder()
  }

  private func retry(in folder: FilePath) -> [String] {
    var words = retry(appending: [])
    words.insert(contentsOf: ["-C", folder.string], at: 1)
    return words
  }
}
