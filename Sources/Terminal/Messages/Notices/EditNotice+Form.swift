internal import Diagnostics
internal import Vocabulary

extension EditNotice {
  var form: Notice.Form {
    switch self {
    case .created(let path, let count, let isGlobal):
      .note(
        "created \(path)"
          + (count == 0
            ? "; add your tools to it" : " with \(QuantityFormat.count(count, "tool")); check it")
          + ", then run `bootstrap install\(isGlobal ? " --global" : "")`")
    case .projectAbove(let toolfile, let folder):
      .note(
        "\(toolfile) applies here as long as this directory has no Toolfile; to add a tool to that "
          + "one instead, run `\(bootstrapCommand("add TOOL", in: folder))`")
    case .imported(0): .note("nothing to import: the Toolfile stays as it is")
    case .imported: .note("to lock and install what was added, run `bootstrap install`")
    case .accounted(let report, let isListed):
      .table(
        ((isListed ? report.lines : []) + (report.entryCount > 0 ? [report.account] : []))
          .map { [$0] })
    case .unlockable(let problems): .warning(Problem.sources(problems).messages)
    case .notMapped(let count, let silent):
      .note(
        ((count == 0 ? [] : ["left out \(QuantityFormat.count(count, "package"))"])
          + (silent.isEmpty
            ? [] : ["could not read the packages of \(QuantityFormat.enumeration(silent))"]))
          .joined(separator: "; ") + "; see the comments at the end of the Toolfile"
      )
    case .newGroup(let name): .note("the group `\(name)` is new")
    case .statementAdded(let text, let origin): .note("\(origin.withoutColumn): + \(text)")
    case .statementRemoved(let text, let origin): .note("\(origin.withoutColumn): - \(text)")
    case .declaredAlready(let tool, let origin):
      .note("`\(tool)` is already declared (\(origin.withoutColumn))")
    case .defined(let tool, let package, let source):
      .note(
        "the source of the Toolfile has no package `\(tool)`, so its definition applies: "
          + "\(literal(package)) from \(source)")
    case .definitionHidden(let tool, let actual, let package, let source):
      .note(
        "`\(tool)` comes from \(actual), the source of the Toolfile, but its definition names "
          + "\(literal(package)) from \(source)")
    case .limited(let tool, let version, let missing, let available):
      .note(
        "\(tool) \(version) is not available for "
          + QuantityFormat.enumeration(missing.map(\.rawValue)) + ", so it is limited to "
          + QuantityFormat.enumeration(available.map(\.rawValue)))
    case .uneditable(let statements): .warning(statements.map(\.message))
    case .dryRun: .note("nothing was written, because of `--dry-run`")
    }
  }
}

extension UneditableStatement {
  /// The same message as if the edit had failed altogether.
  fileprivate var message: Message {
    StatementProblem.notEditable(origin, line: line).message
  }
}
