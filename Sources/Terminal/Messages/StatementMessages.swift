internal import Diagnostics
internal import TextSearch
internal import Vocabulary

extension StatementProblem {
  /// The message for this problem.
  var message: Message {
    switch self {
    case .unknownTool(
      let tool, let nearest, let passedOver, let isInProject, let isDefined):
      Message(
        "unknown-tool",
        isInProject
          ? "this project has no tool `\(tool)`" : "nothing selects a version of \(tool) here"
      )
      .column("passed over", passedOver.map(\.sentence))
      .similar(nearest)
      .detail(
        "run",
        isInProject || !nearest.isEmpty
          ? nil : "bootstrap \(isDefined ? "local --install" : "search") \(shellWord(tool))")
    case .gemOfTool(let gem, let owners, let retry):
      Message(
        "gem-of-tool",
        "`\(gem)` is a gem of \(QuantityFormat.enumeration(owners.map { "`\($0)`" })), not a tool"
      )
      .detail("run", commandLine(retry))
    case .notDeclared(let tool, let path, let nearest, let requesters):
      Message("not-declared", "\(path) does not declare `\(tool)`")
        .similar(nearest)
        .detail("needed by", requesters)
    case .notHeld(let tool, let origin, let held):
      Message("not-held", "`\(tool)` is not held")
        .detail("declared", origin.description)
        .detail("held", held.map(\.text))
    case .declaredAlready(let tool, let origin):
      Message("declared-already", "`\(tool)` is already declared")
        .detail("declared", origin.description)
        .detail("try", "edit that line: `add` changes only the requirement of a declared tool")
    case .unknownGroup(let group, let known):
      Message("unknown-group", "the Toolfile has no group `\(group)`")
        .similar(nearestNames(to: group, in: known))
        .detail("groups", key: "it has", known.map(\.text))
    case .similarGroup(let group, let nearest, let retry, let creating):
      Message("unknown-group", "the Toolfile has no group `\(group)`")
        .similar(nearest)
        .detail("run", commandLine(retry))
        .detail("to create", key: "create", commandLine(creating))
    case .notEditable(let origin, let line):
      Message(
        "not-editable", "\(origin.withoutColumn) cannot be edited without changing other lines"
      )
      .detail("try", line.map { "write by hand: \($0)" } ?? "remove it by hand")
    case .noPlatformLeft(let origin, let retry):
      Message("no-platform-left", "\(origin.withoutColumn) must keep at least one platform")
        .detail("try", commandLine(retry).map { "add another one as well: \($0)" })
        .detail(
          "or",
          origin == .file(origin.path ?? "")
            ? nil : "remove the line by hand, for the default platforms")
    case .collidingVariable(let variable, let tools):
      Message(
        "colliding-variable",
        "tools \(QuantityFormat.enumeration(tools.map(\.text))) would share the environment "
          + "variable `\(variable)`")
    case .ambiguousNeed(let tool, let requesters):
      Message(
        "ambiguous-need",
        "\(QuantityFormat.enumeration(requesters)) need `\(tool)` from different places"
      )
      .detail("try", "declare the tool in the Toolfile: tool \"\(tool)\"")
    }
  }
}
