internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Locking
internal import Manifests
internal import Projects
internal import Terminal
internal import Vocabulary
internal import Workflows

enum RemoveCommand: ChangeCommand {
  static let syntax = CommandSyntax(
    "remove", "Remove tools from the Toolfile and the lock.", family: .locking,
    arguments: .list(placeholder: "TOOL…", atLeast: 1, atMost: .max),
    options: [
      .init("--dry-run", "show what would be removed, and write nothing"),
      .timeout,
      .explanation,
      .global,
      .init("--offline", "do not access the network"),
    ],
    details: [
      "All other tools keep their versions. What is installed stays; see `bootstrap uninstall`."
    ],
    examples: [.init("bootstrap remove ruff", "remove ruff from this project")])

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    try session.checkOwners()
    try session.checkDirectoryIsInRepository()
    let folder = try session.folderToEdit()
    let locking = try ChangeContext(session).locking()
    let isDryRun = session.arguments.has("--dry-run")
    let (edit, names) = try await Consent(session: session).asking { () async throws(Problem) in
      let project = try locking.project(
        in: folder, isRelocking: true, session.files, formatPath: session.formatPath)
      let names = try project.declaredTools(named: session.arguments.positionals)
      try project.checkToolfileIsWritable()
      return (try await EditWorkflow(locking: locking).removing(names, from: project), names)
    }
    var isWritten = false
    if !isDryRun {
      isWritten = try await edit.write(for: session.selector()) { [console = session.console] in
        console.report($0)
      }
    }
    show(edit, names, isWritten: isWritten, session)
    return .success
  }

  private static func show(
    _ edit: ProjectEdit, _ names: [ToolName], isWritten: Bool, _ session: Session
  ) {
    let console = session.console
    let tools = names.compactMap { edit.previous.toolfile[$0] }
    let pins = names.compactMap { edit.project.pins?.pin(of: $0) }
    let titles = isWritten ? installedTitles(of: names, edit, session) : []
    if console.isJSON {
      console.print(
        [],
        json: .object(
          edit.json(isWritten: isWritten) + [
            .init(name: "removed", value: .array(tools.map { removed($0, by: edit) })),
            .init(name: "stays_installed", value: .strings(titles)),
            .init(name: "stays_pinned", value: .strings(pins.map(\.tool.text))),
          ]))
      return
    }
    for tool in tools {
      let toolfile = edit.previous.toolfile
      console.reportLines(from: toolfile.linesWithHold(of: tool.name), to: [], in: toolfile.path)
    }
    edit.reportLock(console, isDryRun: session.arguments.has("--dry-run"))
    for name in names where edit.project.lock?[name] != nil {
      console.report(
        .lock(
          .stillLocked(
            tool: name, requesters: edit.project.lock?.requesters(of: name) ?? [])))
    }
    let folder = edit.project.folder
    let shown = folder == session.workingDirectory ? nil : session.formatPath(folder)
    for pin in pins {
      console.report(.pin(.stays(tool: pin.tool, origin: pin.origin, folder: shown)))
    }
    if !titles.isEmpty { console.report(.install(.staysInstalled(titles: titles))) }
  }

  /// Returns the JSON of a tool that the edit removed from the Toolfile.
  private static func removed(_ tool: Toolfile.Tool, by edit: ProjectEdit) -> JSON {
    .object([
      "name": .string(tool.name.text),
      "origin": .origin(tool.origin.withoutColumn),
      "text": .optional(edit.previous.toolfile.text(of: tool.name)),
      "needed_by": .strings(edit.project.lock?.requesters(of: tool.name) ?? []),
    ])
  }

  /// Returns the versions that the edit removed from the lock and that are installed.
  private static func installedTitles(
    of names: [ToolName], _ edit: ProjectEdit, _ session: Session
  ) -> [String] {
    var titles: [String] = []
    for name in names where edit.project.lock?[name] == nil {
      guard let version = edit.previous.lock?[name]?.version else { continue }
      // The files are written by now, and this is only a hint.
      let installed = (try? session.root.installedVersions(of: name)) ?? []
      if installed.contains(where: { $0.version == version }) {
        titles.append("\(name) \(version)")
      }
    }
    return titles
  }
}
