package import Vocabulary

/// A reason that a pin cannot be set, removed, or used.
package enum PinProblem: Error, Hashable, Sendable {
  /// No installed version of the tool matches the one to pin.
  ///
  /// - Parameters:
  ///   - version: The version or version prefix that the user typed.
  ///   - installed: The installed versions of the tool, oldest first.
  ///   - nearest: Tools with similar names.
  ///   - line: The command line that installs the version and pins it, or `nil` if no registry
  ///     defines the tool.
  case nothingToPin(
    tool: ToolName, version: String, installed: [VersionText], nearest: [ToolName],
    line: String?)
  /// Neither this file nor the same file in a parent folder pins a tool.
  case nothingPinned(file: String)
  /// The tool is not pinned here, and the system has no program with its name. `installed` lists
  /// the installed versions, oldest first.
  case notPinned(tool: ToolName, installed: [VersionText])
  /// The file does not pin the tool. `retry` is the command line that was probably meant, or empty.
  case notPinnedHere(tool: ToolName, file: String, retry: [String] = [])
  /// The variable that selects the tool's version in a shell is not set.
  case notSelectedInShell(tool: ToolName, variable: String)
  /// There is no selection in this shell to undo.
  case noPreviousVersion

  /// The exit code for this problem.
  package var exitCode: ExitCode {
    switch self {
    case .nothingToPin, .nothingPinned, .notPinned, .notPinnedHere, .notSelectedInShell,
      .noPreviousVersion:
      .failure
    }
  }
}
