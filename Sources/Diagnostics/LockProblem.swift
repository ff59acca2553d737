package import Vocabulary

/// A reason a project cannot be locked, or its lock cannot be used.
package enum LockProblem: Error, Hashable, Sendable {
  /// The Toolfile has no lock beside it.
  case missing(toolfile: String)
  /// The lock does not match the manifest, and the command may not write it, as with `--frozen`.
  case stale(lock: String, LockDifference)
  /// The lock contains other artifacts than its sources publish.
  case deviates([LockDeviation])
  /// The lock does not cover the platform. `locked` lists the platforms that it covers.
  case unsupportedPlatform(Platform, lock: String, locked: [String])
  /// The publishers of these versions differ from those in the lock.
  case publishersChanged([PublisherChange])
  /// No source has confirmed that it publishes what the lock contains for these versions.
  /// `directory` is the folder in which to install them, as messages show it, or `nil` for the
  /// working directory.
  case unconfirmed([WantedVersion], directory: String?)
  /// No set of versions satisfies all requirements.
  case conflict(VersionConflict)
  /// The search for versions took too long. `tools` took part in the most conflicts, the most
  /// frequent first.
  /// `retry` contains the words of a command line with more time, or is empty.
  case undecided(tools: [ToolName], seconds: Int, retry: [String] = [])
  /// `.tool-version` leaves a tool to the system, but the version on the system does not satisfy
  /// the requirements of other tools.
  ///
  /// - Parameters:
  ///   - path: The path of the program that the user names.
  ///   - version: The version of the program, or `nil` if it is unknown.
  ///   - needs: The requirements of other tools.
  ///   - pin: The location of the pin.
  case systemTool(ToolName, path: String, version: String?, needs: [String], pin: Origin)
  /// The files of a tool cannot be copied, because a pin names the tool, but not the lock.
  case pinnedWithoutLock(tool: ToolName, origin: Origin)

  /// The exit code of a command that fails with this problem.
  package var exitCode: ExitCode {
    switch self {
    case .missing:
      .noManifest
    case .stale:
      .frozen
    case .deviates, .publishersChanged:
      .corruptArtifact
    case .unconfirmed:
      .notTrusted
    case .unsupportedPlatform, .conflict, .undecided, .systemTool:
      .notAvailable
    case .pinnedWithoutLock:
      .failure
    }
  }
}
