/// What a prune removes, and what it keeps although nothing needs it.
package enum PruneNotice: Hashable, Sendable {
  /// Every installed version and every download is needed.
  case nothingToPrune
  /// A prune would remove this, but removed nothing because of `--dry-run`. It would delete it at
  /// once if `isFinal`, because there is little free space.
  case wouldPrune(Amount, isFinal: Bool)
  /// A prune removed this.
  case pruned(Amount, isInTrash: Bool)
  /// The prune removed nothing: everything the user agreed to remove is now needed or already gone.
  case nothingLeft
  /// A prune keeps versions that nothing needs, because they were used in the last 30 days.
  case keptForUse(versionCount: Int, byteCount: Int)
  /// A prune keeps versions that nothing needs, because their records were recreated in the last 30
  /// days, so that the projects that need them may not be known.
  case keptForLoss(versionCount: Int, byteCount: Int)
  /// A prune keeps the versions of a project whose files do not say what it needs.
  case projectUnclear(ProjectRemark)
  /// The user asked to forget a project, which then keeps nothing. `isDone` is false if nothing was
  /// changed because of `--dry-run`.
  case projectForgotten(folder: String, isDone: Bool)

  /// The number and size of what a prune removes.
  package struct Amount: Hashable, Sendable {
    package let versionCount: Int
    package let downloadCount: Int
    package let byteCount: Int

    /// Creates an amount. `byteCount` is the size of all files.
    package init(versionCount: Int, downloadCount: Int, byteCount: Int) {
      self.versionCount = versionCount
      self.downloadCount = downloadCount
      self.byteCount = byteCount
    }
  }
}
