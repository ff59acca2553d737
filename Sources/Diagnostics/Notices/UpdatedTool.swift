package import Vocabulary

/// The result of an update for one tool.
package struct UpdatedTool: Hashable, Sendable {
  package let tool: ToolName
  /// The previous version, or `nil` if the tool was not locked.
  package let old: VersionText?
  /// The new version, or `nil` if the tool is no longer locked.
  package let new: VersionText?
  /// The versions on the two sides of a merge, or `nil` if they are equal.
  package let merged: MergedVersions?
  /// The newer versions.
  package let heldBack: [HeldBackVersion]
  /// The address of a web page about the new version, or `nil` if there is none.
  package let page: String?

  /// Creates a result.
  package init(
    tool: ToolName, from old: VersionText?, to new: VersionText?, _ heldBack: [HeldBackVersion],
    page: String?, merged: MergedVersions? = nil
  ) {
    self.tool = tool
    self.old = old
    self.new = new
    self.merged = merged
    self.heldBack = heldBack
    self.page = page
  }
}
