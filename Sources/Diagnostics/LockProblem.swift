package import Vocabulary

/// A reason that a project cannot be locked, or that its lock cannot be used.
package enum LockProblem: Error, Hashable, Sendable {
  /// The Toolfile has no lock beside it.
  case missing(toolfile: String)
  /// The lock does not match the Toolfile, and the command may not update it, for example because
  /// of `--frozen`.
  case stale(lock: String, LockDifference)
  /// The artifacts in the lock differ from those that the sources publish.
  case deviates([LockDeviation])
  /// The lock does not cover the platform. `locked` lists the platforms that it covers.
  case unsupportedPlatform(Platform, lock: String, locked: [String])
  /// The publishers of these versions differ from those in the lock.
  case publishersChanged([PublisherChange])
  /// The publishers of these versions do not meet the demands of the project or a definition.
  case unmetProvenance([UnmetProvenance])
  /// The attestations that prove the publishers of these versions cannot be obtained.
  ///
  /// - Parameter isSourceAsked: Whether the sources were asked for them.
  case missingAttestations([UnmetProvenance], isSourceAsked: Bool)
  /// The sources have not confirmed the locked artifacts of these versions. `directory` is the
  /// folder to install them in, as messages show it, or `nil` for the working directory.
  case unconfirmed([WantedVersion], directory: String?)
  /// The policy depends on a statement of the lock that the source of a tool could not confirm.
  case unconfirmedStatement(UnconfirmedStatement)
  /// The requirements conflict, so no combination of versions works.
  case conflict(VersionConflict)
  /// The solver ran out of time. `tools` lists the tools with the most conflicts, most conflicts
  /// first. `retry` is a command line that allows more time, or is empty.
  case undecided(tools: [ToolName], seconds: Int, retry: [String] = [])
  /// `.tool-version` pins a tool to `system`, but the system's version does not satisfy other
  /// tools.
  ///
  /// - Parameters:
  ///   - path: The path of the system's program.
  ///   - version: The version of the program, or `nil` if it is unknown.
  ///   - needs: The requirements of other tools.
  ///   - pin: The location of the pin.
  case systemTool(ToolName, path: String, version: String?, needs: [String], pin: Origin)
  /// The files of a tool cannot be copied, because the tool is pinned but not locked.
  case pinnedWithoutLock(tool: ToolName, origin: Origin)

  /// The exit code for this problem.
  package var exitCode: ExitCode {
    switch self {
    case .missing:
      .noManifest
    case .stale:
      .frozen
    case .deviates, .publishersChanged, .unmetProvenance:
      .corruptArtifact
    case .missingAttestations:
      .unreachable
    case .unconfirmed, .unconfirmedStatement:
      .notTrusted
    case .unsupportedPlatform, .conflict, .undecided, .systemTool:
      .notAvailable
    case .pinnedWithoutLock:
      .failure
    }
  }
}
