internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Manifests
internal import Projects
internal import Setup
internal import Terminal
internal import TextSearch
internal import Trust
internal import Vocabulary
internal import Workflows

/// One run of `setup`: the plan, the question, the steps, and the result.
struct MachineSetup {
  private let session: Session

  /// Creates a run in the working directory.
  init(_ session: Session) { self.session = session }

  /// Sets up the machine.
  func run() async throws(Problem) -> ExitCode {
    try session.checkMayUseHooks()
    guard let argument = session.arguments.positionals.first else {
      return try await run(in: session)
    }
    let folder = session.workingDirectory.resolving(FilePath(argument))
    if folder.isDirectory {
      let session = session.moved(to: folder)
      try checkHasToolfile(session)
      return try await run(in: session)
    }
    let address: CheckoutAddress?
    do throws(SetupProblem) {
      address = try CheckoutAddress(argument)
    } catch {
      throw .setup(error)
    }
    guard let address else { throw .setup(.clone(.badAddress(argument, .noFolder))) }
    let clone = CloneStep(session, address)
    if clone.isDone { return try await run(in: session.moved(to: clone.folder)) }
    if session.arguments.has("--plan") || session.arguments.has("--status") {
      return try clone.show()
    }
    let permission = try SetupPermission(session)
    try permission.check(address, installing: clone.missingPackages)
    guard try await clone.run(permission) else { throw .setup(.declined) }
    return try await run(in: session.moved(to: clone.folder))
  }

  /// Checks that a folder that the user named is in a project. For a wrong folder, setup would
  /// otherwise run only the steps of `~/Toolfile`.
  private func checkHasToolfile(_ session: Session) throws(Problem) {
    let folder = session.workingDirectory
    let found = try session.projectFolder()
    if found != folder, session.environment.isHome(found) {
      throw .project(.file(.noManifest(directory: folder.string)))
    }
  }

  // MARK: Plan and steps

  private func run(in session: Session) async throws(Problem) -> ExitCode {
    try session.checkOwners()
    if !session.arguments.has("--plan"), !session.arguments.has("--status") {
      try await SetupConsent(session).recordNamedList()
    }
    let workflow = try workflow(session)
    let plan = try await workflow.plan()
    try checkRepeated(in: plan)
    if session.arguments.has("--status") { return show(status: plan) }
    if plan.isOfOtherMachine { session.console.report(.setup(.otherMachine)) }
    if session.arguments.has("--plan") {
      show(plan)
      return .success
    }
    // If packages are missing, one of them may provide the program.
    let isHopeless = !plan.unmet.isEmpty && !plan.open.contains { $0.step.name.kind == .host }
    if !session.console.isJSON, isHopeless || !plan.open.isEmpty { show(plan) }
    try SetupPermission(session).check(plan)
    if isHopeless { throw .systemFacts(plan.unmet) }
    if plan.open.isEmpty { return finish(plan, doneCount: 0) }
    return try await carryOut(plan, workflow, in: session)
  }

  /// Asks the questions about a plan that has been shown, and carries it out.
  private func carryOut(
    _ plan: SetupPlan, _ workflow: SetupWorkflow, in session: Session
  ) async throws(Problem) -> ExitCode {
    let (plan, workflow) = try await agreed(plan, workflow, in: session)
    if let entry = plan.continuation, let attempt = entry.report.attempt {
      session.console.report(
        .setup(
          .continues(
            entry.step.name, since: attempt.ended ?? attempt.begun,
            isFailure: attempt.ended != nil)))
    }
    let isShellNew = plan.open.contains { $0.step.name.kind == .shell }
    try SetupPermission(session).check(plan)
    let count = plan.open.isEmpty ? 0 : try await workflow.carryOut(plan)
    var result = plan
    if session.console.isJSON { result = try await self.workflow(session, forgetting: true).plan() }
    return finish(result, doneCount: count, isShellNew: isShellNew)
  }

  /// Returns the plan that the user has agreed to. After consent, checks can show that hooks are
  /// already done, and files can change before the user answers.
  private func agreed(
    _ plan: SetupPlan, _ workflow: SetupWorkflow, in session: Session
  ) async throws(Problem) -> (SetupPlan, SetupWorkflow) {
    var (plan, workflow, shown) = (plan, workflow, plan)
    var answers = SetupAnswers(session)
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
    return (plan, workflow)
  }

  private func workflow(
    _ session: Session, forgetting: Bool = false
  ) throws(Problem) -> SetupWorkflow {
    if forgetting { session.files.forgetAll() }
    var request = SetupRequest(try SetupParts(session).all())
    let groups = request.parts.flatMap { $0.toolfile.groups.map(\.name) }
    if let unknown = session.groups.names.subtracting(groups.map(\.text)).min() {
      throw .project(.statement(.unknownGroup(unknown, known: groups)))
    }
    request.kinds = try SetupKinds(session.arguments).wanted()
    request.repeated = forgetting ? [] : Set(session.arguments.values(of: "--again"))
    return SetupWorkflow(session, request)
  }

  /// Checks that `--again` names steps of the plan.
  private func checkRepeated(in plan: SetupPlan) throws(Problem) {
    // A step of the project and one of `~/Toolfile` can have the same id.
    var seen: Set<String> = []
    let known = plan.entries.map(\.step.name.id).filter { seen.insert($0).inserted }
    for step in session.arguments.values(of: "--again") where !known.contains(step) {
      let named = known.filter { $0.hasSuffix(":\(step)") }
      let nearest = named.isEmpty ? nearestNames(to: step, in: known) : named
      throw .setup(.unknownStep(step, nearest: nearest, known: known))
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
