package import Diagnostics
package import Filesystem
package import Manifests
package import Projects
internal import SourceKinds
package import ToolSources
internal import Versions

/// From a project's manifest to its lock: ask the sources, choose, write down exact bytes for every platform.
package struct LockWorkflow: Sendable {
  /// What may move to newer versions even if the locked ones still fit.
  package enum Update: Hashable, Sendable {
    case nothing
    /// These; all others keep their versions while they may.
    case tools(Set<ToolName>)
    case everything
  }

  private let sources: SourceProvider
  /// The time by which a cooldown counts.
  private let now: ReleaseTime
  private let observe: @Sendable (WorkflowEvent) -> Void

  package init(
    sources: SourceProvider, now: ReleaseTime, observe: @escaping @Sendable (WorkflowEvent) -> Void
  ) {
    self.sources = sources
    self.now = now
    self.observe = observe
  }

  /// Reads the project in `folder`. Throws all problems of its Toolfile and its sources at once.
  ///
  /// - Parameters:
  ///   - isRelocking: whether a new lock follows; of conflicting sides, what both share is read.
  ///   - display: formats a path for messages.
  package func project(
    in folder: FilePath, isRelocking: Bool = false, display: (FilePath) -> String
  ) throws(Problem) -> Project {
    do throws(Problem) {
      return try Project.load(
        folder, isRelocking: isRelocking, catalog: sources.catalog, display: display)
    } catch {
      let file = folder.appending(Toolfile.name)
      let name = display(file)
      guard let bytes = try? file.contents(limit: Toolfile.maximumByteCount) else { throw error }
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

  /// Locks `project` again. Returns the lock, and whether it changed and was written.
  ///
  /// - Parameters:
  ///   - update: what may move.
  ///   - announce: as for ``lock(_:previous:updating:announcing:)``.
  package func relock(
    _ project: Project, updating update: Update = .nothing,
    announcing announce: @escaping @Sendable (ToolName, AnnouncedArtifact) -> Void = { _, _ in }
  ) async throws(Problem) -> (lock: Lockfile, isWritten: Bool) {
    let lock = try await lock(
      project, previous: project.lock, updating: update, announcing: announce)
    let isWritten = try onDisk { () throws(FileError) in try project.write(lock) }
    return (lock, isWritten)
  }

  /// What the sources of `tools` have against their options, found without asking anybody, in the order of the tools.
  private func optionProblems(
    of tools: [Toolfile.Tool], _ statements: [Toolfile.Source]
  ) -> [SourceProblem] {
    let problems = tools.flatMap { tool -> [SourceProblem] in
      do throws(SourceError) {
        let declared = DeclaredTool(tool, statements, in: sources.catalog)
        _ = try sources.source(of: declared).request(for: declared)
        return []
      } catch {
        guard case .problems(let problems) = error else { return [] }
        return problems
      }
    }
    return problems.withoutRepetition
  }

  /// The lock that answers `project`. Of `previous` everything stays that still does; what did not change is not asked for again.
  ///
  /// - Parameters:
  ///   - previous: nil where there is none, or none that can be kept.
  ///   - announce: gets files that the lock will name, with their tools, while the rest is still asked for.
  package func lock(
    _ project: Project, previous: Lockfile?, updating update: Update = .nothing,
    announcing announce: @escaping @Sendable (ToolName, AnnouncedArtifact) -> Void = { _, _ in }
  ) async throws(Problem) -> Lockfile {
    try Self.checkVariables(project.requests.map(\.tool))
    if update == .nothing, let previous, project.difference(from: previous).isEmpty {
      return previous
    }
    let context = LockContext(project: project, sources: sources, now: now, observe: observe)
    try context.checkContradictions()
    let kept = KeptVersions(previous, of: project, updating: update)
    let tools = try await ReleaseContentPrefetcher.during(announcing: announce) {
      (prefetcher) async throws(Problem) in
      var attempt = LockAttempt(context: context, keeping: kept, prefetcher)
      do throws(Problem) {
        return try await attempt.tools()
      } catch {
        // What is kept without being asked for may be what stands in the way; then all of it may move.
        guard case .project(.conflict) = error, !kept.isEmpty else { throw error }
        attempt = LockAttempt(context: context, keeping: kept.loosened, prefetcher, after: attempt)
        return try await attempt.tools()
      }
    }
    try Self.checkVariables(tools.map(\.name))
    try await checkSystem(project, tools)
    return Lockfile(platforms: project.platforms, tools: tools, replacing: previous)
  }

  private func checkSystem(_ project: Project, _ tools: [LockedTool]) async throws(Problem) {
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
      try await sources.systemTool(name).check(needs, pin: pin.origin)
    }
  }

  /// Two tools whose variables collide could not be told apart by whoever sets one.
  private static func checkVariables(_ tools: [ToolName]) throws(Problem) {
    for (variable, tools) in Dictionary(grouping: tools, by: \.environmentVariable).sorted(by: {
      $0.key < $1.key
    })
    where tools.count > 1 {
      throw .project(.collidingVariable(variable, tools: tools.sorted().map(\.text)))
    }
  }
}

extension [SourceProblem] {
  /// A statement that is wrong is wrong for every tool below it, and told once.
  var withoutRepetition: [SourceProblem] {
    var seen: Set<SourceProblem> = []
    return filter { seen.insert($0).inserted }
  }
}

extension SourceProvider {
  fileprivate func systemTool(_ name: ToolName) -> SystemTool {
    SystemTool(name: name, environment: access.environment, root: access.root)
  }
}
