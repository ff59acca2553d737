package import Vocabulary

/// The installations of a tool, taken together.
package struct RecordedTool: Hashable, Sendable {
  package let tool: ToolName
  /// The number of installations.
  package let count: Int
  /// The size of all their files in bytes.
  package let size: Int
}
