internal import Diagnostics
internal import Manifests
internal import Projects
internal import Resolution
internal import SourceKinds
internal import ToolSources
internal import Versions
internal import Vocabulary

// The choice of versions for the requested tools and the tools that they need.
extension LockAttempt {
  /// Chooses versions of all tools. First leaves out the settled ones, and chooses again with them
  /// only if the search comes across one.
  mutating func solution(
    _ requests: [ToolRequest], _ unmet: [UnmetRequirement]
  ) async throws(Problem) -> (Solution<ToolUniverse>, VersionSelection) {
    let settled = context.previous.settledVersions(of: requests)
    if !settled.isEmpty {
      let versions = LockedVersions(context.previous.without(settled))
      let (independent, selection) = try await choosing(
        in: try selection(requests, besides: settled), unmet
      ) { selection async throws(VersionSelection.Failure) in
        try await selection.solutionIfIndependent(of: settled, keeping: versions)
      }
      if let independent { return (independent, selection) }
    }
    let (previous, findsRemedies) = (context.previous, !context.previous.keepsStanzas)
    return try await choosing(in: try selection(requests), unmet) {
      selection async throws(VersionSelection.Failure) in
      try await selection.choose(keeping: LockedVersions(previous), findsRemedies: findsRemedies)
    }
  }

  /// Returns what `choose` returns, with the selection. A later choice reuses what the sources have
  /// answered.
  private mutating func choosing<Choice>(
    in selection: VersionSelection, _ unmet: [UnmetRequirement],
    _ choose: (VersionSelection) async throws(VersionSelection.Failure) -> Choice
  ) async throws(Problem) -> (Choice, VersionSelection) {
    let result: Result<Choice, VersionSelection.Failure>
    do {
      result = .success(try await choose(selection))
    } catch {
      result = .failure(error)
    }
    known = await selection.provider.allCandidates
    switch result {
    case .success(let choice): return (choice, selection)
    case .failure(.problem(let problem)): throw problem
    case .failure(.conflict(let report)): throw await problem(report, unmet, selection.provider)
    }
  }

  /// Prepares the choice of versions.
  ///
  /// - Parameters:
  ///   - requests: The requested tools.
  ///   - settled: The requested tools to leave out, because their versions are known.
  func selection(
    _ requests: [ToolRequest], besides settled: [SourcedTool: Version] = [:]
  ) throws(Problem) -> VersionSelection {
    let context = context
    let nameResolution = context.nameResolution
    let all = Set(context.project.platforms)
    let platforms = PlatformNeeds(
      Dictionary(
        uniqueKeysWithValues: requests.map {
          ($0.sourcedTool, $0.declared.platforms.map { Set($0) } ?? all)
        }))
    let provider = SourceVersionProvider(
      nameResolution, candidates: known, locked: context.previous.unchangedStanzas,
      platforms: platforms
    ) { tool, origin async throws(Problem) in try await context.fetchCandidates(for: tool, origin) }
    let open = settled.isEmpty ? requests : requests.filter { settled[$0.sourcedTool] == nil }
    return VersionSelection(
      provider: provider,
      wanted: try requirements(of: open, platforms) + context.systemDependencies,
      secondsLimit: context.secondsLimit
    ) { tool in
      if tool.part != nil, context.preference(for: tool.name).admitsPrereleases {
        return [.admittingPrereleases(of: tool)]
      }
      guard let pinLimit = context.pinLimit(on: tool), let scheme = nameResolution.scheme(of: tool),
        let dependency = try? pinLimit.requirement.dependency(on: tool, in: scheme)
      else { return [] }
      return [dependency]
    }
  }

  /// Returns the requirements of requests. The solver favors earlier tools, so those to update
  /// come last. If not all locked versions can be kept, it still prefers them to newer versions of
  /// these.
  private func requirements(
    of requests: [ToolRequest], _ platforms: PlatformNeeds
  ) throws(Problem) -> [Dependency<ToolUniverse>] {
    let nameResolution = context.nameResolution
    let isKept = { (request: ToolRequest) in
      context.previous[request.sourcedTool]?.mayStay ?? false
    }
    var wanted: [Dependency<ToolUniverse>] = []
    for request in requests.filter(isKept) + requests.filter({ !isKept($0) }) {
      guard let scheme = nameResolution.declared[request.tool],
        let dependencies = try? request.dependencies(
          in: scheme, platforms: platforms.groups(of: request.sourcedTool))
      else { throw .system(.internalFault("\(request.tool) has no versions to choose from")) }
      let admitsPrereleases = context.preference(for: request.tool).admitsPrereleases
      wanted += dependencies.map { $0.admittingPrereleases(admitsPrereleases) }
    }
    return wanted
  }
}
