internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Manifests
internal import Projects
internal import Terminal
internal import Versions
internal import Workflows

enum AddCommand: ChangeCommand {
  static let syntax = CommandSyntax(
    "add", "Add tools to the Toolfile, then lock and install them.", family: .locking,
    arguments: .list(placeholder: "TOOL[@REQUIREMENT]…", atLeast: 1, atMost: .max),
    options: [
      .init("--source", value: "SOURCE", "take the tools from SOURCE instead of their definitions"),
      .init("--pypi", value: "NAME", "take the tool from this package of the Python index"),
      .init("--github", value: "OWNER/NAME", "take the tool from the releases of this repository"),
      .init("--group", value: "NAME", "add the tools to this group"),
      .init("--platforms", value: "LIST", "limit the tools to these platforms, with commas"),
      .init("--dry-run", "show what would be written, and write nothing"),
      .init("--offline", "do not access the network"),
    ],
    examples: [
      .init("bootstrap add ruff", "add the newest version and those compatible with it"),
      .init("bootstrap add 'cmake@>= 3.28, < 5'", "add with this requirement, or replace it"),
    ])

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    let start = ContinuousClock.now
    try session.checkOwners()
    let additions = try additions(session)
    let context = ChangeContext(session)
    let locking = try context.locking()
    let installing = try context.installing()
    let isDryRun = session.arguments.has("--dry-run")
    let consent = Consent(session: session, isForEdit: true)
    let (edit, report) = try await consent.asking { () async throws(Problem) in
      let project = try project(locking, session)
      let edit = try await EditWorkflow(locking: locking).adding(additions, to: project)
      if isDryRun { return (edit, InstallWorkflow.Report?.none) }
      let groups = Set(additions.compactMap(\.group?.text))
      let request = try installing.request(for: edit, session.selector(), with: groups)
      let report = try await context.progress.show { () async throws(Problem) in
        try await installing.install(request)
      }
      return (edit, report)
    }
    show(edit, additions.map(\.tool.name), report, session)
    if let report, !session.console.isJSON {
      InstallCommand.say(report, time: .now - start, session.console)
    }
    return .success
  }

  /// Returns the nearest project, or a new one in the working directory.
  private static func project(
    _ locking: LockWorkflow, _ session: Session
  ) throws(Problem) -> Project {
    let folder = try Project.folder(above: session.workingDirectory, session.environment)
    let project = try locking.project(
      in: folder ?? session.workingDirectory, isRelocking: true, isNew: folder == nil,
      formatPath: session.formatPath)
    if !session.arguments.has("--dry-run") { try project.checkToolfileIsWritable() }
    return project
  }

  // MARK: - Arguments

  private static func additions(
    _ session: Session
  ) throws(Problem) -> [EditWorkflow.Addition] {
    let options = try options(session)
    var group: GroupName?
    if let text = session.arguments.values["--group"] {
      group = GroupName(text)
      if group == nil {
        throw .usage(.badValue(text, option: "--group", expected: .groupName))
      }
    }
    var additions: [EditWorkflow.Addition] = []
    for word in session.arguments.positionals {
      let (name, requirement) = try toolAndRequirement(word)
      if additions.contains(where: { $0.tool.name == name }) {
        throw .usage(.unexpectedArgument(word, command: session.command))
      }
      additions.append(.init(NewTool(name, requirement, options: options), to: group))
    }
    return additions
  }

  /// Parses `ruff` or `ruff@~> 1.4`. As in a Toolfile, a version without an operator means exactly
  /// that version, and no requirement means any version.
  private static func toolAndRequirement(
    _ word: String
  ) throws(Problem) -> (ToolName, Requirement) {
    let parts = word.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = ToolName(parts[0]) else { throw .usage(.badToolName(String(parts[0]))) }
    if parts.count == 1 { return (name, .any) }
    let text = String(parts[1])
    do throws(RequirementError) {
      return (name, try Requirement(parsing: [text]))
    } catch {
      throw .usage(.badRequirement(text, tool: name.text, RequirementFault(error)))
    }
  }

  /// Returns the options of every tool to add: its source or package, and its platforms.
  private static func options(_ session: Session) throws(Problem) -> [Toolfile.MapEntry] {
    var options: [Toolfile.MapEntry] = []
    for key in ["source", "pypi", "github"] {
      guard let value = session.arguments.values["--\(key)"] else { continue }
      // A tool has one source, and a package belongs to one tool.
      if !options.isEmpty || key != "source" && session.arguments.positionals.count > 1 {
        throw .usage(.unexpectedArgument("--\(key)", command: session.command))
      }
      if key != "source", let form = RegistryReview.fault(of: value, in: key) {
        throw .usage(.badValue(value, option: "--\(key)", expected: .package(form)))
      }
      options.append(.init(key: key, value: .string(value)))
    }
    guard let list = session.arguments.values["--platforms"] else { return options }
    let names = list.split(separator: ",", omittingEmptySubsequences: false)
    let platforms = try Platform.named(
      names.map { String($0.drop { $0 == " " }) }, option: "--platforms")
    return options
      + [.init(key: "platforms", value: .array(platforms.map { .string($0.rawValue) }))]
  }

  // MARK: - Results

  private static func show(
    _ edit: ProjectEdit, _ names: [ToolName], _ report: InstallWorkflow.Report?, _ session: Session
  ) {
    let console = session.console
    let (old, new) = (edit.previous.toolfile, edit.project.toolfile)
    let tools = names.compactMap { new[$0] }
    if console.isJSON {
      let members: [JSON.Member] = [
        .init(
          name: "tools",
          value: .array(
            tools.map { tool in
              let locked = edit.project.lock?[tool.name]
              return .object([
                "name": .string(tool.name.text),
                "requirement": .string(tool.requirement.value.description),
                "version": .optional(locked?.version.text),
                "source": .optional(locked?.declaration.source),
                "origin": .string(tool.origin.withoutColumn.description),
                "text": .optional(new.text(of: tool.name)),
                "changed": .bool(old.text(of: tool.name) != new.text(of: tool.name)),
              ])
            }))
      ]
      console.print(
        [],
        json: .object(
          edit.json(isWritten: report?.isEditWritten ?? false) + members
            + (report.map { InstallCommand.json($0) } ?? [])))
      return
    }
    for tool in tools {
      guard let added = new.changedLine(of: tool.name, since: old) else {
        console.report(.declaredAlready(tool: tool.name.text, origin: tool.origin))
        continue
      }
      if let removed = old.changedLine(of: tool.name, since: new) {
        console.report(.statementRemoved(text: removed.text, origin: removed.origin))
      }
      console.report(.statementAdded(text: added.text, origin: added.origin))
    }
    edit.reportLock(console, isDryRun: report == nil)
  }
}
