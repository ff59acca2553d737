package import Vocabulary

/// A reason a pin cannot be set, removed, or used.
package enum PinProblem: Error, Hashable, Sendable {
  /// No installed version of the tool matches the one to pin.
  ///
  /// - Parameters:
  ///   - version: The version, or the beginning of one, as typed.
  ///   - installed: The installed versions of the tool, oldest first.
  ///   - nearest: Tools with similar names.
  ///   - line: The command line that installs the version and pins it, or `nil` if no registry
  ///     defines the tool.
  case nothingToPin(
    tool: ToolName, version: String, installed: [String], nearest: [String], line: String?)
  /// Neither the file nor one like it in a folder above pins any tool.
  case nothingPinned(file: String)
  /// Nothing pins the tool here, and the system has no program of its name. `installed` lists its
  /// installed versions, oldest first.
  case notPinned(tool: ToolName, installed: [String])
  /// The file does not pin the tool.
  case notPinnedHere(tool: ToolName, file: String)
  /// The variable, by which a shell selects the version of a tool, is not set.
  case notSelectedInShell(tool: ToolName, variable: String)
  /// No version was selected in this shell that could be undone.
  case noPreviousVersion

  /// The exit code of a command that fails with this problem.
  package var exitCode: ExitCode {
    switch self {
    case .nothingToPin, .nothingPinned, .notPinned, .notPinnedHere, .notSelectedInShell,
      .noPreviousVersion:
      .failure
    }
  }
}
