package import Vocabulary

/// A reason that a command cannot work with the statements of a Toolfile.
package enum StatementProblem: Error, Hashable, Sendable {
  /// No file of the project names the tool, except those that were passed over. `isInProject` is
  /// false where there is no project. `isDefined` is whether a registry of the user or of the
  /// program defines the tool, so that it can be installed.
  case unknownTool(
    String, nearest: [String], passedOver: [PassedOverPin] = [], isInProject: Bool = true,
    isDefined: Bool = true)
  /// The Toolfile at `path` does not declare the tool to remove.
  ///
  /// - Parameters:
  ///   - nearest: Declared tools with similar names.
  ///   - requesters: The locked tools that need this one, which is why it is locked.
  case notDeclared(tool: String, path: String, nearest: [String], requesters: [String])
  /// The manifest at `origin` already declares the tool to add, and `add` changes no options.
  case declaredAlready(tool: ToolName, origin: Origin)
  /// The Toolfile has no group of this name. `known` lists its groups.
  case unknownGroup(String, known: [String])
  /// A tool is to be added to a group that the Toolfile does not have, but whose name is similar to
  /// that of another group.
  ///
  /// - Parameters:
  ///   - nearest: The groups with similar names, best match first.
  ///   - retry: The command line with the best match.
  ///   - creating: The command line that creates the group.
  case similarGroup(String, nearest: [String], retry: [String], creating: [String])
  /// A manifest cannot be edited without changing more than requested. `line` is what to write
  /// there by hand, or `nil` to remove what is there.
  case notEditable(Origin, line: String?)
  /// Without these platforms, none would be left at `origin`. `retry` is the command line that adds
  /// another platform as well.
  case noPlatformLeft(Origin, retry: [String])
  /// Several tools of the project share this environment variable.
  case collidingVariable(String, tools: [ToolName])
  /// Several tools need a tool of this name, but from different places.
  case ambiguousNeed(ToolName, neededBy: [String])

  /// The exit code of a command that fails with this problem.
  package var exitCode: ExitCode {
    switch self {
    case .unknownTool, .notDeclared:
      .notAvailable
    case .declaredAlready, .unknownGroup, .similarGroup, .noPlatformLeft:
      .usage
    case .notEditable, .collidingVariable, .ambiguousNeed:
      .unreadableManifest
    }
  }
}
