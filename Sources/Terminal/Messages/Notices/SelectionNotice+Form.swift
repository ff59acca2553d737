internal import Diagnostics
internal import Vocabulary

extension SelectionNotice {
  var form: Notice.Form {
    switch self {
    case .selected(let tool, let version): .note("selected \(tool) \(version)")
    case .runs(let tool, let version, let reason):
      .trace("using \(tool) \(version), \(reason.clause)")
    case .runsLimited(let tool):
      .note(
        "this project uses \(tool.name) only on \(tool.platformList) "
          + "(\(tool.origin.withoutColumn))")
    case .report(let report): .table(report.rows)
    case .passedOver(let pins): .table(pins.map { ["passed over", $0.sentence] })
    case .withholds(let executable, let tool, let version, let origin, let reason):
      .trace(
        "not using `\(executable)` of \(tool) \(version) (\(origin.withoutColumn)), "
          + reason.clause)
    case .notInstalled(let tool, let version): .note("\(tool) \(version) is not installed")
    case .nothingPinned:
      .note("nothing is pinned here; for the version of bootstrap, run `bootstrap --version`")
    case .providedByNone(let name): .note("no installed version provides \(literal(name))")
    case .fileInNone(let name): .note("no installed version has a file \(literal(name))")
    case .digestInNone(let digest):
      .note("no installed version has a file or a download with the digest \(digest)")
    }
  }
}

extension RunReason {
  /// The reason as the end of a sentence.
  fileprivate var clause: String {
    switch self {
    case .pinned(let origin): "as \(origin.withoutColumn) asks"
    case .newest: "the newest installed version"
    case .matches(let text): "the newest installed version that matches \(literal(text))"
    }
  }
}

extension Withholding {
  /// The reason and the command that changes it, as the end of a sentence.
  fileprivate var clause: String {
    switch self {
    case .notAccepted(let directory):
      "which you have not accepted; run `\(bootstrapCommand("trust", in: directory))`"
    case .notConfirmed(let directory):
      "which no index has confirmed; run `\(bootstrapCommand("install", in: directory))`"
    }
  }
}
