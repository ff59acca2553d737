package import Vocabulary

/// A change to one statement of the Toolfile. See ``ProjectRemedy``.
package struct ToolfileRemedy: Hashable, Sendable {
  /// The new content of the statement.
  package enum Change: Hashable, Sendable {
    /// Require these versions of the tool, which the Toolfile may not declare yet.
    case requirements([String])
    /// Limit the tool to these platforms.
    case platforms([Platform])
    /// Accept files without a date despite the cooldown.
    case unknownAge
  }

  /// The tool, or `nil` if the statement is about all tools.
  package let tool: ToolName?
  package let change: Change
  /// The statement with the change, to copy into the Toolfile.
  package let line: String

  /// Creates a remedy. `line` is the statement with the change.
  package init(tool: ToolName?, _ change: Change, line: String) {
    self.tool = tool
    self.change = change
    self.line = line
  }
}
