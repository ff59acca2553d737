package import Vocabulary

/// A reason that a command cannot use or edit the statements of a Toolfile.
package enum StatementProblem: Error, Hashable, Sendable {
  /// No project file mentions the tool, except for files that were ignored. `isInProject` is
  /// `false` outside of projects. If `isDefined` is `true`, a registry defines the tool, so it can
  /// be installed.
  case unknownTool(
    String, nearest: [ToolName], passedOver: [PassedOverPin] = [], isInProject: Bool = true,
    isDefined: Bool = true)
  /// The name belongs to a gem of the tools `owners`, not to a tool. `retry` is the command line to
  /// run instead.
  case gemOfTool(String, owners: [ToolName], retry: [String])
  /// The Toolfile at `path` does not declare the tool to remove.
  ///
  /// - Parameters:
  ///   - nearest: Declared tools with similar names.
  ///   - requesters: The locked tools that need this one.
  case notDeclared(tool: ToolName, path: String, nearest: [ToolName], requesters: [String])
  /// The Toolfile declares the tool at `origin` without holding it. `held` are the tools that it
  /// holds.
  case notHeld(tool: ToolName, origin: Origin, held: [ToolName])
  /// The Toolfile already declares the tool at `origin`. `add` does not change options.
  case declaredAlready(tool: ToolName, origin: Origin)
  /// The Toolfile has no group of this name. `known` lists its groups.
  case unknownGroup(String, known: [GroupName])
  /// The user asked to add a tool to a group that does not exist, but another group has a similar
  /// name.
  ///
  /// - Parameters:
  ///   - nearest: The groups with similar names, best match first.
  ///   - retry: The command line that uses the best match.
  ///   - creating: The command line that creates the group.
  case similarGroup(String, nearest: [GroupName], retry: [String], creating: [String])
  /// A statement cannot be edited without changing more than the user requested. `line` is the line
  /// to write by hand, or `nil` if the statement must be removed.
  case notEditable(Origin, line: String?)
  /// The edit would remove the last platform at `origin`. `retry` is a command line that also adds
  /// a platform.
  case noPlatformLeft(Origin, retry: [String])
  /// Several tools have the same environment variable.
  case collidingVariable(String, tools: [ToolName])
  /// Several tools need a tool with this name, but from different sources.
  case ambiguousNeed(ToolName, neededBy: [String])

  /// The exit code for this problem.
  package var exitCode: ExitCode {
    switch self {
    case .unknownTool, .gemOfTool, .notDeclared, .notHeld:
      .notAvailable
    case .declaredAlready, .unknownGroup, .similarGroup, .noPlatformLeft:
      .usage
    case .notEditable, .collidingVariable, .ambiguousNeed:
      .unreadableManifest
    }
  }
}
