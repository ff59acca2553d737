package import Vocabulary

/// The number and total size of a tool's installations.
package struct RecordedTool: Hashable, Sendable {
  package let tool: ToolName
  /// The number of installations.
  package let count: Int
  /// The total size of all files in bytes.
  package let size: Int
}
