package import Vocabulary

/// A tool that a shell in direct mode leaves to its shims.
package struct ToolLeftToShims: Hashable, Sendable {
  package let tool: ToolName
  package let reason: ShimReason

  /// Creates a tool that is left to its shims.
  package init(tool: ToolName, reason: ShimReason) {
    self.tool = tool
    self.reason = reason
  }
}
