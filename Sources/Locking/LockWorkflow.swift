package import Diagnostics
internal import Filesystem
internal import Layout
package import Manifests
package import Projects
internal import Selection
package import SourceKinds
package import ToolSources
package import Trust
package import Versions
package import Vocabulary

/// Creates the lock of a project: queries the sources, chooses versions, and records the exact
/// bytes for every platform.
package struct LockWorkflow: Sendable {
  /// The time after which a search for versions gives up unless the user sets another, in seconds.
  package static let defaultSecondsLimit = VersionSelection.defaultSecondsLimit

  let sources: SourceProvider
  let trust: TrustGate
  /// The time at which cooldowns are measured.
  let now: ReleaseTime
  /// The time after which the search for versions gives up, in seconds.
  private let secondsLimit: Int
  private var observe: @Sendable (Notice) -> Void
  /// Whether to ignore the policy's cooldown when choosing versions, to find out whether it alone
  /// excludes them.
  private var ignoresPolicyCooldown = false

  /// Creates a workflow.
  ///
  /// - Parameters:
  ///   - sources: Opens the sources of tools.
  ///   - trust: Checks that the user has accepted the sources of a project.
  ///   - now: The time at which cooldowns are measured.
  ///   - secondsLimit: The time after which the search for versions gives up, in seconds.
  ///   - observe: Receives notices, possibly on several threads at once.
  package init(
    sources: SourceProvider, trust: TrustGate, now: ReleaseTime,
    secondsLimit: Int = defaultSecondsLimit,
    observe: @escaping @Sendable (Notice) -> Void
  ) {
    self.sources = sources
    self.trust = trust
    self.now = now
    self.secondsLimit = secondsLimit
    self.observe = observe
  }

  /// Returns a lock that matches the project. Keeps whatever still fits of the previous lock, and
  /// does not query the sources of unchanged tools.
  ///
  /// - Throws: ``Problem/syntax(_:)`` if no definition has a `version_command` for a required
  ///   system program, ``LockProblem/conflict(_:)`` if no versions meet all requirements,
  ///   ``LockProblem/publishersChanged(_:)`` if a publisher is not that of the previous lock,
  ///   ``LockProblem/unmetProvenance(_:)`` if a publisher does not meet a demand,
  ///   ``StatementProblem/collidingVariable(_:tools:)`` if two tools share an environment variable,
  ///   ``LockProblem/systemTool(_:path:version:needs:pin:)`` if a system tool does not meet its
  ///   requirements, or ``Problem/sources(_:)`` with the problems of the sources.
  package func resolve(_ request: LockRequest) async throws(Problem) -> LockResult {
    var request = request.governed(by: sources.access.policy)
    let project = request.project
    try SystemFacts.checkAreDefined(project.toolfile.systemRequirements, in: sources.access.root)
    if request.update == .nothing {
      request.difference = request.previous.map { project.difference(from: $0) }
    }
    if let previous = request.previous, request.difference?.isEmpty ?? false,
      try BuildCompletion.complete(previous.tools) == previous.tools
    {
      try Self.checkVariablesAreDistinct(project.requests.map(\.tool))
      try checkPolicy(permits: previous, of: project)
      return LockResult(lock: previous, outlooks: [:])
    }
    do {
      return try await permittedLock(request)
    } catch {
      // A link may lead to a file with secrets.
      if project.toolfilePath.leadsOutside { throw error }
      throw error.quoting(project.toolfile.bytes, of: project.toolfile.path)
    }
  }

  /// Locks a project, and writes the lock if it changed.
  ///
  /// - Throws: The problems of ``resolve(_:)``, or ``SystemProblem`` if the lock cannot be written.
  package func relock(_ request: LockRequest) async throws(Problem) -> LockResult {
    let result = try await resolve(request)
    try Self.checkIsReadable(
      result.lock, replacing: request.previous, named: request.project.lockName)
    _ = try request.project.write(result.lock)
    return result
  }

  /// Resolves a request whose lock may differ from the previous one. If the policy's cooldown alone
  /// makes this fail, throws the problem with the policy instead.
  private func permittedLock(_ request: LockRequest) async throws(Problem) -> LockResult {
    do {
      let result = try await changedLock(request)
      try checkPolicy(permits: result.lock, of: request.project)
      return result
    } catch {
      if let problem = await cooldownProblem(request, error) { throw problem }
      throw error
    }
  }

  /// Returns the problem that the policy's cooldown excludes versions, or `nil` if `problem` has
  /// another cause.
  private func cooldownProblem(_ request: LockRequest, _ problem: Problem) async -> Problem? {
    guard sources.access.policy.minimumCooldown != nil, problem.exitCode == .notAvailable else {
      return nil
    }
    var other = self
    other.ignoresPolicyCooldown = true
    other.observe = { _ in }
    do throws(Problem) {
      try checkPolicy(permits: try await other.changedLock(request).lock, of: request.project)
      return nil
    } catch {
      if case .policy = error { return error }
      return nil
    }
  }

  /// Resolves a request whose lock may differ from the previous one.
  private func changedLock(_ request: LockRequest) async throws(Problem) -> LockResult {
    let (context, registries) = try await prepare(request)
    let project = request.project
    let stanzas = try await ReleaseContentPrefetcher.withPrefetcher(announcing: request.announce) {
      (prefetcher) async throws(Problem) in
      try await Self.stanzas(context, PublisherComparison(request), prefetcher)
    }
    try Self.checkVariablesAreDistinct(stanzas.tools.map(\.name))
    if let bundled = context.bundled {
      for tool in stanzas.tools where tool.isGem && request.previous?[tool.name] == nil {
        try bundled.versions.check(tool)
      }
    }
    try await checkSystemTools(project, stanzas.tools)
    let lock = Lockfile(
      platforms: project.platforms, registries: registries,
      tools: try BuildCompletion.complete(stanzas.tools), replacing: request.previous)
    return LockResult(lock: lock, outlooks: stanzas.outlooks)
  }

  /// Returns the versions of a tool of the project that its source lists. Keeps nothing of what the
  /// source says about them.
  ///
  /// - Throws: The problems of ``resolve(_:)`` that do not depend on a choice of versions.
  package func versions(
    of tool: ToolName, in project: Project
  ) async throws(Problem) -> [Version] {
    let (context, _) = try await prepare(LockRequest(project, replacing: project.lock))
    let queries = try context.queries(for: project.requests.filter { $0.tool == tool })
    let candidates = try await concurrentResults(queries) { query async throws(Problem) in
      try await mappingSourceErrors { () async throws(SourceError) in
        try await Candidates(listing: query)
      }
    }
    return candidates.flatMap { $0.package.releases.map(\.version) }
  }

  /// Returns the definition of a tool of the project that names no source, as far as it is known
  /// without a request, or `nil` if no registry defines it.
  package func definition(of tool: ToolName, in project: Project) async -> AppliedDefinition? {
    await DefinitionReview(sources).knownDefinitions(of: project)[tool]
  }

  /// Returns a lock for tools that no Toolfile declares, such as pinned tools. The registries
  /// define these tools. Writes no files.
  ///
  /// - Throws: The problems of ``resolve(_:)``.
  package func lock(
    of project: Project, definedBy registries: Registries
  ) async throws(Problem) -> Lockfile {
    let project = project.governed(by: sources.access.policy)
    let found = ProjectDefinitions(of: project, registries) { _ in nil }
    if !found.problems.isEmpty { throw .sources(found.problems) }
    let context = context(of: project, found.definitions)
    let stanzas = try await ReleaseContentPrefetcher.withPrefetcher(announcing: { _, _ in }) {
      (prefetcher) async throws(Problem) in
      try await Self.stanzas(
        context, PublisherComparison(LockRequest(project, replacing: nil)), prefetcher)
    }
    try await checkSystemTools(project, stanzas.tools)
    let lock = Lockfile(
      platforms: project.platforms, tools: try BuildCompletion.complete(stanzas.tools))
    try checkPolicy(permits: lock, of: project)
    return lock
  }

  /// Returns the stanzas of the new lock. If keeping stanzas leads to a conflict, tries again with
  /// their versions as mere preferences.
  private static func stanzas(
    _ context: LockContext, _ publishers: PublisherComparison,
    _ prefetcher: ReleaseContentPrefetcher
  ) async throws(Problem) -> LockAttempt.Stanzas {
    var attempt = LockAttempt(context: context, publishers, prefetcher)
    do {
      return try await attempt.stanzas()
    } catch {
      guard case .project(.lock(.conflict)) = error, context.previous.keepsStanzas else {
        throw error
      }
      var second = context
      second.previous = context.previous.asPreferences
      attempt = LockAttempt(context: second, publishers, prefetcher, after: attempt)
      return try await attempt.stanzas()
    }
  }

  /// Looks up the definitions of the project's tools and what the previous lock says about them.
  ///
  /// - Throws: The problems of ``resolve(_:)`` that are known before a source is queried.
  func prepare(
    _ request: LockRequest
  ) async throws(Problem) -> (context: LockContext, registries: [LockedRegistry]) {
    let (project, update) = (request.project, request.update)
    try Self.checkVariablesAreDistinct(project.requests.map(\.tool))
    // A registry on a server is requested only with consent, and only its definitions reveal what
    // else needs consent.
    try checkPolicy(permitsRegistriesOf: project)
    try trust.check(sources.registryRequests(of: project))
    let meanings = try await DefinitionReview(sources).definitions(
      of: project, request.previous, update)
    try checkPolicy(permitsToolsOf: project, meanings.definitions, meanings.registries)
    try trust.check(sources.requests(of: project, meanings.definitions))
    var context = context(of: project, meanings.definitions)
    context.previous = PreviousLock(
      request.previous, of: project, updating: update,
      knowing: request.difference)
    try context.addBundledVersions()
    context.update = update
    context.preference = request.preference
    return (context, meanings.registries)
  }

  /// Returns the context for locking `project` without a previous lock.
  ///
  /// - Parameters:
  ///   - project: The project.
  ///   - definitions: See ``LockContext/definitions``.
  func context(
    of project: Project, _ definitions: [ToolName: AppliedDefinition]
  ) -> LockContext {
    LockContext(
      project: project, sources: sources, trust: trust, definitions: definitions, now: now,
      observe: observe, secondsLimit: secondsLimit,
      minimumCooldown: ignoresPolicyCooldown ? nil : sources.access.policy.minimumCooldown?.value)
  }

  /// Checks the system tools, which `.tool-version` pins to `system`. Each must meet the
  /// requirements of the Toolfile and of the locked tools.
  ///
  /// - Throws: ``LockProblem/systemTool(_:path:version:needs:pin:)`` for the first system tool
  ///   that does not meet them.
  private func checkSystemTools(_ project: Project, _ tools: [LockedTool]) async throws(Problem) {
    for name in project.systemTools.sorted() {
      var needs = tools.flatMap { tool in
        tool.needs.filter { $0.tool == name }.map {
          SystemTool.Need(
            requester: .tool(tool.name, tool.version), requirement: $0.requirement,
            isCheckedByInstall: tool.isGem && name == .ruby)
        }
      }
      if let wanted = project.toolfile[name]?.requirement.value, wanted != .any {
        needs.insert(
          .init(requester: .toolfile, requirement: wanted, isCheckedByInstall: false), at: 0)
      }
      guard !needs.isEmpty, let pin = project.pins?.pin(of: name) else { continue }
      let notice = try await sources.systemTool(name).check(
        needs, pin: pin.origin, config: sources.access.configPath)
      if let notice { observe(notice) }
    }
  }

  /// Checks that no two tools share the environment variable that overrides a tool's version, as
  /// `a-b` and `a.b` do. It would be ambiguous which tool the value of such a variable is for.
  ///
  /// - Throws: ``StatementProblem/collidingVariable(_:tools:)`` for the first shared variable.
  private static func checkVariablesAreDistinct(_ tools: [ToolName]) throws(Problem) {
    for (variable, tools) in Dictionary(grouping: tools, by: \.environmentVariable).sorted(by: {
      $0.key < $1.key
    })
    where tools.count > 1 {
      throw .project(.statement(.collidingVariable(variable, tools: tools.sorted())))
    }
  }
}

extension SourceProvider {
  /// Returns a tool of the system. A program inside the root or the project is never asked.
  fileprivate func systemTool(_ name: ToolName) -> SystemTool {
    let helpers = access.helpers
    let program = access.settings.systemPrograms[name.text].flatMap {
      helpers.admits($0) ? $0 : nil
    }
    return SystemTool(name: name, program: program, environment: helpers.environment)
  }
}
