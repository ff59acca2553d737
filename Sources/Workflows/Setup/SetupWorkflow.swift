package import Diagnostics
package import Filesystem
package import HostPackages
package import Layout
internal import Manifests
internal import Setup
internal import Trust
internal import Vocabulary

/// Sets up a machine from Toolfiles: checks system programs, installs packages and tools, runs
/// hooks, and sets up the shell.
///
/// ``SetupJournal`` records the start and the end of each step. The first failure ends the setup.
/// The next setup continues there, because it leaves out finished steps.
package struct SetupWorkflow: Sendable {
  let root: Root
  let environment: Environment
  package let request: SetupRequest
  let managers: [PackageManager]
  let actions: any SetupActions
  let machine: String
  let observe: @Sendable (WorkflowEvent) -> Void

  /// Creates a workflow.
  ///
  /// - Parameters:
  ///   - root: The root that records the steps.
  ///   - environment: The variables that locate the system programs.
  ///   - request: The Toolfiles, and the kinds of steps to run.
  ///   - managers: The package managers of this machine, the system's own first.
  ///   - actions: The actions that only the command can carry out.
  ///   - machine: The identity of this machine.
  ///   - observe: Receives notices and progress.
  package init(
    root: Root, _ environment: Environment, _ request: SetupRequest,
    managers: [PackageManager], _ actions: any SetupActions,
    machine: String = MachineIdentity.current,
    observe: @escaping @Sendable (WorkflowEvent) -> Void
  ) {
    self.root = root
    self.environment = environment
    self.request = request
    self.managers = managers
    self.actions = actions
    self.machine = machine
    self.observe = observe
  }

  /// The time to wait for another setup, which may be building a tool or waiting for its user.
  private static let lockWait = Duration.seconds(7200)

  // MARK: Carrying out

  /// Runs the open steps of a plan in order, and returns their number.
  ///
  /// - Throws: The ``Problem`` of the first step that fails. The effects of earlier steps remain.
  package func carryOut(_ plan: SetupPlan) async throws(Problem) -> Int {
    let lock = try lock()
    root.removeAbandonedFilesOfSetups()
    try await awaitSurvivingHooks()
    var accepted = try AcceptedHooks(plan, request, actions)
    var done = 0
    var rest = plan.open[...]
    while let entry = rest.popFirst() {
      do throws(Problem) {
        try await carryOut(entry, &accepted)
        if entry.step.name.kind == .host, rest.first?.step.name.kind != .host, !plan.unmet.isEmpty {
          try checkSystem()
        }
      } catch {
        let left = rest.map(\.step.name)
        if !left.isEmpty { observe(.notice(.setup(.leftOut(left)))) }
        throw error
      }
      done += 1
    }
    _ = consume lock
    return done
  }

  /// Waits for other setups to end, and excludes them until the lock is released.
  private func lock() throws(Problem) -> FileLock {
    try mappingFileErrors { () throws(FileError) in
      try root.checkFolders()
      try root.setups.makeDirectories(permissions: 0o700)
    }
    do {
      return try FileLock.acquire(
        root.setupLock, purpose: "setup", timeout: Self.lockWait
      ) { [observe] holder in observe(.notice(.progress(.waiting(holder: holder)))) }
    } catch {
      throw Problem(error)
    }
  }

  private func carryOut(
    _ entry: SetupPlan.Entry, _ accepted: inout AcceptedHooks
  ) async throws(Problem) {
    try accepted.check(entry.step.name)
    do throws(Problem) {
      try await carryOut(entry)
    } catch {
      // The next attempt must not ask about files that this one created. Only the step's own
      // failure counts here.
      if entry.step.name.kind == .hooks { try? accepted.extend(after: entry.step.name) }
      throw error
    }
    if entry.step.name.kind == .hooks { try accepted.extend(after: entry.step.name) }
  }

  private func carryOut(_ entry: SetupPlan.Entry) async throws(Problem) {
    let step = entry.step
    let part = request.parts[entry.partIndex]
    // Another setup may have run the step while this one waited.
    var journal = try mappingFileErrors(try journal(of: part))
    let isRecorded = journal.attempt(of: step)?.result == .done
    if case .hook(let hook) = step.action, hook.check == nil, isRecorded, hook.isOnce,
      !entry.report.isRepeated
    {
      return
    }
    let start = ContinuousClock.now
    try mappingFileErrors { () throws(FileError) in try journal.begin(step, now: WallClock.now) }
    observe(.notice(.setup(.began(step.name))))
    do {
      let found = try await perform(entry, of: part)
      try mappingFileErrors { () throws(FileError) in
        try journal.end(step, .done, found: found, now: WallClock.now)
      }
    } catch {
      // If the record fails as well, the step's own problem is the one to report.
      try? journal.end(
        step, error == .interrupted ? .interrupted : .failed, now: WallClock.now)
      throw error
    }
    observe(.notice(.setup(.ended(step.name, .now - start))))
  }

  /// Performs a step. Returns the packages that are installed afterward.
  private func perform(
    _ entry: SetupPlan.Entry, of part: SetupRequest.Part
  ) async throws(Problem) -> [String: String] {
    switch entry.step.action {
    case .system: break
    case .host(let kind, let names): return try await install(names, by: kind)
    case .tools: try await actions.installTools(of: part)
    case .hook(let hook): try await run(hook, entry, of: part)
    case .shell: try actions.setUpShell()
    }
    return [:]
  }

  // MARK: Packages

  private func install(
    _ names: [String], by kind: HostPackageManager
  ) async throws(Problem) -> [String: String] {
    guard let manager = managers.first(where: { $0.kind == kind }) else { return [:] }
    let log = try log(named: "\(kind.rawValue).log")
    do {
      return try await manager.install(names, log: log) { [observe] event in
        observe(.packages(kind, event))
      }.installed
    } catch {
      throw .hostPackages(error)
    }
  }

  /// Returns the path for a new log, after deleting an old one.
  private func log(named name: String) throws(Problem) -> FilePath {
    try mappingFileErrors { () throws(FileError) in
      try root.setupLogs.makeDirectories(permissions: 0o700)
      let log = root.setupLogs.appending(name)
      try log.removeFile()
      return log
    }
  }

  // MARK: Hooks

  private func run(
    _ hook: Toolfile.Hook, _ entry: SetupPlan.Entry, of part: SetupRequest.Part
  ) async throws(Problem) {
    let run = HookRun(hook, in: part.hookFolder, try actions.hookEnvironment(of: part))
    if !entry.report.isRepeated, try await run.isDone() == true { return }
    let toolfile = part.folder.appending(Toolfile.name)
    let text = try mappingFileErrors(try toolfile.contentsIfPresent(limit: 1 << 24))
    let log = try log(named: "\(part.identifier)-\(hook.name).log")
    let title = "hook:\(hook.name)"
    do {
      try await run.run(
        log: log, record: recording(entry.step, of: part), formatPath: actions.formatPath
      ) { [observe] lines in
        observe(.hook(title, lines))
      }
    } catch {
      throw explaining(error, of: part)
    }
    // A step must not be recorded as done if a power failure could still undo its effects.
    for folder in [part.hookFolder, environment.path("HOME")].compactMap(\.self)
    where folder.isDirectory {
      try mappingFileErrors(try FilePath.synchronizeTrees([folder]))
    }
    if try mappingFileErrors(try toolfile.contentsIfPresent(limit: 1 << 24)) != text {
      throw .setup(.changedToolfile(hook.name, path: actions.formatPath(toolfile)))
    }
    try await run.verify(log: log, formatPath: actions.formatPath)
  }

  /// Adds to a hook's failure the tool that the hook lacks because its group is not installed, if
  /// there is one.
  private func explaining(_ problem: Problem, of part: SetupRequest.Part) -> Problem {
    guard case .setup(.hook(let failure)) = problem, failure.end == .code(127) else {
      return problem
    }
    return .setup(
      .hook(
        .init(
          failure.name, command: failure.command, origin: failure.origin, end: failure.end,
          lastLines: failure.lastLines, log: failure.log,
          excluded: actions.excludedTool(in: failure.command, of: part))))
  }

  func journal(of part: SetupRequest.Part) throws(FileError) -> SetupJournal {
    try SetupJournal(of: part.folder, in: root, machine: machine)
  }
}

extension SetupRequest.Part {
  /// The prefix of the names of the part's logs.
  var identifier: String { String(SHA256Digest(of: folder.bytes).hexadecimal.prefix(12)) }
}
