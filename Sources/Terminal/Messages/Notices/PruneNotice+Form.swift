internal import Diagnostics

extension PruneNotice {
  var form: Notice.Form { .note(line) }

  private var line: String {
    switch self {
    case .nothingToPrune:
      "nothing to prune: everything that is installed or downloaded is needed or was used recently"
    case .wouldPrune(let amount, let isFinal):
      "`bootstrap prune` would \(isFinal ? "delete" : "remove") \(amount.words)"
        + (isFinal ? ", and not keep it in the trash, because there is little free space" : "")
        + "; nothing was removed, because of `--dry-run`"
    case .nothingLeft: "removed nothing: everything listed is now needed or already gone"
    case .pruned(let amount, let isInTrash):
      "pruned \(amount.words)"
        + (isInTrash
          ? "; to undo within a day, run `bootstrap trash restore`; to free the space now, run "
            + "`bootstrap trash empty`"
          : ", and deleted it")
    case .keptForUse(let count, let byteCount):
      Self.kept(count, byteCount) + "used in the last 30 days; to prune "
        + "\(count == 1 ? "it" : "them") too, add `--older-than 0d`"
    case .keptForLoss(let count, let byteCount):
      Self.kept(count, byteCount) + "recorded again in the last 30 days, perhaps without "
        + "\(count == 1 ? "its" : "their") projects; to record a project, run "
        + "`bootstrap install` in it"
    case .projectUnclear(let remark): remark.line
    case .projectForgotten(let folder, isDone: true):
      "forgot \(folder); `bootstrap install` there records it again"
    case .projectForgotten(let folder, isDone: false): "would forget \(folder)"
    }
  }

  /// Returns the beginning of a line about versions that a prune keeps although nothing needs them.
  private static func kept(_ count: Int, _ byteCount: Int) -> String {
    "\(QuantityFormat.count(count, "version")) (\(QuantityFormat.bytes(byteCount))) that no known "
      + "project names \(count == 1 ? "stays, because it was" : "stay, because they were") "
  }
}

extension PruneNotice.Amount {
  /// The amount in words: `2 versions and 1 download, 31 MB`.
  var words: String {
    let parts = [(versionCount, "version"), (downloadCount, "download")]
      .filter { $0.0 > 0 }.map { QuantityFormat.count($0.0, $0.1) }
    return parts.joined(separator: " and ") + ", " + QuantityFormat.bytes(byteCount)
  }
}

extension ProjectRemark {
  /// The sentence with what the project keeps.
  fileprivate var line: String {
    let kept = sentence + "; kept: " + (titles.isEmpty ? "nothing" : titles.joined(separator: ", "))
    // These are resolved in the project, or already forgotten.
    let forget = "run `bootstrap prune --forget \(shellPath(folder))`"
    switch reason {
    case .notMounted, .missing: return "\(kept); if it never returns, \(forget)"
    case .withoutFiles, .unreadable: return "\(kept); if it needs none of them, \(forget)"
    case .notLocked, .forgotten: return kept
    }
  }
}
