internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Locking
internal import Manifests
internal import Projects
internal import Terminal
internal import Versions
internal import Vocabulary
internal import Workflows

/// `hold`: keeps a tool at one version until the hold is removed.
enum HoldCommand: ChangeCommand {
  static let syntax = CommandSyntax(
    "hold", "Keep a tool at one version, or list the held tools.", family: .locking,
    arguments: .list(placeholder: "[TOOL [VERSION]]", atLeast: 0, atMost: .max),
    options: [
      .init("--reason", value: "TEXT", "write the reason into the comment"),
      .init("--remove", "restore the former requirements of the named tools"),
      .init("--dry-run", "show what would change, and write nothing"),
      .timeout,
      .explanation,
      .global,
      .init("--offline", "do not access the network"),
    ],
    details: [
      "The line in the Toolfile then requires VERSION, or the locked version, and the comment",
      "above it contains the former requirement. `0.17` means the newest version that starts with",
      "it. `update` leaves a held tool alone, even with --write, and `add` ends the hold.",
    ],
    examples: [
      .init("bootstrap hold ruff --reason 'breaks CI'", "keep the locked version of ruff"),
      .init("bootstrap hold ruff 0.17.5", "move ruff to 0.17.5, and keep it there"),
      .init("bootstrap hold --remove ruff", "let ruff move again"),
    ])

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    try session.checkOwners()
    let isRemoval = session.arguments.has("--remove")
    let words = isRemoval ? session.arguments.positionals : toolAndVersion(session)
    if isRemoval, words.isEmpty { throw .usage(.missingArgument("TOOL", command: "hold --remove")) }
    if words.isEmpty { return try list(session) }
    if isRemoval, session.arguments.values["--reason"] != nil {
      throw session.contradiction("--remove", "--reason")
    }
    if !isRemoval, words.count > 2 {
      throw .usage(.unexpectedArgument(words[2], command: session.command))
    }
    try session.checkDirectoryIsInRepository()
    try await change(isRemoval ? words : [words[0]], session)
    return .success
  }

  /// Holds the named tools or ends their holds, then locks and installs them.
  private static func change(_ names: [String], _ session: Session) async throws(Problem) {
    let start = ContinuousClock.now
    let folder = try session.folderToEdit()
    let context = ChangeContext(session)
    let (locking, installing) = (try context.locking(), try context.installing())
    let (edit, tools, report) = try await Consent(session: session).asking {
      () async throws(Problem) in
      let project = try locking.project(
        in: folder, isRelocking: true, session.files, formatPath: session.formatPath)
      let tools = try project.declaredTools(named: names)
      try project.checkToolfileIsWritable()
      let edit = try await self.edit(tools, of: project, EditWorkflow(locking: locking), session)
      if session.arguments.has("--dry-run") { return (edit, tools, InstallWorkflow.Report?.none) }
      let request = try installing.request(for: edit, session.selector(), with: [])
      let report = try await context.progress.show { () async throws(Problem) in
        try await installing.install(request)
      }
      return (edit, tools, report)
    }
    let problem = try session.remainingProblem(of: report)
    if let problem, session.console.isJSON { throw problem }
    show(edit, tools, report, session)
    if let report, !session.console.isJSON {
      report.say(to: session.console, time: .now - start)
    }
    if let problem { throw problem }
  }

  /// Returns the edit that holds the tool or removes the holds.
  private static func edit(
    _ tools: [ToolName], of project: Project, _ workflow: EditWorkflow, _ session: Session
  ) async throws(Problem) -> ProjectEdit {
    if session.arguments.has("--remove") {
      if let other = tools.first(where: { project.toolfile.hold(of: $0) == nil }) {
        throw .project(
          .statement(
            .notHeld(
              tool: other, origin: project.toolfile[other]?.origin ?? .file(project.toolfile.path),
              held: project.toolfile.holds.map(\.tool))))
      }
      return try await workflow.removingHolds(on: tools, in: project)
    }
    var version: TypedVersion?
    if let text = toolAndVersion(session).dropFirst().first {
      guard let typed = TypedVersion(text) else { throw session.badVersion(text, of: tools[0]) }
      version = typed
    }
    return try await workflow.holding(tools[0], at: version, because: reason(session), in: project)
  }

  /// Returns the arguments, with `ruff@0.16` split into `ruff` and `0.16`.
  private static func toolAndVersion(_ session: Session) -> [String] {
    let words = session.arguments.positionals
    let first = words.first?.split(separator: "@", maxSplits: 1).map(String.init) ?? []
    return first + words.dropFirst()
  }

  /// Returns the value of `--reason` on a single line, or `nil` if it contains no words.
  private static func reason(_ session: Session) -> String? {
    let text = session.arguments.values["--reason"] ?? ""
    let words = text.split { $0.isWhitespace || $0.isNewline || ($0.asciiValue ?? 32) < 32 }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  /// Prints the held tools.
  private static func list(_ session: Session) throws(Problem) -> ExitCode {
    let folder = try session.projectFolder()
    let project = try Project.load(
      folder, in: session.files, session.environment, formatPath: session.formatPath)
    let holds = project.toolfile.holds
    session.console.print(
      rows: holds.map { hold in
        [
          hold.tool.text, hold.version, "\(hold.held(in: project.toolfile).origin)",
          hold.former == .any ? "was any" : "was \(hold.former)", hold.reason ?? "",
        ]
      },
      json: .object(["schema": 1, "held": .array(holds.map { $0.json(in: project.toolfile) })]))
    if holds.isEmpty { session.console.report(.update(.nothingHeld)) }
    return .success
  }

  /// Prints the changes of an edit. JSON output also lists the named tools that are held after it.
  ///
  /// - Parameter report: What the install did, or `nil` for a dry run.
  private static func show(
    _ edit: ProjectEdit, _ tools: [ToolName], _ report: InstallWorkflow.Report?,
    _ session: Session
  ) {
    let (old, new) = (edit.previous.toolfile, edit.project.toolfile)
    if session.console.isJSON {
      session.console.print(
        [],
        json: .object(
          edit.json(isWritten: report?.isEditWritten ?? false) + [
            .init(
              name: "held",
              value: .array(tools.compactMap { new.hold(of: $0)?.json(in: new) }))
          ] + (report.map { InstallCommand.json($0) } ?? [])))
      return
    }
    for tool in tools {
      session.console.reportLines(
        from: old.linesWithHold(of: tool), to: new.linesWithHold(of: tool), in: new.path)
    }
    edit.reportLock(session.console, isDryRun: report == nil)
  }
}
