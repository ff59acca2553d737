package import Vocabulary

/// A reason that a command cannot use what is installed, or does not find it installed.
package enum InstallationProblem: Error, Hashable, Sendable {
  /// The lock or the pins require these versions, but they are not installed.
  case notInstalled([WantedVersion])
  /// These installed versions lack a required executable.
  case damaged([WantedVersion])
  /// No installation matches. A `nil` version matches any installation of the tool.
  ///
  /// - Parameters:
  ///   - installed: The installed versions of the tool.
  ///   - nearest: Installed tools with similar names.
  case nothingInstalled(tool: ToolName, version: String?, installed: [String], nearest: [String])
  /// An earlier change of the root was interrupted, or another one is going on.
  case unfinishedWork
  /// The shims of these executables, or the files that say which tools provide them, are missing or
  /// were changed.
  case missingShims([String])
  /// Files that are not shims are in the place of shims.
  case occupiedShims([String])
  /// These folders of links to programs, which stand on `PATH`, were changed.
  case damagedViews([String])
  /// The root is inside the project, so a record of the user's consent may have come with it.
  case rootInProject(root: String, project: String)
  /// The root does not contain bootstrap, so there is nothing to copy.
  case noProgramsInRoot(path: String)

  /// The exit code of a command that fails with this problem.
  package var exitCode: ExitCode {
    switch self {
    case .notInstalled, .damaged, .nothingInstalled, .unfinishedWork, .missingShims, .occupiedShims,
      .damagedViews:
      .failure
    case .rootInProject:
      .notTrusted
    case .noProgramsInRoot:
      .notAvailable
    }
  }
}
