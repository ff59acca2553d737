/// A version that exists but cannot be chosen.
package struct ExcludedVersion: Hashable, Sendable {
  /// A reason a version cannot be chosen.
  package enum Reason: Hashable, Sendable {
    /// The version is a prerelease, and no requirement names one.
    case prerelease
    /// The publisher withdrew the version; `reason` is empty if none was given.
    case yanked(reason: String)
    /// The version is younger than the cooldown.
    ///
    /// - Parameters:
    ///   - age: The time since the release, in seconds.
    ///   - cooldown: The length of the cooldown, in seconds.
    ///   - free: The time from which the version is eligible (RFC 3339).
    case cooldown(age: Int, cooldown: Int, free: String)
    /// The version has no artifact for these platforms; empty if it has none for any
    /// wanted platform.
    case platforms([String])
    /// The source lists the version, but its needs cannot be read.
    case unreadable(detail: String)
  }

  package let tool: String
  package let version: String
  package let reason: Reason

  /// Creates an excluded version; `version` is spelled as the source spells it.
  package init(tool: String, version: String, reason: Reason) {
    self.tool = tool
    self.version = version
    self.reason = reason
  }
}
