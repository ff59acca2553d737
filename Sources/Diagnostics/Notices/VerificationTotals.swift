package import Vocabulary

/// The totals of a verification.
package struct VerificationTotals: Hashable, Sendable {
  package let toolCount: Int
  package let versionCount: Int
  package let fileCount: Int
  package let byteCount: Int
  package let damagedCount: Int
  package let unanchoredCount: Int
  /// The number of installations left out because they were verified recently.
  package let recentCount: Int
  /// The time since a verification during which it is recent, or `nil` if none is.
  package let minimumAge: Cooldown?
  /// Whether no damage was found and nothing could not be verified.
  package let isWhole: Bool
  package let time: Duration

  /// Creates the totals. `versionCount` is the number of installations, and `byteCount` is the
  /// total size of their files. Neither includes the `unanchoredCount` installations that could
  /// not be verified.
  package init(
    toolCount: Int, versionCount: Int, fileCount: Int, byteCount: Int, damagedCount: Int,
    unanchoredCount: Int, recentCount: Int = 0, minimumAge: Cooldown? = nil, isWhole: Bool,
    time: Duration
  ) {
    self.toolCount = toolCount
    self.versionCount = versionCount
    self.fileCount = fileCount
    self.byteCount = byteCount
    self.damagedCount = damagedCount
    self.unanchoredCount = unanchoredCount
    self.recentCount = recentCount
    self.minimumAge = minimumAge
    self.isWhole = isWhole
    self.time = time
  }
}
