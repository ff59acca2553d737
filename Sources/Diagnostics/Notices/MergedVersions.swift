package import Vocabulary

/// The versions of a tool on the two sides of a merge.
package struct MergedVersions: Hashable, Sendable {
  /// The version of each side, or `nil` if that lock does not have the tool.
  package let ours, theirs: VersionText?

  /// Creates the versions. Pass `nil` for a side whose lock does not have the tool.
  package init(ours: VersionText?, theirs: VersionText?) {
    self.ours = ours
    self.theirs = theirs
  }
}
