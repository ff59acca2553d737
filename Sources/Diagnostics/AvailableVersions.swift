package import Vocabulary

/// The versions of a tool that its source has.
package struct AvailableVersions: Sendable {
  /// A version, and what the source states about it.
  package struct Entry: Hashable, Sendable {
    package let version: String
    /// The time of the release, or `nil` if it is unknown.
    package let released: ReleaseTime?
    package let isPrerelease: Bool
    /// The reason for yanking the version, or `nil` if it was not yanked. Empty if the publisher
    /// stated none.
    package let yanked: String?
    /// The platforms for which the version has an artifact.
    package let platforms: [Platform]
    /// Whether the version is installed.
    package var isInstalled = false
    /// Whether the directory uses the version, because a pin or the lock selects it.
    package var isInForce = false

    /// Creates an entry for a version that is neither installed nor in use.
    package init(
      version: String, released: ReleaseTime?, isPrerelease: Bool, yanked: String?,
      platforms: [Platform]
    ) {
      self.version = version
      self.released = released
      self.isPrerelease = isPrerelease
      self.yanked = yanked
      self.platforms = platforms
    }

    /// The rank of the version in a list for people: 0 for stable versions, 1 for prereleases, and
    /// 2 for yanked versions.
    package var rank: Int { yanked != nil ? 2 : isPrerelease ? 1 : 0 }
  }

  package let tool: ToolName
  /// The name of the source.
  package let source: String
  /// The name of the package in the source.
  package let package: String
  /// The versions by ``Entry/rank``, newest first within each rank.
  package let entries: [Entry]

  /// Creates the list.
  ///
  /// - Parameter entries: The versions, newest first.
  package init(_ tool: ToolName, source: String, package: String, entries: [Entry]) {
    self.tool = tool
    self.source = source
    self.package = package
    self.entries = (0...2).flatMap { rank in entries.filter { $0.rank == rank } }
  }
}
