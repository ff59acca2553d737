package import Vocabulary

/// A statement of a manifest that cannot be edited without changing more than requested.
package struct UneditableStatement: Hashable, Sendable {
  package let tool: ToolName
  package let origin: Origin
  /// The statement to write by hand, or `nil` to remove what is there.
  package let line: String?

  /// Creates a statement. Pass `nil` as `line` if it is to be removed.
  package init(tool: ToolName, origin: Origin, line: String?) {
    self.tool = tool
    self.origin = origin
    self.line = line
  }
}
