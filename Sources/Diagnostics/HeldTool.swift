package import Vocabulary

/// A tool that the Toolfile holds at one version.
package struct HeldTool: Hashable, Sendable {
  package let tool: ToolName
  package let version: String
  /// The reason that the user gave, or `nil` if there is none.
  package let reason: String?
  /// The line of the comment that states the hold.
  package let origin: Origin

  /// Creates a held tool.
  package init(tool: ToolName, version: String, reason: String?, origin: Origin) {
    self.tool = tool
    self.version = version
    self.reason = reason
    self.origin = origin
  }
}
