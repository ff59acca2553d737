package import Vocabulary

/// A version that is newer than the locked one, and the reason why it is not locked.
package struct HeldBackVersion: Hashable, Sendable {
  /// What holds a version back.
  package enum Reason: Hashable, Sendable {
    /// A file of the project requires other versions.
    case requirement(String, Origin)
    /// Another locked tool, such as `jazzy 1.0`, needs other versions.
    case needed(requirement: String, by: String)
    /// The version itself needs another version of a locked tool, or needs the tool on platforms
    /// for which it is not available.
    case needs(tool: String, requirement: String, platforms: [String])
    /// The version needs a tool that does not exist.
    case unknownNeed(tool: String)
    /// The version needs a tool, but no version of that tool can be used with it.
    case unusableNeed(tool: String)
    /// The version is not available for these platforms. The list is empty if it is available for
    /// none.
    case platforms([String])
    /// The version is within its cooldown until this time (RFC 3339).
    case cooldown(eligibleFrom: String)
    /// The version has files without a date, which the cooldown requires.
    case undated
    /// The step to the version is larger than the update prefers, such as `patch`.
    case step(limit: String)
    /// The version was locked and then yanked. The text is empty if the publisher stated no reason.
    case yanked(reason: String)
    /// The version was locked, but its source no longer has it.
    case removed
    /// The tool was not to be updated.
    case kept
    /// The version could not be chosen together with the other tools.
    case others

    /// A name for the reason, which stays the same in all releases.
    package var name: String {
      switch self {
      case .requirement: "requirement"
      case .needed: "needed"
      case .needs: "needs"
      case .unknownNeed: "unknown-need"
      case .unusableNeed: "unusable-need"
      case .platforms: "platforms"
      case .cooldown: "cooldown"
      case .undated: "undated"
      case .step: "step"
      case .yanked: "yanked"
      case .removed: "removed"
      case .kept: "kept"
      case .others: "others"
      }
    }
  }

  /// The version as its source spells it.
  package let version: String
  package let reason: Reason

  /// Creates a version that is held back.
  package init(_ version: String, because reason: Reason) {
    self.version = version
    self.reason = reason
  }
}
