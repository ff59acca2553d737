package import Diagnostics
package import Filesystem
internal import Layout
package import Manifests
package import Projects
internal import SourceKinds
package import ToolSources
internal import Versions

/// Creates the lock of a project: queries the sources, chooses versions, and records the exact
/// bytes for every platform.
package struct LockWorkflow: Sendable {
  /// The tools that may move to newer versions even if the locked ones still meet all requirements.
  package enum Update: Hashable, Sendable {
    /// No tool. Locked versions stay as long as they meet all requirements.
    case nothing
    /// Only these tools. All others keep their locked versions as long as those meet all
    /// requirements.
    case tools(Set<ToolName>)
    /// All tools.
    case everything
  }

  private let sources: SourceProvider
  private let trust: TrustGate
  /// The time at which cooldowns are measured.
  private let now: ReleaseTime
  private let observe: @Sendable (WorkflowEvent) -> Void

  /// Creates a workflow.
  ///
  /// - Parameters:
  ///   - sources: Opens the sources of tools.
  ///   - trust: Checks that the user has accepted the sources of a project.
  ///   - now: The time at which cooldowns are measured.
  ///   - observe: Receives progress events, possibly on several threads at once.
  package init(
    sources: SourceProvider, trust: TrustGate, now: ReleaseTime,
    observe: @escaping @Sendable (WorkflowEvent) -> Void
  ) {
    self.sources = sources
    self.trust = trust
    self.now = now
    self.observe = observe
  }

  /// Reads the project in `folder`.
  ///
  /// - Parameters:
  ///   - folder: The folder that contains the Toolfile.
  ///   - isRelocking: Whether the caller will replace the lock. If so, conflict markers in the lock
  ///     are accepted, and only the stanzas that both sides share are read.
  ///   - isNew: Whether the folder has no Toolfile yet.
  ///   - formatPath: Formats a path for messages.
  /// - Throws: ``Problem/syntax(_:)`` or ``Problem/sources(_:)`` with all problems of the Toolfile
  ///   and of the options of its tools, or ``Problem`` if a file cannot be read.
  package func project(
    in folder: FilePath, isRelocking: Bool = false, isNew: Bool = false,
    formatPath: (FilePath) -> String
  ) throws(Problem) -> Project {
    do throws(Problem) {
      return try Project.load(
        folder, isRelocking: isRelocking, isNew: isNew, catalog: sources.catalog,
        sources.access.environment, formatPath: formatPath)
    } catch {
      // Also report the problems with the options of all tools that can be read, so that the user
      // can correct everything at once.
      let file = folder.appending(Toolfile.name)
      let name = formatPath(file)
      guard !file.leadsOutside, let bytes = try? file.contents(limit: Toolfile.maximumByteCount)
      else { throw error }
      let readable = Toolfile.readable(in: bytes, path: name)
      let others = optionProblems(of: readable.tools, readable.sources)
      switch error {
      case .syntax(let found) where found.problems.first?.origin.path == name:
        throw .syntax(
          SyntaxProblems(
            inOrder: found.problems
              + others.map { SyntaxProblem(.source($0), at: $0.origin ?? .file(name)) }))
      case .sources where !others.isEmpty: throw .sources(others)
      default: throw error
      }
    }
  }

  /// Locks `project`, based on its previous lock, and writes the lock if it changed.
  ///
  /// - Parameters:
  ///   - project: The project to lock.
  ///   - update: The tools that may move to newer versions.
  ///   - publishers: The tools whose publisher may differ from that in the previous lock.
  ///   - announce: See ``lock(_:previous:updating:accepting:announcing:)``.
  /// - Returns: The lock, and whether it was written.
  /// - Throws: The problems of ``lock(_:previous:updating:accepting:announcing:)``, or
  ///   ``SystemProblem`` if the lock cannot be written.
  package func relock(
    _ project: Project, updating update: Update = .nothing,
    accepting publishers: Set<ToolName> = [],
    announcing announce: @escaping @Sendable (ToolName, AnnouncedArtifact) -> Void = { _, _ in }
  ) async throws(Problem) -> (lock: Lockfile, isWritten: Bool) {
    let lock = try await lock(
      project, previous: project.lock, updating: update, accepting: publishers,
      announcing: announce)
    try Self.checkIsReadable(lock, named: project.lockName)
    let isWritten = try mappingFileErrors { () throws(FileError) in try project.write(lock) }
    return (lock, isWritten)
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

  /// Returns the problems with the options of `tools`, in the order of the tools. Makes no request
  /// to a source.
  ///
  /// - Parameters:
  ///   - tools: The tools to check.
  ///   - statements: The `source` statements of the Toolfile.
  private func optionProblems(
    of tools: [Toolfile.Tool], _ statements: [Toolfile.Source]
  ) -> [SourceProblem] {
    let problems = tools.flatMap { tool -> [SourceProblem] in
      do throws(SourceError) {
        let declared = DeclaredTool(tool, statements, in: sources.catalog)
        // Definitions are looked up once the rest of the Toolfile is valid.
        if declared.source == nil { return declared.contradictions }
        _ = try sources.source(of: declared).request(for: declared)
        return []
      } catch {
        guard case .problems(let problems) = error else { return [] }
        return problems
      }
    }
    return problems.withoutDuplicates
  }

  /// Returns a lock that matches `project`. Keeps everything in `previous` that still fits, and
  /// does not query the sources of unchanged tools.
  ///
  /// - Parameters:
  ///   - project: The project to lock.
  ///   - previous: The lock to replace, or `nil` to keep nothing.
  ///   - update: The tools that may move to newer versions.
  ///   - publishers: The tools whose publisher may differ from that in the previous lock.
  ///   - announce: Receives artifacts that the lock will probably contain, with their tools, while
  ///     other sources are still being queried.
  /// - Throws: ``ProjectProblem/conflict(_:)`` if no versions meet all requirements,
  ///   ``ProjectProblem/publishersChanged(_:)`` if a publisher is not that of the previous lock,
  ///   ``ProjectProblem/collidingVariable(_:tools:)`` if two tools share an environment variable,
  ///   ``ProjectProblem/systemTool(_:path:version:needs:pin:)`` if a system tool does not meet
  ///   its requirements, or ``Problem/sources(_:)`` with the problems of the sources.
  package func lock(
    _ project: Project, previous: Lockfile?, updating update: Update = .nothing,
    accepting publishers: Set<ToolName> = [],
    announcing announce: @escaping @Sendable (ToolName, AnnouncedArtifact) -> Void = { _, _ in }
  ) async throws(Problem) -> Lockfile {
    try Self.checkVariablesAreDistinct(project.requests.map(\.tool))
    if update == .nothing, let previous, project.difference(from: previous).isEmpty {
      return previous
    }
    let review = TrustReview(sources: sources)
    // A registry on a server is requested only with consent, and only its definitions reveal what
    // else needs consent.
    try trust.check(review.registryRequests(of: project))
    let meanings = try await DefinitionReview(sources).definitions(of: project, previous, update)
    try trust.check(await review.sourceRequests(of: project, meanings.definitions))
    let kept = KeptVersions(previous, of: project, updating: update)
    let context = context(
      of: project, meanings.definitions, lockedDigests: kept.digests, lockedVersions: kept.versions)
    try context.checkProjectRequirementsAgree()
    let comparison = PublisherComparison(project, previous, accepting: publishers)
    let tools = try await ReleaseContentPrefetcher.withPrefetcher(announcing: announce) {
      (prefetcher) async throws(Problem) in
      var attempt = LockAttempt(context: context, keeping: kept, comparison, prefetcher)
      do throws(Problem) {
        return try await attempt.tools()
      } catch {
        // The requirements of a kept stanza may have caused the conflict. The second attempt still
        // prefers the kept versions, but can change each of them.
        guard case .project(.conflict) = error, !kept.isEmpty else { throw error }
        attempt = LockAttempt(
          context: context, keeping: kept.asPreferences, comparison, prefetcher, after: attempt)
        return try await attempt.tools()
      }
    }
    try Self.checkVariablesAreDistinct(tools.map(\.name))
    try await checkSystemTools(project, tools)
    return Lockfile(
      platforms: project.platforms, registries: meanings.registries, tools: tools,
      replacing: previous)
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
      lockedVersions: lockedVersions, now: now, observe: observe)
  }

  /// The result of moving a lock to the newest content of its registries.
  package struct RegistryUpdate: Hashable, Sendable {
    /// The locked tools that the registries now define differently. They keep their locked
    /// definitions until they are updated.
    package let redefined: [ToolName]
    /// Whether the lock was written, because a registry had new content.
    package let isWritten: Bool
  }

  /// Moves the lock of a project to the newest content of its registries. Changes no tool.
  ///
  /// - Throws: ``ProjectProblem/noLock(toolfile:)`` if there is no lock, or the problem of a
  ///   registry.
  package func updateRegistries(of project: Project) async throws(Problem) -> RegistryUpdate {
    try trust.check(TrustReview(sources: sources).registryRequests(of: project))
    guard let lock = try LockPolicy.frozen.currentLock(of: project) else {
      throw .project(.noLock(toolfile: project.toolfile.path))
    }
    let review = DefinitionReview(sources)
    let own = try await review.registries(of: project, [])
    let registries = review.registries(of: project, own)
    let redefined = lock.tools.filter { tool in
      guard let locked = tool.definition else { return false }
      let current = (try? registries.definition(of: tool.name)) ?? nil
      return current?.digest != locked.digest
    }
    let new = Lockfile(
      platforms: lock.platforms, registries: own.map(\.locked), tools: lock.tools, replacing: lock)
    let isWritten = try mappingFileErrors { () throws(FileError) in try project.write(new) }
    return RegistryUpdate(redefined: redefined.map(\.name), isWritten: isWritten)
  }

  /// Returns all differences between the project's lock and what its sources publish.
  ///
  /// - Throws: ``Problem/trust(_:)`` if the user has not accepted a source, or
  ///   ``Problem/sources(_:)`` if a source cannot be queried.
  package func deviations(of project: Project) async throws(Problem) -> [LockDeviation] {
    try trust.check(await TrustReview(sources: sources).sourceRequests(of: project))
    let definitions = project.lock.map { DefinitionReview.definitions(in: $0, of: project) } ?? [:]
    let comparison = SourceComparison(
      context: context(
        of: project, definitions,
        lockedVersions: KeptVersions(project.lock, of: project, updating: .nothing).versions))
    return try await concurrentResults(project.lock?.tools ?? []) { tool async throws(Problem) in
      try await comparison.deviations(of: tool)
    }.flatMap { $0 }
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
      let notice = try await sources.systemTool(name, in: project.folder).check(
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
  /// Returns a tool of the system. A program inside the project's folder is never asked.
  fileprivate func systemTool(_ name: ToolName, in folder: FilePath) -> SystemTool {
    let program = access.settings.systemPrograms[name.text].map {
      (try? $0.resolvingLinks()) ?? $0
    }
    let isInside = program?.relative(to: (try? folder.resolvingLinks()) ?? folder) != nil
    return SystemTool(
      name: name, program: isInside ? nil : program, environment: access.environment)
  }
}
