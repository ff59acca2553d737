internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Locking
internal import Manifests
internal import Projects
internal import SourceKinds
internal import Terminal
internal import TextSearch
internal import Versions
internal import Vocabulary
internal import Workflows

enum AddCommand: ChangeCommand {
  static let syntax = CommandSyntax(
    "add", "Add tools to the Toolfile, then lock and install them.", family: .locking,
    arguments: .list(placeholder: "TOOL[@REQUIREMENT]…", atLeast: 1, atMost: .max),
    options: [
      .init("--source", value: "SOURCE", "take the tools from SOURCE instead of their definitions"),
      .init("--pypi", value: "NAME", "take the tool from this package of the Python index"),
      .init("--gem", value: "NAME", "take the tool from this gem"),
      .init("--github", value: "OWNER/NAME", "take the tool from the releases of this repository"),
      .init("--group", value: "NAME", "add the tools to this group"),
      .init("--new-group", value: "NAME", "create this group, even if its name is like another's"),
      .init(
        "--platforms", value: "LIST", "limit the tools to these platforms, with commas",
        isRepeatable: true),
      .init("--dry-run", "show what would be written, and write nothing"),
      .timeout,
      .explanation,
      .global,
      .init("--offline", "do not access the network"),
    ],
    examples: [
      .init("bootstrap add ruff", "add the newest version and those compatible with it"),
      .init("bootstrap add node@24", "add the newest version that begins with 24"),
      .init("bootstrap add 'cmake@>= 3.28, < 5'", "add with this requirement, or replace it"),
    ])

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    let start = ContinuousClock.now
    try session.checkOwners()
    try session.checkDirectoryIsInRepository()
    let additions = try additions(session)
    let context = ChangeContext(session, failsForOccupiedShims: true)
    let locking = try context.locking()
    let installing = try context.installing()
    let isDryRun = session.arguments.has("--dry-run")
    let consent = Consent(session: session, edit: .addition)
    let (edit, report) = try await consent.asking { () async throws(Problem) in
      let project = try project(locking, session)
      try checkGroup(of: project, session)
      let edit: ProjectEdit
      do throws(Problem) {
        edit = try await EditWorkflow(locking: locking).adding(additions, to: project)
      } catch {
        throw AddSuggestion(session: session, additions: additions).completing(error)
      }
      if isDryRun { return (edit, InstallWorkflow.Report?.none) }
      let groups = GroupChoice(with: Set(additions.compactMap(\.group?.text)))
      let request = try installing.request(for: edit, session.selector(), with: groups)
      let report = try await context.progress.show { () async throws(Problem) in
        try await installing.install(request)
      }
      return (edit, report)
    }
    let problem = try session.remainingProblem(of: report)
    if let problem, session.console.isJSON { throw problem }
    show(edit, additions, report, session)
    if let report, !session.console.isJSON {
      report.say(to: session.console, time: .now - start)
    }
    if let problem { throw problem }
    return .success
  }

  /// Returns the nearest project, or a new one in the working directory.
  private static func project(
    _ locking: LockWorkflow, _ session: Session
  ) throws(Problem) -> Project {
    let folder = try session.nearestFolderToEdit()
    let project = try locking.project(
      in: folder ?? session.workingDirectory, isRelocking: true, isNew: folder == nil,
      session.files, formatPath: session.formatPath)
    try project.checkToolfileIsWritable()
    return project
  }

  // MARK: - Arguments

  private static func additions(
    _ session: Session
  ) throws(Problem) -> [EditWorkflow.Addition] {
    let options = try options(session)
    let group = try group(session)
    var additions: [EditWorkflow.Addition] = []
    var words: [ToolName: String] = [:]
    let all = session.arguments.positionals
    for (index, word) in all.enumerated() {
      if index > 0, let problem = session.requirementApart(all[index...], of: all[index - 1]) {
        throw problem
      }
      let (name, requirement) = try toolAndRequirement(word, session)
      if let known = additions.first(where: { $0.tool.name == name }) {
        if known.tool.requirement == requirement { continue }
        throw .usage(.toolTwice(name.text, words: [words[name] ?? name.text, word]))
      }
      words[name] = word
      additions.append(
        .init(
          NewTool(name, requirement, options: options), to: group, typed: typedVersion(in: word)))
    }
    return additions
  }

  /// Returns the group to add the tools to, or `nil` for the top level of the Toolfile.
  private static func group(_ session: Session) throws(Problem) -> GroupName? {
    let given = ["--group", "--new-group"].compactMap { option in
      session.arguments.values[option].map { (option: option, name: $0) }
    }
    if given.count > 1 { throw session.contradiction("--group", "--new-group") }
    guard let (option, name) = given.first else { return nil }
    guard let group = GroupName(name) else {
      throw .usage(.badValue(name, option: option, expected: .groupName))
    }
    return group
  }

  /// Checks that `--group` names a group of the project, or a new one that is unlike all others.
  private static func checkGroup(of project: Project, _ session: Session) throws(Problem) {
    let known = [GroupName.default] + project.toolfile.groups.map(\.name)
    guard let name = session.arguments.values["--group"],
      !known.contains(where: { $0.text == name })
    else { return }
    let nearest = nearestNames(to: name, in: known)
    guard let best = nearest.first else { return }
    throw .project(
      .statement(
        .similarGroup(
          name, nearest: nearest,
          retry: session.retry(replacingOption: "--group", with: ("--group", best.text)),
          creating: session.retry(replacingOption: "--group", with: ("--new-group", name)))))
  }

  /// Returns what follows `@`, or `nil` if that is nothing or another requirement than a version.
  private static func typedVersion(in word: String) -> TypedVersion? {
    word.firstIndex(of: "@").flatMap { TypedVersion(word[word.index(after: $0)...]) }
  }

  /// Returns the text of a version without a `v` before its number.
  private static func withoutLetter(_ text: String) -> String {
    VersionText(text)?.withoutLetter.text ?? text
  }

  /// Parses `ruff` or `ruff@~> 1.4`. No requirement means any version.
  private static func toolAndRequirement(
    _ word: String, _ session: Session
  ) throws(Problem) -> (ToolName, Requirement) {
    let parts = word.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = ToolName(parts[0]) else {
      let meant = MisspelledTool(word).meant
      throw .usage(
        .badToolName(
          String(parts[0]), retry: meant.map { retry(replacing: word, with: $0, session) } ?? []))
    }
    if parts.count == 1 { return (name, .any) }
    let text = withoutLetter(String(parts[1]))
    do {
      return (name, try Requirement(parsing: [text]))
    } catch {
      let meant = Requirement(approximating: text).map { requirement in
        requirement == .any ? name.text : "\(name)@\(requirement.texts.joined(separator: ", "))"
      }
      throw .usage(
        .badRequirement(
          text, tool: name.text, RequirementFault(error),
          retry: meant.map { session.retry(replacing: word, with: [$0]) } ?? []))
    }
  }

  /// Returns the command line with other words in place of a tool. With an option for one tool, the
  /// command line adds only that tool.
  private static func retry(
    replacing word: String, with others: [String], _ session: Session
  ) -> [String] {
    guard others.count > 1 else { return session.retry(replacing: word, with: others) }
    let options = ["--source", "--pypi", "--gem", "--github"]
    if options.contains(where: { session.arguments.values[$0] != nil }) { return [] }
    let dropped = session.arguments.positionals.filter { $0 != word }
    let alone = dropped.reduce(session.arguments) { $0.replacing($1, with: []) }
    return ["bootstrap", session.command] + alone.replacing(word, with: others).words
  }

  /// Returns the options of every tool to add: its source or package, and its platforms.
  private static func options(_ session: Session) throws(Problem) -> [Toolfile.MapEntry] {
    var options: [Toolfile.MapEntry] = []
    for key in ["source", "pypi", "gem", "github"] {
      guard let value = session.arguments.values["--\(key)"] else { continue }
      // A tool has one source, and a package belongs to one tool.
      if let other = options.first { throw session.contradiction("--\(other.key)", "--\(key)") }
      if key != "source", session.arguments.positionals.count > 1 {
        let others = Array(session.arguments.positionals.dropFirst())
        throw .usage(
          .optionForOneTool(
            "--\(key)", count: others.count + 1,
            // The package may have the name of one of the tools.
            retry: others.contains(value) ? [] : session.retry(without: others, appending: [])))
      }
      let sources = SourceCatalog.standard.names
      if key == "source", !sources.contains(value) {
        throw .usage(.badValue(value, option: "--source", expected: .source(sources)))
      }
      if key != "source", let form = RegistryReview.fault(of: value, in: key) {
        throw .usage(.badValue(value, option: "--\(key)", expected: .package(form)))
      }
      options.append(.init(key: key, value: .string(value)))
    }
    let lists = session.arguments.values(of: "--platforms")
    if lists.isEmpty { return options }
    let names = lists.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let platforms = try Platform.named(
      names.map { String($0.drop { $0 == " " }) }, option: "--platforms")
    return options
      + [.init(key: "platforms", value: .array(platforms.map { .string($0.rawValue) }))]
  }
}
