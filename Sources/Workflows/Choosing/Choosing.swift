internal import Diagnostics
internal import Manifests
internal import Resolution
internal import Versions

/// Chooses versions of all wanted and needed tools that satisfy every want, or explains why not.
struct Choosing: Sendable {
  let supply: Supply
  let wanted: [Dependency<ToolWorld>]
  /// What a release's age counts to.
  let now: ReleaseTime?
  /// What the project admits of a tool that it does not want by itself.
  let limits: @Sendable (SourcedTool) -> [Dependency<ToolWorld>]

  /// - Parameter kept: versions to keep while they are admitted.
  func choose(keeping kept: [SourcedTool: Version]) async throws(Problem) -> Solution<ToolWorld> {
    while true {
      let solution = try await solve(keeping: kept)
      // What a tool must serve depends on who needs it, and so on the choice. It only ever grows, so this ends.
      if await supply.takeUp(platforms(of: solution), of: solution.versions) { continue }
      return solution
    }
  }

  private func solve(
    keeping kept: [SourcedTool: Version]
  ) async throws(Problem) -> Solution<ToolWorld> {
    let outcome: Outcome<ToolWorld>
    do throws(SearchError<Problem>) {
      outcome = try await Resolver(provider: supply)
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
      let prereleases = await supply.prereleases(leadingTo: report.derivation)
      throw .project(.conflict(Conflict(report, now: now, prereleases: prereleases)))
    }
  }

  /// What each tool must serve: what the Toolfile says, and what those serve that need it.
  func platforms(of solution: Solution<ToolWorld>) async -> [SourcedTool: Set<Platform>] {
    var needed: [SourcedTool: [SourcedTool]] = [:]
    for request in solution.requests {
      guard let requester = request.requester?.package else { continue }
      needed[requester, default: []].append(request.dependency.package)
    }
    var platforms: [SourcedTool: Set<Platform>] = [:]
    var pending: [SourcedTool] = []
    for tool in solution.versions.keys where tool.place == nil {
      platforms[tool] = await supply.declaredPlatforms(of: tool)
      pending.append(tool)
    }
    while let tool = pending.popLast() {
      guard let others = needed[tool] else { continue }
      let own = await supply.served(
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
