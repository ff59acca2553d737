internal import Diagnostics
internal import Vocabulary

extension ProgramNotice {
  var form: Notice.Form {
    switch self {
    case .updated(let old, let new, let isRollback):
      if old == new {
        .note(
          isRollback
            ? "went back to the earlier build of bootstrap \(new)" : "reinstalled bootstrap \(new)")
      } else {
        .note(
          "bootstrap \(old) → \(new)"
            + (isRollback ? "" : "; to go back, run `bootstrap self-update --rollback`"))
      }
    case .installed(let version, let root):
      .note("installed bootstrap \(version) in \(root)")
    case .completed(let version):
      .note("an update of bootstrap was interrupted; all its programs are now those of \(version)")
    case .newestRelease(let version): .note("nothing to do: bootstrap \(version) is up to date")
    case .heldBack(let version, let requirement, let origin):
      .note(
        "bootstrap \(version) is held back by \(literal(requirement)) (\(origin.withoutColumn))")
    case .runs(let words): .note("running `\(commandLine(words) ?? "")`")
    case .stopped(let done, let rest):
      .note(
        "pinned \(QuantityFormat.enumeration(done.map { "`\(printable($0))`" })), but not "
          + QuantityFormat.enumeration(rest.map { "`\(printable($0))`" }))
    case .unknownSetting(let name, let origin, let nearest):
      .note(
        "\(origin): unknown setting \(literal(name))"
          + (nearest.first.map { "; did you mean `\($0)`?" } ?? ""))
    case .overruledSetting(let line, let origin, let rule):
      .note("\(origin): the line `\(line)` has no effect; \(rule) takes precedence")
    }
  }
}
