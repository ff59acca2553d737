package import Vocabulary

/// The number and total size of a tool's installations.
package struct RecordedTool: Hashable, Sendable {
  package let tool: ToolName
  /// The number of installations.
  package let count: Int
  /// The size of all their files in bytes.
  package let size: Int
}
