internal import Diagnostics
internal import Manifests
internal import Resolution
internal import Versions

/// Chooses versions of all wanted and needed tools that satisfy every want, or explains why not.
struct VersionSelection: Sendable {
  let provider: SourceVersionProvider
  let wanted: [Dependency<ToolUniverse>]
  /// What a release's age counts to.
  let now: ReleaseTime?
  /// What the project admits of a tool that it does not want by itself.
  let limits: @Sendable (SourcedTool) -> [Dependency<ToolUniverse>]

  /// - Parameter kept: versions to keep while they are admitted.
  func choose(keeping kept: [SourcedTool: Version]) async throws(Problem) -> Solution<ToolUniverse>
  {
    while true {
      let solution = try await solve(keeping: kept)
      // What a tool must serve depends on who needs it, and so on the choice. It only ever grows, so this ends.
      if await provider.requirePlatforms(platforms(of: solution), of: solution.versions) {
        continue
      }
      return solution
    }
  }

  private func solve(
    keeping kept: [SourcedTool: Version]
  ) async throws(Problem) -> Solution<ToolUniverse> {
    let outcome: ResolutionOutcome<ToolUniverse>
    do throws(SearchError<Problem>) {
      outcome = try await Resolver(provider: provider)
        .resolve(wanted, limits: limits, keeping: kept)
    } catch {
      switch error {
      case .provider(let problem): throw problem
      case .cancelled, .deadlineExceeded: throw .interrupted
      }
    }
    switch outcome {
    case .solution(let solution): return solution
    case .conflict(let report):
      let prereleases = await provider.prereleases(leadingTo: report.derivation)
      throw .project(.conflict(VersionConflict(report, now: now, prereleases: prereleases)))
    }
  }

  /// What each tool must serve: what the Toolfile says, and what those serve that need it.
  func platforms(of solution: Solution<ToolUniverse>) async -> [SourcedTool: Set<Platform>] {
    var needed: [SourcedTool: [SourcedTool]] = [:]
    for request in solution.requests {
      guard let requester = request.requester?.package else { continue }
      needed[requester, default: []].append(request.dependency.package)
    }
    var platforms: [SourcedTool: Set<Platform>] = [:]
    var pending: [SourcedTool] = []
    for tool in solution.versions.keys where tool.place == nil {
      platforms[tool] = await provider.declaredPlatforms(of: tool)
      pending.append(tool)
    }
    while let tool = pending.popLast() {
      guard let others = needed[tool] else { continue }
      let own = await provider.served(
        platforms[tool, default: []], by: tool, at: solution.versions[tool])
      for other in others {
        if own.isSubset(of: platforms[other, default: []]), platforms[other] != nil { continue }
        platforms[other, default: []].formUnion(own)
        pending.append(other)
      }
    }
    return platforms
  }
}
