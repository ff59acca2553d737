package import Diagnostics
package import Filesystem
internal import Manifests
internal import Projects
package import Terminal

extension CommandSyntax.Option {
  /// `--global`, for commands that use a Toolfile.
  package static let global = CommandSyntax.Option(
    "--global", "use your own Toolfile, ~/Toolfile, from any directory")
}

// The user's own Toolfile, in the home directory.
extension Session {
  /// Whether the command uses the user's own Toolfile instead of the nearest one.
  package var isGlobal: Bool { Self.isGlobal(arguments) }

  static func isGlobal(_ arguments: ParsedArguments) -> Bool { arguments.has("--global") }

  /// Returns the folder of the nearest Toolfile, or `nil` if there is none. With `--global`, only
  /// the one in the home directory counts.
  ///
  /// - Throws: ``Problem/system(_:)`` if a folder cannot be inspected.
  package func nearestProjectFolder() throws(Problem) -> FilePath? {
    let folder = try Project.folder(above: workingDirectory, environment)
    return isGlobal && folder != workingDirectory ? nil : folder
  }

  /// Returns the folder of the nearest Toolfile, or `nil` if there is none. The user's own Toolfile
  /// counts only in the home directory itself and with `--global`, because an edit in any other
  /// folder is probably meant for a project.
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
  /// - Throws: The problem of ``nearestFolderToEdit()`` or ``projectFolder()``.
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
