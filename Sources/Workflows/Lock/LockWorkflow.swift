package import Diagnostics
internal import Filesystem
internal import Layout
package import Manifests
package import Projects
internal import Selection
internal import SourceKinds
package import ToolSources
package import Trust
package import Versions
package import Vocabulary

/// Creates the lock of a project: queries the sources, chooses versions, and records the exact
/// bytes for every platform.
package struct LockWorkflow: Sendable {
  /// The tools that may move to newer versions even if the locked ones still meet all requirements.
  package enum Update: Hashable, Sendable {
    /// No tool. Locked versions stay as long as they meet all requirements.
    case nothing
    /// Only these tools. All others keep their locked versions as long as those meet all
    /// requirements, even if one of these tools could then be newer.
    case tools(Set<ToolName>)
    /// All tools.
    case everything
  }

  /// The time after which a search for versions gives up unless the user sets another, in seconds.
  package static let defaultSecondsLimit = 120

  let sources: SourceProvider
  let trust: TrustGate
  /// The time at which cooldowns are measured.
  private let now: ReleaseTime
  /// The time after which the search for versions gives up, in seconds.
  private let secondsLimit: Int
  private let observe: @Sendable (WorkflowEvent) -> Void

  /// Creates a workflow.
  ///
  /// - Parameters:
  ///   - sources: Opens the sources of tools.
  ///   - trust: Checks that the user has accepted the sources of a project.
  ///   - now: The time at which cooldowns are measured.
  ///   - secondsLimit: The time after which the search for versions gives up, in seconds.
  ///   - observe: Receives progress events, possibly on several threads at once.
  package init(
    sources: SourceProvider, trust: TrustGate, now: ReleaseTime,
    secondsLimit: Int = defaultSecondsLimit,
    observe: @escaping @Sendable (WorkflowEvent) -> Void
  ) {
    self.sources = sources
    self.trust = trust
    self.now = now
    self.secondsLimit = secondsLimit
    self.observe = observe
  }

  /// Locks `project`, based on its previous lock, and writes the lock if it changed.
  ///
  /// - Parameters:
  ///   - project: The project to lock.
  ///   - update: The tools that may move to newer versions.
  ///   - publishers: The tools whose publisher may differ from that in the previous lock.
  ///   - announce: See ``resolve(_:previous:updating:preferring:accepting:announcing:)``.
  /// - Returns: The lock with its changes, and whether it was written.
  /// - Throws: The problems of ``resolve(_:previous:updating:preferring:accepting:announcing:)``,
  ///   or ``SystemProblem`` if the lock cannot be written.
  package func relock(
    _ project: Project, updating update: Update = .nothing,
    accepting publishers: Set<ToolName> = [],
    announcing announce: @escaping @Sendable (ToolName, AnnouncedArtifact) -> Void = { _, _ in }
  ) async throws(Problem) -> (result: LockResult, isWritten: Bool) {
    let result = try await resolve(
      project, previous: project.lock, updating: update, accepting: publishers,
      announcing: announce)
    try Self.checkIsReadable(result.lock, named: project.lockName)
    return (result, try project.write(result.lock))
  }

  /// Checks that a new lock can be read again. Otherwise every command would reject the file, and
  /// the previous lock would be lost.
  ///
  /// - Throws: ``SystemProblem/unreadableLock(path:_:)`` if it cannot.
  static func checkIsReadable(_ lock: Lockfile, named name: String) throws(Problem) {
    let copy: Lockfile
    do throws(SyntaxProblems) {
      copy = try Lockfile(parsing: lock.bytes, path: name)
    } catch {
      throw .system(.unreadableLock(path: name, error))
    }
    if copy != lock { throw .system(.unreadableLock(path: name, nil)) }
  }

  /// Returns the lock of ``resolve(_:previous:updating:preferring:accepting:announcing:)``.
  package func lock(
    _ project: Project, previous: Lockfile?, updating update: Update = .nothing,
    accepting publishers: Set<ToolName> = [],
    announcing announce: @escaping @Sendable (ToolName, AnnouncedArtifact) -> Void = { _, _ in }
  ) async throws(Problem) -> Lockfile {
    try await resolve(
      project, previous: previous, updating: update, accepting: publishers, announcing: announce
    ).lock
  }

  /// Returns a lock that matches `project`. Keeps everything in `previous` that still fits, and
  /// does not query the sources of unchanged tools.
  ///
  /// - Parameters:
  ///   - project: The project to lock.
  ///   - previous: The lock to replace, or `nil` to keep nothing.
  ///   - update: The tools that may move to newer versions.
  ///   - preference: The order in which versions are preferred.
  ///   - publishers: The tools whose publisher may differ from that in the previous lock.
  ///   - announce: Receives artifacts that the lock will probably contain, with their tools, while
  ///     other sources are still being queried.
  /// - Throws: ``ProjectProblem/conflict(_:)`` if no versions meet all requirements,
  ///   ``ProjectProblem/publishersChanged(_:)`` if a publisher is not that of the previous lock,
  ///   ``ProjectProblem/collidingVariable(_:tools:)`` if two tools share an environment variable,
  ///   ``ProjectProblem/systemTool(_:path:version:needs:pin:)`` if a system tool does not meet
  ///   its requirements, or ``Problem/sources(_:)`` with the problems of the sources.
  package func resolve(
    _ project: Project, previous: Lockfile?, updating update: Update = .nothing,
    preferring preference: UpdatePreference = .newest, accepting publishers: Set<ToolName> = [],
    announcing announce: @escaping @Sendable (ToolName, AnnouncedArtifact) -> Void = { _, _ in }
  ) async throws(Problem) -> LockResult {
    if update == .nothing, let previous, project.difference(from: previous).isEmpty {
      try Self.checkVariablesAreDistinct(project.requests.map(\.tool))
      return LockResult(lock: previous, outlooks: [:])
    }
    do throws(Problem) {
      return try await changedLock(
        project, previous, update, preference, accepting: publishers, announcing: announce)
    } catch {
      // A link may lead to a file with secrets.
      if project.folder.appending(Toolfile.name).leadsOutside { throw error }
      throw error.quoting(project.toolfile.bytes, of: project.toolfile.path)
    }
  }

  /// Returns the lock of ``resolve(_:previous:updating:preferring:accepting:announcing:)`` where it
  /// may differ from the previous one.
  private func changedLock(
    _ project: Project, _ previous: Lockfile?, _ update: Update, _ preference: UpdatePreference,
    accepting publishers: Set<ToolName>,
    announcing announce: @escaping @Sendable (ToolName, AnnouncedArtifact) -> Void
  ) async throws(Problem) -> LockResult {
    let (context, kept, registries) = try await prepare(project, previous, update, preference)
    let comparison = PublisherComparison(project, previous, accepting: publishers)
    let stanzas = try await ReleaseContentPrefetcher.withPrefetcher(announcing: announce) {
      (prefetcher) async throws(Problem) in
      var attempt = LockAttempt(context: context, keeping: kept, comparison, prefetcher)
      do throws(Problem) {
        return try await attempt.stanzas()
      } catch {
        // The requirements of a kept stanza may have caused the conflict. The second attempt still
        // prefers the kept versions, but can change each of them.
        guard case .project(.conflict) = error, !kept.isEmpty else { throw error }
        attempt = LockAttempt(
          context: context, keeping: kept.asPreferences, comparison, prefetcher, after: attempt)
        return try await attempt.stanzas()
      }
    }
    try Self.checkVariablesAreDistinct(stanzas.tools.map(\.name))
    try await checkSystemTools(project, stanzas.tools)
    let lock = Lockfile(
      platforms: project.platforms, registries: registries, tools: stanzas.tools,
      replacing: previous)
    return LockResult(lock: lock, outlooks: stanzas.outlooks)
  }

  /// Determines what the names of a project's tools mean, and what a new lock keeps.
  ///
  /// - Throws: The problems of ``resolve(_:previous:updating:preferring:accepting:announcing:)``
  ///   that are known before a source is queried.
  func prepare(
    _ project: Project, _ previous: Lockfile?, _ update: Update, _ preference: UpdatePreference
  ) async throws(Problem) -> (
    context: LockContext, kept: KeptVersions, registries: [LockedRegistry]
  ) {
    try Self.checkVariablesAreDistinct(project.requests.map(\.tool))
    // A registry on a server is requested only with consent, and only its definitions reveal what
    // else needs consent.
    try trust.check(sources.registryRequests(of: project))
    let meanings = try await DefinitionReview(sources).definitions(of: project, previous, update)
    try trust.check(sources.requests(of: project, meanings.definitions))
    let kept = KeptVersions(previous, of: project, updating: update)
    var context = context(
      of: project, meanings.definitions, lockedDigests: kept.digests, lockedVersions: kept.versions)
    context.update = update
    context.preference = preference
    context.previousVersions = kept.previous
    context.previousDigests = kept.previousDigests
    context.previousStanzas = kept.previousStanzas
    return (context, kept, meanings.registries)
  }

  /// Returns the access to the sources of a project. See ``LockContext/definitions``,
  /// ``LockContext/lockedDigests``, and ``LockContext/lockedVersions``.
  func context(
    of project: Project, _ definitions: [ToolName: AppliedDefinition],
    lockedDigests: [SourcedTool: Set<SHA256Digest>] = [:],
    lockedVersions: [SourcedTool: Version] = [:]
  ) -> LockContext {
    LockContext(
      project: project, sources: sources, definitions: definitions, lockedDigests: lockedDigests,
      lockedVersions: lockedVersions, now: now, observe: observe, secondsLimit: secondsLimit)
  }

  /// Checks the system tools, which `.tool-version` pins to `system`. Each must meet the
  /// requirements of the Toolfile and of the locked tools.
  ///
  /// - Throws: ``ProjectProblem/systemTool(_:path:version:needs:pin:)`` for the first system tool
  ///   that does not meet them.
  private func checkSystemTools(_ project: Project, _ tools: [LockedTool]) async throws(Problem) {
    for name in project.systemTools.sorted() {
      var needs = tools.flatMap { tool in
        tool.needs.filter { $0.tool == name }.map {
          (by: Requester.tool(tool.name, tool.version), requirement: $0.requirement)
        }
      }
      if let wanted = project.toolfile[name]?.requirement.value, wanted != .any {
        needs.insert((by: .toolfile, requirement: wanted), at: 0)
      }
      guard !needs.isEmpty, let pin = project.pins?.pin(of: name) else { continue }
      let notice = try await sources.systemTool(name).check(
        needs, pin: pin.origin, config: sources.access.configPath)
      if let notice { observe(.notice(notice)) }
    }
  }

  /// Checks that no two tools share the environment variable that overrides a tool's version, as
  /// `a-b` and `a.b` do. It would be ambiguous which tool the value of such a variable is for.
  ///
  /// - Throws: ``ProjectProblem/collidingVariable(_:tools:)`` for the first shared variable.
  private static func checkVariablesAreDistinct(_ tools: [ToolName]) throws(Problem) {
    for (variable, tools) in Dictionary(grouping: tools, by: \.environmentVariable).sorted(by: {
      $0.key < $1.key
    })
    where tools.count > 1 {
      throw .project(.collidingVariable(variable, tools: tools.sorted().map(\.text)))
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
