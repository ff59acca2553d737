internal import Commands
internal import Diagnostics
internal import Manifests
internal import Projects
internal import Terminal
internal import Versions
internal import Vocabulary
internal import Workflows

extension AddCommand {
  /// Reports what the command adds, or prints it as JSON. `report` is `nil` after a dry run.
  static func show(
    _ edit: ProjectEdit, _ additions: [EditWorkflow.Addition], _ report: InstallWorkflow.Report?,
    _ session: Session
  ) {
    let (console, old, new) = (session.console, edit.previous.toolfile, edit.project.toolfile)
    let tools = additions.compactMap { new[$0.tool.name] }
    let newGroup = additions.first?.group.flatMap { group in
      group == .default || old.groups.contains { $0.name == group } ? nil : group
    }
    if console.isJSON {
      let members: [JSON.Member] = [
        .init(name: "tools", value: .array(tools.map { json(of: $0, in: edit) })),
        .init(name: "new_group", value: .optional(newGroup?.text)),
      ]
      console.print(
        [],
        json: .object(
          edit.json(isWritten: report?.isEditWritten ?? false) + members
            + (report.map { InstallCommand.json($0) } ?? [])))
      return
    }
    if let newGroup { console.report(.edit(.newGroup(newGroup))) }
    for tool in tools {
      let oldLines = old.linesWithHold(of: tool.name)
      let newLines = new.linesWithHold(of: tool.name)
      if oldLines.map(\.text) == newLines.map(\.text) {
        console.report(.edit(.declaredAlready(tool: tool.name, origin: tool.origin)))
      } else {
        console.reportLines(from: oldLines, to: newLines, in: new.path)
      }
    }
    let notices =
      tools.map { definition(of: $0.name, in: edit) }
      + tools.map { limit(of: $0, in: edit, additions) }
    for notice in notices.compactMap(\.self) { console.report(notice) }
    edit.reportLock(console, isDryRun: report == nil)
    for notice in edit.project.unlistedPlatforms(of: Set(tools.map(\.name))) {
      console.report(notice)
    }
  }

  /// Returns the notice that a new tool is what its definition states, although a `source`
  /// statement applies to it, or that it is another package. Returns `nil` if nothing is hidden.
  private static func definition(of tool: ToolName, in edit: ProjectEdit) -> Notice? {
    guard let declared = edit.project.lock?[tool]?.declaration else { return nil }
    if let hidden = edit.hiddenPackages[tool] {
      return .edit(
        .definitionHidden(
          tool: tool, actual: declared.source, package: hidden.package, source: hidden.source))
    }
    guard edit.definedTools.contains(tool), let package = declared[LockedDeclaration.packageKey]
    else { return nil }
    return .edit(.defined(tool: tool, package: package, source: declared.source))
  }

  /// Returns the notice that a new tool is limited to platforms, although the user named none, or
  /// `nil` if it is not.
  private static func limit(
    of tool: Toolfile.Tool, in edit: ProjectEdit, _ additions: [EditWorkflow.Addition]
  ) -> Notice? {
    guard edit.previous.toolfile[tool.name] == nil, let available = tool.platforms,
      let addition = additions.first(where: { $0.tool.name == tool.name }),
      !addition.namesPlatforms, let version = edit.project.lock?[tool.name]?.version
    else { return nil }
    return .edit(
      .limited(
        tool: tool.name, version: version,
        missing: edit.project.platforms.filter { !available.contains($0) }, available: available))
  }

  private static func json(of tool: Toolfile.Tool, in edit: ProjectEdit) -> JSON {
    let (old, new) = (edit.previous.toolfile, edit.project.toolfile)
    let locked = edit.project.lock?[tool.name]
    return .object([
      "name": .string(tool.name.text),
      "requirement": .string(tool.requirement.value.description),
      "version": .optional(locked?.version.text),
      "source": .optional(locked?.declaration.source),
      "origin": .origin(tool.origin.withoutColumn),
      "text": .optional(new.text(of: tool.name)),
      "changed": .bool(old.text(of: tool.name) != new.text(of: tool.name)),
    ])
  }
}
