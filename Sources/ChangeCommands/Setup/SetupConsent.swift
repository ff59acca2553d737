internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Installation
internal import Manifests
internal import Projects
internal import Setup
internal import SourceKinds
internal import Terminal
internal import Trust
internal import Vocabulary
internal import Workflows

/// The requests for consent that the Toolfiles of a setup make, compared with the user's answers.
struct SetupConsent {
  private let session: Session
  private let context: ChangeContext

  /// Creates the consent of a session.
  init(_ session: Session) {
    self.session = session
    context = ChangeContext(session)
  }

  /// Returns whether a hook may run: the machine's policy permits hooks, and the user has accepted
  /// this one or it needs no consent.
  func accepts(_ hook: Toolfile.Hook, of part: SetupRequest.Part) throws(Problem) -> Bool {
    // The command that checks a hook is part of the hook.
    if try Policy.read().line(turningOff: .hooks) != nil { return false }
    return try openRequests(HookText(hook, in: part.hookFolder), hook.origin, part).isEmpty
  }

  /// Checks that a hook may run: the user has accepted it, or it needs no consent.
  ///
  /// - Throws: ``Problem/trust(_:)``.
  func check(
    _ text: HookText, from origin: Origin, of part: SetupRequest.Part
  ) throws(Problem) {
    let open = try openRequests(text, origin, part)
    if !open.isEmpty { throw .trust(problem(open, of: part, try consentFolder(of: part))) }
  }

  /// Records consent to a hook, unless the hook needs none or consent is not recorded.
  func extend(to text: HookText, of part: SetupRequest.Part) throws(Problem) {
    let rule = context.trust.rule
    if isOwn(part) || rule.acceptsEverything || rule.acceptsOneList { return }
    try rule.ledger.accept(TrustList([.hook(text)]), for: try consentFolder(of: part))
  }

  private func openRequests(
    _ text: HookText, _ origin: Origin, _ part: SetupRequest.Part
  ) throws(Problem) -> [TrustProblem.Request] {
    if isOwn(part) { return [] }
    return try context.trust.rule.open(
      [TrustProblem.Request(.hook(text), origin: origin)], for: try consentFolder(of: part))
  }

  private func problem(
    _ open: [TrustProblem.Request], of part: SetupRequest.Part, _ folder: FilePath
  ) -> TrustProblem {
    let rule = context.trust.rule
    var problem = TrustProblem(
      folder: Array(folder.bytes), project: session.formatAbsolutePath(folder),
      directory: directory(of: part), requests: open,
      listObstacle: rule.hasList ? .differs : nil)
    problem.rule = rule.ciRule
    return problem
  }

  /// Returns the open requests of the first Toolfile that has any, or `nil` if there are none.
  func openRequests(
    _ plan: SetupPlan, _ request: SetupRequest
  ) async throws(Problem) -> TrustProblem? {
    let rule = context.trust.rule
    for part in request.parts {
      let asked = try await asked(by: part, plan, request)
      var open = try rule.open(asked.needed, for: asked.folder)
      if !open.isEmpty, !rule.ledger.isChangeable, let named = await namedList(),
        named.folder == asked.folder
      {
        // The list is accepted, but cannot be recorded. The setup then fails because of the root.
        let lines = Set(named.list.lines)
        open.removeAll { lines.contains($0.item.line) }
      }
      if !open.isEmpty { return problem(open, of: part, asked.folder) }
    }
    return nil
  }

  /// Checks, without a terminal, that the user has accepted every request. In continuous
  /// integration, reports the requests that are accepted for that reason.
  ///
  /// - Throws: ``Problem/trust(_:)``.
  func check(_ plan: SetupPlan, _ request: SetupRequest) async throws(Problem) {
    if let problem = try await openRequests(plan, request) { throw .trust(problem) }
    guard context.trust.rule.acceptsEverything else { return }
    for part in request.parts {
      try context.trust.check(try await asked(by: part, plan, request))
    }
  }

  /// Records the list in `BOOTSTRAP_TRUST`, if it is the list of the working directory and the root
  /// can be changed.
  func recordNamedList() async throws(Problem) {
    let rule = context.trust.rule
    guard rule.ledger.isChangeable, let asked = await namedList() else { return }
    try rule.recordList(of: asked)
  }

  /// Returns the requests of the working directory, or `nil` if `BOOTSTRAP_TRUST` does not name
  /// their list.
  private func namedList() async -> FolderRequests? {
    let rule = context.trust.rule
    guard rule.hasList,
      let asked = try? await context.trusting().requests(for: session.selector()),
      rule.namesList(of: asked)
    else { return nil }
    return asked
  }

  /// Returns the requests of a Toolfile: its hooks and packages, and the requests of its tools that
  /// are known without asking a server.
  private func asked(
    by part: SetupRequest.Part, _ plan: SetupPlan, _ request: SetupRequest
  ) async throws(Problem) -> FolderRequests {
    let folder = try consentFolder(of: part)
    var asked = FolderRequests(folder: folder, directory: directory(of: part).map { FilePath($0) })
    if isOwn(part) { return asked }
    let session = session.moved(to: part.folder)
    let project = try Project.load(
      part.folder, in: session.files, session.environment, formatPath: session.formatPath)
    let managers = plan.open.compactMap { HostPackageManager($0.step) }
    let own = SetupRequests(of: project, needs: [])
      .needed(for: folder, hooks: request.kinds.contains(.hooks), managers: managers)
    asked.add(own.needed)
    asked.add(packages(plan, besides: request))
    if project.lock != nil, plan.open.contains(where: { $0.step.name.kind == .tools }),
      let tools = try? await ChangeContext(session).trusting().requests(for: session.selector())
    {
      asked.add(tools.needed)
    }
    return asked
  }

  /// Returns requests for the packages that only builds need. A project's lock or definitions can
  /// name any package, so a package needs consent unless bootstrap itself, the shipped registry, or
  /// a registry of the user names it.
  private func packages(
    _ plan: SetupPlan, besides request: SetupRequest
  ) -> [TrustProblem.Request] {
    plan.open.flatMap { entry -> [TrustProblem.Request] in
      guard case .host(let manager, let names) = entry.step.action else { return [] }
      let stated = request.parts.flatMap(\.hostPackages).flatMap { $0.names[manager] ?? [] }
      let others = Set(names).subtracting(stated)
        .subtracting(HostShortage.commonPackages(of: manager))
      if others.isEmpty { return [] }
      return others.subtracting(Registries.trusted(in: session.root).hostPackages(of: manager))
        .sorted().map { TrustProblem.Request(.hostPackage(manager, name: $0)) }
    }
  }

  private func isOwn(_ part: SetupRequest.Part) -> Bool {
    part.isOfHome && OwnToolfile().includes(part.folder.appending(Toolfile.name))
  }

  private func consentFolder(of part: SetupRequest.Part) throws(Problem) -> FilePath {
    try Project.consentFolder(of: part.folder, session.environment)
  }

  /// Returns the folder of a part for the commands that messages advise, or `nil` if it is the
  /// working directory.
  func directory(of part: SetupRequest.Part) -> String? {
    let path = session.formatPath(part.folder)
    return path == "." ? nil : path
  }
}

extension HostPackageManager {
  /// The manager of a step that installs packages. `nil` for any other step.
  fileprivate init?(_ step: SetupStep) {
    guard case .host(let manager, _) = step.action else { return nil }
    self = manager
  }
}
