package import Diagnostics
package import Vocabulary

/// What the source of a tool has beyond the chosen version.
package struct VersionOutlook: Hashable, Sendable {
  /// A version of the source.
  package struct Release: Hashable, Sendable {
    package let version: String
    /// The time of the release, or `nil` if the source does not state it.
    package let released: ReleaseTime?
    /// The address of the page about the release, or `nil` if the source has none.
    package let page: String?
  }

  /// The chosen version.
  package let chosen: Release
  /// The newest version that is not a prerelease, unless prereleases are admitted.
  package let newest: Release
  /// The versions that are newer than the chosen one, newest first. Of several that are held back
  /// for the same kind of reason, only the newest.
  package let heldBack: [HeldBackVersion]
  /// The reason why the source has yanked the locked version, or `nil` if it has not. Empty if the
  /// publisher stated none.
  package let yanked: String?

  /// Creates an outlook.
  package init(
    chosen: Release, newest: Release, heldBack: [HeldBackVersion], yanked: String?
  ) {
    self.chosen = chosen
    self.newest = newest
    self.heldBack = heldBack
    self.yanked = yanked
  }
}
