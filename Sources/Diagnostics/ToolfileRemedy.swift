/// A change of one statement of the Toolfile with which versions can be chosen. It was tried before
/// it is suggested.
package struct ToolfileRemedy: Hashable, Sendable {
  /// What the statement states instead.
  package enum Change: Hashable, Sendable {
    /// These requirements on the tool, which the Toolfile may not declare yet.
    case requirements([String])
    /// Only these platforms for the tool.
    case platforms([String])
    /// That files without a date pass the cooldown.
    case unknownAge
  }

  /// The tool, or `nil` if the statement is about all tools.
  package let tool: String?
  package let change: Change
  /// The statement with the change, to copy into the Toolfile.
  package let line: String

  /// Creates a remedy. `line` is the statement with the change.
  package init(tool: String?, _ change: Change, line: String) {
    self.tool = tool
    self.change = change
    self.line = line
  }
}
