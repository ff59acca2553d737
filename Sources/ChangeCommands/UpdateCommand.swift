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

extension CommandSyntax.Option {
  /// `--conservative`, for the commands that update tools.
  static let conservative = CommandSyntax.Option(
    "--conservative", "keep the versions of tools that others need, if possible")
}

enum UpdateCommand: ChangeCommand {
  static let syntax = CommandSyntax(
    "update", "Move locked tools to newer versions, then install them.", family: .locking,
    aliases: [.init("upgrade")],
    arguments: .list(placeholder: "[TOOL…]", atLeast: 0, atMost: .max),
    options: [
      .init("--patch", "prefer 1.2.9 to 1.3.0 after 1.2.3"),
      .init("--minor", "prefer 1.9.0 to 2.0.0 after 1.2.3"),
      .init("--major", "prefer the newest version that fits (the default)"),
      .init("--strict", "with --patch or --minor, permit nothing else"),
      .conservative,
      .init("--pre", "admit prereleases"),
      .init("--group", value: "NAME", "update the tools of this group", isRepeatable: true),
      .init("--except", value: "TOOL", "leave this tool alone", isRepeatable: true),
      .init("--write", "replace requirements in the Toolfile that exclude newer versions"),
      .init(
        "--accept-publisher", value: "TOOL", "lock TOOL although its publisher changed",
        isRepeatable: true),
      .init("--dry-run", "show what would change, and write nothing"),
      .timeout,
      .explanation,
      .global,
      .init("--offline", "do not access the network"),
    ],
    examples: [
      .init("bootstrap update --patch --strict ruff", "take only bug fixes of ruff")
    ])

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    let start = ContinuousClock.now
    try session.checkOwners()
    try session.checkDirectoryIsInRepository()
    let preference = try preference(session)
    let folder = try session.folderToEdit()
    let context = ChangeContext(session, failsForOccupiedShims: true)
    let locking = try context.locking()
    let installing = try context.installing()
    let arguments = session.arguments
    let isDryRun = arguments.has("--dry-run")
    let consent = Consent(session: session, edit: .update)
    let (result, report) = try await consent.asking { () async throws(Problem) in
      let project = try locking.project(
        in: folder, isRelocking: true, session.files, formatPath: session.formatPath)
      let update = try update(of: project, preference, session)
      if update.raisesRequirements { try project.checkToolfileIsWritable() }
      let result = try await EditWorkflow(locking: locking).updating(update, in: project)
      if isDryRun { return (result, InstallWorkflow.Report?.none) }
      let groups = GroupChoice(with: Set(arguments.values(of: "--group")))
      let request = try installing.request(
        for: result.edit, session.selector(), with: groups)
      let report = try await context.progress.show { () async throws(Problem) in
        try await installing.install(request)
      }
      return (result, report)
    }
    let problem = try session.remainingProblem(of: report)
    if let problem, session.console.isJSON { throw problem }
    show(UpdateSummary(result), report, time: .now - start, session)
    if let problem { throw problem }
    return .success
  }

  /// Prints what was updated.
  ///
  /// - Parameter report: What the install did, or `nil` for a dry run.
  private static func show(
    _ summary: UpdateSummary, _ report: InstallWorkflow.Report?, time: Duration,
    _ session: Session
  ) {
    if session.console.isJSON {
      session.console.print(
        [],
        json: .object(
          summary.json(isWritten: report?.isEditWritten ?? false)
            + (report.map { InstallCommand.json($0) } ?? [])))
      return
    }
    summary.show(
      session.console, isDryRun: report == nil, isRaising: session.arguments.has("--write"))
    if let report { report.say(to: session.console, time: time) }
  }

  /// Returns what to update in a project, and how.
  private static func update(
    of project: Project, _ preference: UpdatePreference, _ session: Session
  ) throws(Problem) -> EditWorkflow.Update {
    var update = EditWorkflow.Update()
    update.tools = try tools(of: project, session)
    update.excepted = Set(
      try project.declaredTools(
        named: session.arguments.values(of: "--except"), includingLocked: true))
    update.preference = preference
    update.isConservative = session.arguments.has("--conservative")
    update.raisesRequirements = session.arguments.has("--write")
    update.acceptedPublishers = try project.tools(named: session.acceptedPublishers)
    return update
  }

  /// Returns the order in which versions are preferred.
  private static func preference(_ session: Session) throws(Problem) -> UpdatePreference {
    let arguments = session.arguments
    let levels = [UpdatePreference.Level.patch, .minor, .major].filter {
      arguments.has("--\($0.rawValue)")
    }
    if levels.count > 1 {
      throw session.contradiction("--\(levels[0].rawValue)", "--\(levels[1].rawValue)")
    }
    if arguments.has("--strict"), levels.first ?? .major == .major {
      let major = arguments.has("--major") ? ["--major"] : []
      throw .usage(
        .optionAlone(
          "--strict", without: ["--minor", "--patch"],
          lines: ["--minor", "--patch"].map { session.retry(without: major, appending: [$0]) }))
    }
    return UpdatePreference(
      level: levels.first ?? .major, isStrict: arguments.has("--strict"),
      admitsPrereleases: arguments.has("--pre"))
  }

  /// Returns the tools to update, or `nil` for all.
  ///
  /// - Throws: ``Problem`` if a name is neither a declared or locked tool nor a group.
  private static func tools(
    of project: Project, _ session: Session
  ) throws(Problem) -> Set<ToolName>? {
    let groups = session.arguments.values(of: "--group")
    var tools = Set(
      try project.declaredTools(named: session.arguments.positionals, includingLocked: true))
    for group in groups { tools.formUnion(try project.tools(inGroup: group)) }
    return groups.isEmpty && tools.isEmpty ? nil : tools
  }
}
