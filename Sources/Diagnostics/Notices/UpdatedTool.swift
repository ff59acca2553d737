package import Vocabulary

/// The result of an update for one tool.
package struct UpdatedTool: Hashable, Sendable {
  package let tool: ToolName
  /// The version before, or `nil` if the tool was not locked.
  package let old: VersionText?
  /// The version after the update, or `nil` if the tool is no longer locked.
  package let new: VersionText?
  /// The versions of the two sides of a merge, or `nil` if they do not differ in the tool.
  package let merged: MergedVersions?
  /// The versions that are newer.
  package let heldBack: [HeldBackVersion]
  /// The address of the page about the new version, or `nil` if the source has none.
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
