package import Vocabulary

/// A version that exists but cannot be chosen.
package struct ExcludedVersion: Hashable, Sendable {
  /// A reason a version cannot be chosen.
  package enum Reason: Hashable, Sendable {
    /// The version is a prerelease, and no requirement mentions a prerelease.
    case prerelease
    /// The version was yanked. `reason` may be empty.
    case yanked(reason: String)
    /// The version is younger than the cooldown.
    ///
    /// `age` is the time since the release, which is negative for one in the future, and `cooldown`
    /// is the length of the cooldown, both in seconds. `eligibleFrom` is the time from which the
    /// version can be chosen (RFC 3339).
    case cooldown(age: Int, cooldown: Int, eligibleFrom: String)
    /// The source does not provide the date of a file that would be locked, which a cooldown
    /// requires.
    case undated
    /// The step from the locked version is larger than the update permits, such as `patch`.
    case step(limit: String)
    /// The version has no artifact for these platforms. The list is empty if the version has none
    /// for any required platform.
    case platforms([String])
    /// The source lists the version, but its needs cannot be read.
    case unreadable(detail: String)
  }

  package let tool: ToolName
  /// The gem of the tool that has this version, or `nil` if it is a version of the tool itself.
  package let gem: String?
  package let version: String
  /// All reasons. There is at least one.
  package let reasons: [Reason]

  /// Creates an excluded version. `version` has the spelling of its source.
  package init(tool: ToolName, gem: String? = nil, version: String, reasons: [Reason]) {
    self.tool = tool
    self.gem = gem
    self.version = version
    self.reasons = reasons
  }

  /// The tool or gem as conflicts name it: `ruff`, or `json of fastlane`.
  package var subject: String { gem.map { "\($0) of \(tool)" } ?? tool.text }
}
