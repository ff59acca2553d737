internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Terminal
internal import Vocabulary
internal import Workflows

enum PruneCommand: ChangeCommand {
  static let syntax = CommandSyntax(
    "prune", "Remove the versions and downloads that no known project or global pin names.",
    family: .maintaining,
    options: [
      .init("--dry-run", "only print what would be removed, and why"),
      .init("--yes", short: "-y", "do not ask; needed where there is no terminal"),
      .init("--keep", value: "N", "keep the N newest versions of each tool"),
      .init("--older-than", value: "AGE", "remove only what was not used for AGE, such as 30d"),
      .init(
        "--forget", value: "DIR", "forget the project in DIR, as if it were gone",
        isRepeatable: true),
    ],
    details: [
      "A project is known once you ran `install`, `lock`, or `local` in it. Without --older-than,",
      "keeps what was used in the last 30 days. A missing project keeps its tools for 30 days.",
      "What was removed stays in the trash for a day: `bootstrap trash restore` undoes a prune.",
    ],
    examples: [
      .init("bootstrap prune --dry-run", "list what would be removed, with size, age, and reason"),
      .init("bootstrap prune --yes --keep 2", "keep the two newest versions of each tool"),
      .init("bootstrap prune --yes --older-than 12w", "remove what was not used for 12 weeks"),
      .init("bootstrap prune --dry-run --forget ~/old", "also list what only this project needs"),
    ])

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    let (isDryRun, isAgreed) = (session.arguments.has("--dry-run"), session.arguments.has("--yes"))
    if isDryRun, isAgreed {
      throw .usage(.contradiction("--dry-run", "--yes", command: session.command, meanings: []))
    }
    let now = WallClock.now
    let pruning = PruneWorkflow(
      root: session.root, environment: session.environment, limits: try limits(session), now: now,
      space: try? session.root.path.freeSpace(), observe: ChangeContext(session).observe)
    let plan = try await pruning.plan(formatPath: session.formatAbsolutePath)
    let text = PruneOutput(session, now: now)
    if !session.console.isJSON {
      session.console.print(rows: text.rows(of: plan), json: .null)
      for notice in text.notices(about: plan) { session.console.report(.prune(notice)) }
    }
    if isDryRun || plan.isEmpty {
      if !isDryRun, try pruning.hasOtherWork(plan) { _ = try await pruning.prune(plan) }
      session.console.print([], json: text.json(of: plan, isDone: false, isInTrash: false))
      reportForgotten(plan, isDone: !isDryRun, session)
      session.console.report(
        .prune(
          plan.isEmpty
            ? .nothingToPrune
            : .wouldPrune(text.amount(of: plan), isFinal: pruning.deletesAtOnce)))
      return .success
    }
    let question = Question.prune(text.amount(of: plan), isFinal: pruning.deletesAtOnce)
    if !isAgreed, try !confirms(question, session) { return .failure }
    let report = try await pruning.prune(plan)
    session.console.print(
      [], json: text.json(of: report.removed, isDone: true, isInTrash: report.isInTrash))
    reportForgotten(report.removed, isDone: true, session)
    session.console.report(
      .prune(
        report.removed.isEmpty
          ? .nothingLeft
          : .pruned(text.amount(of: report.removed), isInTrash: report.isInTrash)))
    return .success
  }

  /// Asks the user.
  ///
  /// - Throws: ``UsageProblem`` if nobody can be asked.
  private static func confirms(
    _ question: Question, _ session: Session
  ) throws(Problem) -> Bool {
    guard session.console.isInteractive else {
      throw .usage(
        .nobodyToAsk(
          command: session.command, options: typedLimits(session),
          isJSON: session.console.isJSON))
    }
    return session.console.confirms(question)
  }

  /// Returns the options that determine what is removed, as the user typed them.
  private static func typedLimits(_ session: Session) -> [String] {
    let limits = ["--keep", "--older-than"].flatMap { option in
      session.arguments.values[option].map { [option, $0] } ?? []
    }
    return limits + session.arguments.values(of: "--forget").flatMap { ["--forget", $0] }
  }

  /// Reports the projects that the user asked to forget.
  private static func reportForgotten(_ plan: PrunePlan, isDone: Bool, _ session: Session) {
    for project in plan.projects where project.reason == .forgotten {
      session.console.report(
        .prune(
          .projectForgotten(
            folder: session.formatAbsolutePath(project.folder), isDone: isDone)))
    }
  }

  private static func limits(_ session: Session) throws(Problem) -> PrunePlan.Limits {
    var limits = PrunePlan.Limits()
    if let text = session.arguments.values["--keep"] {
      guard let number = Int(text), (1...1000).contains(number) else {
        throw .usage(.badValue(text, option: "--keep", expected: .number(1...1000)))
      }
      limits.keptCount = number
    }
    if let text = session.arguments.values["--older-than"] {
      guard let age = Cooldown(text) else {
        throw .usage(.badValue(text, option: "--older-than", expected: .duration))
      }
      limits.minimumAge = Int64(age.seconds)
    }
    for text in session.arguments.values(of: "--forget") {
      // An empty word comes from a variable that is not set, and would mean this directory.
      if text.isEmpty {
        throw .usage(.badValue(text, option: "--forget", expected: .existingFolder))
      }
      limits.forgotten.append(session.workingDirectory.resolving(FilePath(text)))
    }
    return limits
  }
}
