internal import Commands
internal import Diagnostics
internal import Filesystem
internal import HostPackages
internal import Manifests
internal import Projects
internal import Selection
internal import Setup
internal import Terminal
internal import TextSearch
internal import Trust
internal import Vocabulary
internal import Workflows

/// One run of `setup`: the plan, the question, the steps, and the result.
struct MachineSetup {
  private let session: Session

  /// The variable that is set in the environment of hooks, so that they cannot run `setup`.
  static let hookVariable = "BOOTSTRAP_SETUP_HOOK"

  /// Creates a run in the working directory.
  init(_ session: Session) { self.session = session }

  /// Sets up the machine.
  func run() async throws(Problem) -> ExitCode {
    if session.environment.nonEmpty(Self.hookVariable) != nil { throw .setup(.nested) }
    try checkHome()
    guard let argument = session.arguments.positionals.first else {
      return try await run(in: session)
    }
    let folder = session.workingDirectory.resolving(FilePath(argument))
    if folder.isDirectory { return try await run(in: session.moved(to: folder)) }
    let address: CheckoutAddress?
    do throws(SetupProblem) {
      address = try CheckoutAddress(argument)
    } catch {
      throw .setup(error)
    }
    guard let address else { throw .setup(.clone(.badAddress(argument, .noFolder))) }
    let clone = CloneStep(session, address)
    if session.arguments.has("--plan") || session.arguments.has("--status") {
      return try clone.show()
    }
    guard try await clone.run() else { throw .setup(.declined) }
    return try await run(in: session.moved(to: clone.folder))
  }

  /// Checks that `HOME` belongs to the effective user. `sudo` can leave it set to another user's.
  private func checkHome() throws(Problem) {
    guard let home = session.environment.path("HOME"),
      let status = (try? home.status()) ?? nil, status.owner != FilePath.user
    else { return }
    throw .setup(.foreignHome(path: home.string))
  }

  // MARK: Plan and steps

  private func run(in session: Session) async throws(Problem) -> ExitCode {
    try session.checkOwners()
    if !session.arguments.has("--plan"), !session.arguments.has("--status") {
      try await SetupConsent(session).recordNamedList()
    }
    var workflow = try workflow(session)
    var plan = try await workflow.plan()
    try checkRepeated(in: plan)
    if session.arguments.has("--status") { return show(status: plan) }
    if plan.isOfOtherMachine { session.console.report(.setup(.otherMachine)) }
    if session.arguments.has("--plan") {
      show(plan)
      return .success
    }
    // If packages are missing, one of them may provide the program.
    if !plan.unmet.isEmpty, !plan.open.contains(where: { $0.step.name.kind == .host }) {
      if !session.console.isJSON { show(plan) }
      throw .systemFacts(plan.unmet)
    }
    if plan.open.isEmpty { return finish(plan, doneCount: 0) }
    if !session.console.isJSON { show(plan) }
    var answers = SetupAnswers(session)
    var shown = plan
    // Consent lets checks run, which can find hooks done, and files may have changed meanwhile.
    while try await answers.ask(plan, workflow.request) {
      session.files.forgetAll()
      workflow = try self.workflow(session)
      plan = try await workflow.plan()
      if !plan.isCovered(by: shown) {
        if !session.console.isJSON { show(plan) }
        answers.withdraw()
        shown = plan
      }
    }
    if let entry = plan.continuation, let attempt = entry.report.attempt {
      session.console.report(
        .setup(
          .continues(
            entry.step.name, since: attempt.ended ?? attempt.begun,
            isFailure: attempt.ended != nil)))
    }
    let isShellNew = plan.open.contains { $0.step.name.kind == .shell }
    let count = plan.open.isEmpty ? 0 : try await workflow.carryOut(plan)
    if session.console.isJSON { plan = try await self.workflow(session, forgetting: true).plan() }
    return finish(plan, doneCount: count, isShellNew: isShellNew)
  }

  private func workflow(
    _ session: Session, forgetting: Bool = false
  ) throws(Problem) -> SetupWorkflow {
    if forgetting { session.files.forgetAll() }
    var request = SetupRequest(try SetupParts(session).all())
    request.kinds = try SetupKinds(session.arguments).wanted()
    request.repeated = forgetting ? [] : Set(session.arguments.values(of: "--again"))
    let context = ChangeContext(session)
    let programs = HelperPrograms(
      session.environment, root: session.root, project: session.workingDirectory)
    return SetupWorkflow(
      root: session.root, session.environment, request,
      managers: PackageManager.all(
        programs, on: .current(mayAsk: session.console.isInteractive)),
      SetupSteps(session), observe: context.observe)
  }

  /// Checks that `--again` names steps of the plan.
  private func checkRepeated(in plan: SetupPlan) throws(Problem) {
    let known = plan.entries.map(\.step.name.id)
    for step in session.arguments.values(of: "--again") where !known.contains(step) {
      throw .setup(
        .unknownStep(step, nearest: nearestNames(to: step, in: known), known: known))
    }
  }

  // MARK: Output

  private func show(_ plan: SetupPlan) {
    session.console.print(
      SetupText.lines(of: plan.entries.map(\.report)), json: SetupText.json(of: plan))
    if !session.console.isJSON { report(remaining: plan.unavailable) }
  }

  private func show(status plan: SetupPlan) -> ExitCode {
    session.console.print(
      rows: plan.entries.map(\.report.statusRow), json: SetupText.json(of: plan))
    if !session.console.isJSON { report(remaining: plan.unavailable) }
    let isMissing = plan.entries.contains { $0.report.state.isOpen }
    return session.arguments.has("--missing") && isMissing ? .failure : .success
  }

  private func finish(
    _ plan: SetupPlan, doneCount: Int, isShellNew: Bool = false
  ) -> ExitCode {
    session.console.print([], json: SetupText.json(of: plan))
    session.console.report(
      .setup(
        doneCount == 0 ? .nothingToDo : .finished(count: doneCount)))
    report(
      remaining: (isShellNew ? [.newTerminal] : []) + plan.unavailable)
    return .success
  }

  private func report(remaining: [SetupRemainder]) {
    if !remaining.isEmpty { session.console.report(.setup(.remaining(remaining))) }
  }
}
