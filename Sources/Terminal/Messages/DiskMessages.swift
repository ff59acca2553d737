package import Diagnostics

extension DiskNotice {
  /// Returns the beginning of a line about versions that a prune keeps although nothing needs them.
  private static func kept(_ count: Int, _ byteCount: Int) -> String {
    "\(QuantityFormat.count(count, "version")) (\(QuantityFormat.bytes(byteCount))) that no known "
      + "project names \(count == 1 ? "stays, because it was" : "stay, because they were") "
  }

  /// The notice as a line.
  var line: String {
    switch self {
    case .uninstalled(let title, let byteCount, let isDeleted):
      "uninstalled \(title)" + (byteCount.map { ", \(QuantityFormat.bytes($0))" } ?? "")
        + (isDeleted ? ", and deleted it, because there is little free space" : "")
    case .goneAlready(let title): "\(title) is no longer installed"
    case .canBeRestored(let byteCount, let names, let keepsDownloads):
      "\(QuantityFormat.bytes(byteCount)) stay in the trash for a day; to undo, run "
        + "`bootstrap trash restore \(names.map(shellWord).joined(separator: " "))`; to free the "
        + "space now, run `bootstrap trash empty`"
        + (keepsDownloads ? "; downloads stay until `bootstrap cache clean`" : "")
    case .nothingToPrune:
      "nothing to prune: everything that is installed or downloaded is needed or was used recently"
    case .wouldPrune(let amount, let isFinal):
      "`bootstrap prune` would \(isFinal ? "delete" : "remove") \(amount.words)"
        + (isFinal ? ", and not keep it in the trash, because there is little free space" : "")
        + "; nothing was removed, because of `--dry-run`"
    case .nothingLeftToPrune: "removed nothing: everything listed is now needed or already gone"
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
    case .trashIsEmpty: "the trash has nothing to restore"
    case .trashEmptied(let byteCount): "deleted \(QuantityFormat.bytes(byteCount)) from the trash"
    case .trashEmptiedForSpace(let byteCount):
      "deleted \(QuantityFormat.bytes(byteCount)) from the trash, because there is little free "
        + "space"
    case .restored(let titles, let count, let leftCount):
      "restored "
        + (titles.isEmpty && count == 0
          ? "nothing"
          : (titles + (count == 0 ? [] : [QuantityFormat.count(count, "download")]))
            .joined(separator: ", "))
        + (leftCount == 0
          ? ""
          : "; the trash has \(QuantityFormat.count(leftCount, "version")) from other removals, "
            + "which `bootstrap trash list` shows")
    case .cacheCleaned(0, _): "nothing to clean: every download is needed"
    case .cacheCleaned(let count, let byteCount):
      "deleted \(QuantityFormat.count(count, "download")), \(QuantityFormat.bytes(byteCount))"
    case .cacheFilled(let folder, let count, let byteCount, let platforms, let removedCount):
      "copied \(QuantityFormat.count(count, "file")), \(QuantityFormat.bytes(byteCount)), for "
        + "\(platforms.joined(separator: ", ")) to \(folder), from which "
        + "`bootstrap install --offline` takes them"
        + (removedCount == 0
          ? ""
          : "; deleted \(QuantityFormat.count(removedCount, "file")) that the lock no longer "
            + "names")
    case .bundled(let folder, let count, let byteCount, let platform):
      "\(folder) has bootstrap and \(QuantityFormat.count(count, "file")), "
        + "\(QuantityFormat.bytes(byteCount)), for \(platform); "
        + "to install them on another machine, run its `install.sh`"
    case .installedAgain(let title): "\(title) stays in the trash, because it is installed again"
    case .packagesUninstalled(let title, let programs):
      "uninstalled the packages of \(title): " + programs.map(literal).joined(separator: ", ")
    }
  }
}

extension DiskNotice.Amount {
  /// The amount in words: `2 versions and 1 download, 31 MB`.
  fileprivate var words: String {
    let parts = [(versionCount, "version"), (downloadCount, "download")]
      .filter { $0.0 > 0 }.map { QuantityFormat.count($0.0, $0.1) }
    return parts.joined(separator: " and ") + ", " + QuantityFormat.bytes(byteCount)
  }
}

extension ProjectRemark {
  /// What is known about the project, without what follows from it.
  package var sentence: String {
    switch reason {
    case .missing(let absence):
      absence.isExpired
        ? "\(folder) has been missing for 30 days"
        : "\(folder) is missing, moved or deleted, and keeps its tools until \(absence.until)"
    case .withoutFiles(let absence):
      absence.isExpired
        ? "\(folder) has had no Toolfile or pins for 30 days"
        : "\(folder) no longer has a Toolfile or pins, and keeps its tools until \(absence.until)"
    case .notMounted(let mountPoint):
      "\(folder) is on a disk that is not mounted (\(mountPoint))"
    case .unreadable(let problem):
      "\(folder) cannot be read: \(problem.messages.first?.sentence ?? "")"
    case .notLocked: "\(folder) has a Toolfile without a lock"
    case .forgotten: "\(folder) keeps nothing, because of `--forget`"
    }
  }

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

extension ProjectRemark.Reason {
  /// The stable name of the reason in JSON output.
  package var code: String {
    switch self {
    case .missing(let absence): absence.isExpired ? "expired" : "missing"
    case .withoutFiles(let absence): absence.isExpired ? "expired" : "without-files"
    case .notMounted: "not-mounted"
    case .unreadable: "unreadable"
    case .notLocked: "not-locked"
    case .forgotten: "forgotten"
    }
  }
}

extension DiskProblem {
  /// The message for this problem.
  var message: Message {
    switch self {
    case .inUse(let versions, let retry):
      Message(
        "in-use",
        QuantityFormat.enumeration(versions.map(\.title))
          + (versions.count == 1 ? " is in use" : " are in use")
      )
      .column(
        "used by",
        versions.flatMap { version in
          version.users.map { versions.count == 1 ? $0 : "\($0) (\(version.title))" }
        }
      )
      .detail("run", commandLine(retry))
    case .notInTrash(let tool, let version, let removed):
      Message(
        "not-in-trash", "\(tool)\(version.map { " \($0)" } ?? "") is not in the trash"
      )
      .detail("removed", removed)
    case .trashIsEmpty: Message("empty-trash", "the trash has nothing to restore")
    case .unknownProject(let folder, let known):
      Message("unknown-project", "no project is known in \(folder)").column("known", known)
    case .foreignIndex(let folder):
      Message("foreign-index", "\(folder)/index is not from `bootstrap cache add`, so it stays")
        .detail(
          "try",
          "move the folder, and change a `source` that names it, then run the same command again")
    case .foreignFolder(let folder, let target):
      Message("foreign-folder", "\(folder) leads out of the project")
        .detail("target", target)
        .detail("because", "`install` reads only files of the project")
        .detail("try", "replace the symbolic link with a folder")
    }
  }
}

/// A question that can be answered with yes or no.
package enum Question: Sendable {
  /// Whether to remove this, and for good if `isFinal`, because there is little free space.
  case prune(DiskNotice.Amount, isFinal: Bool)

  /// The question as text.
  var text: String {
    switch self {
    case .prune(let amount, isFinal: false): "Remove \(amount.words)?"
    case .prune(let amount, isFinal: true):
      "There is little free space, so this cannot be undone. Delete \(amount.words)?"
    }
  }
}
