internal import Diagnostics
internal import Vocabulary

extension VerificationNotice {
  var form: Notice.Form {
    switch self {
    case .verified(let verified): .note(verified.sentence)
    case .lastVerified(let title, nil, _): .trace("\(title): not verified before")
    case .lastVerified(let title, let seconds?, let wasDamaged):
      .trace(
        "\(title): last verified \(QuantityFormat.age(seconds)) ago"
          + (wasDamaged ? " and found damaged" : ""))
    // A user who cannot write to the root can still verify it, but cannot record the result. Any
    // other failure of the store is a warning.
    case .notRecorded(let problem) where problem.exitCode == .cannotWrite:
      .trace("result not recorded: \(problem.messages.map(\.headline).joined(separator: ", "))")
    case .notRecorded(let problem): .warning(problem.messages)
    case .publishers(let count, let others):
      .note(
        "verified \(QuantityFormat.count(count, "publisher"))"
          + (others.isEmpty
            ? ""
            : "; the lock has no verified publisher of "
              + others.map(\.text).joined(separator: ", ")))
    }
  }
}

extension VerificationTotals {
  /// The summary: `verified 10 tools, 8,959 files, 438 MB in 0.5 s`, or `examined` if something is
  /// not intact.
  fileprivate var sentence: String {
    let tools = QuantityFormat.count(toolCount, "tool")
    let words = [
      versionCount == toolCount ? tools : "\(versionCount) versions of \(tools)",
      "\(QuantityFormat.number(fileCount)) file\(fileCount == 1 ? "" : "s")",
      "\(QuantityFormat.bytes(byteCount)) in \(QuantityFormat.time(time))",
    ]
    let faults = [(damagedCount, "damaged"), (unanchoredCount, "not verified")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return (isWhole ? "verified " : "examined ") + words.joined(separator: ", ")
      + (faults.isEmpty ? "" : ": " + faults.joined(separator: ", ")) + recent
  }

  /// The words about installations that were verified recently, or an empty text.
  private var recent: String {
    guard recentCount > 0, let minimumAge else { return "" }
    let (noun, verb) = recentCount == 1 ? ("version", "was") : ("versions", "were")
    return "; \(recentCount) \(noun) \(verb) verified less than \(minimumAge) ago"
  }
}
