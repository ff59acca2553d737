package import Vocabulary

/// A reason that a command cannot use an installed tool, or cannot find it.
package enum InstallationProblem: Error, Hashable, Sendable {
  /// These versions are locked or pinned, but not installed.
  case notInstalled([WantedVersion])
  /// These installed versions lack a required executable.
  case damaged([WantedVersion])
  /// No installation of the tool matches `version`. If it is `nil`, the tool is not installed at
  /// all.
  ///
  /// - Parameters:
  ///   - installed: The installed versions of the tool.
  ///   - nearest: Installed tools with similar names.
  case nothingInstalled(
    tool: ToolName, version: String?, installed: [VersionText], nearest: [ToolName])
  /// A change to the root was interrupted or is still in progress.
  case unfinishedWork
  /// The shims or routes of these executables are missing or were modified.
  case missingShims([ExecutableName])
  /// Other files are in the place of these shims.
  case occupiedShims([String])
  /// These views, which are on `PATH`, were modified.
  case damagedViews([String])
  /// The root is inside the project, so its record of consent may come from the project.
  case rootInProject(root: String, project: String)
  /// The root does not contain bootstrap, so there is nothing to copy.
  case noProgramsInRoot(path: String)

  /// The exit code for this problem.
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
