package import Diagnostics

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
    case .unknownChange(_, nil): Message("no-change", "the history has no change to undo")
    case .unknownChange(let number, let newest?):
      Message("unknown-change", "the history has no change \(number ?? 0)")
        .detail("newest", "\(newest)").detail("run", "bootstrap history")
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
  case prune(PruneNotice.Amount, isFinal: Bool)
  /// Whether to run the steps of a setup and, if `isConsent`, to accept what the text above lists.
  case setup(stepCount: Int, isConsent: Bool = false)

  /// The question as text.
  var text: String {
    switch self {
    case .prune(let amount, isFinal: false): "Remove \(amount.words)?"
    case .prune(let amount, isFinal: true):
      "There is little free space, so this cannot be undone. Delete \(amount.words)?"
    case .setup(let count, let isConsent):
      (isConsent ? "Accept all of this and run " : "Run ")
        + (count == 1 ? "this step?" : "these \(count) steps?")
    }
  }
}
