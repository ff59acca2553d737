/// What a prune removes, and what it keeps for now.
package enum PruneNotice: Hashable, Sendable {
  /// All installed versions and downloads are needed.
  case nothingToPrune
  /// What a prune would remove without `--dry-run`. If `isFinal` is `true`, it would delete the
  /// files immediately, because space is scarce.
  case wouldPrune(Amount, isFinal: Bool)
  /// What a prune removed.
  case pruned(Amount, isInTrash: Bool)
  /// The prune removed nothing, because everything the user agreed to remove is needed now or is
  /// already gone.
  case nothingLeft
  /// Unneeded versions were kept, because they were used in the last 30 days.
  case keptForUse(versionCount: Int, byteCount: Int)
  /// Unneeded versions were kept, because their records were recreated in the last 30 days, so some
  /// projects that need them may be unknown.
  case keptForLoss(versionCount: Int, byteCount: Int)
  /// The versions of a project were kept, because its files do not say which ones it needs.
  case projectUnclear(ProjectRemark)
  /// The user asked to forget a project. `isDone` is `false` for a dry run.
  case projectForgotten(folder: String, isDone: Bool)

  /// The number and size of what a prune removes.
  package struct Amount: Hashable, Sendable {
    package let versionCount: Int
    package let downloadCount: Int
    package let byteCount: Int

    /// Creates an amount. `byteCount` is the total size.
    package init(versionCount: Int, downloadCount: Int, byteCount: Int) {
      self.versionCount = versionCount
      self.downloadCount = downloadCount
      self.byteCount = byteCount
    }
  }
}
