internal import Diagnostics
internal import Manifests
internal import Resolution
internal import Versions
internal import Vocabulary

/// Chooses versions of all tools that the project or other tools require, so that every
/// requirement is met, or explains why that is impossible.
struct VersionSelection: Sendable {
  /// The time after which a search gives up unless the user sets another, in seconds.
  static let defaultSecondsLimit = 120

  let provider: SourceVersionProvider
  /// The requirements in the project's files.
  let wanted: [Dependency<ToolUniverse>]
  /// The time after which the search for versions gives up, in seconds.
  var secondsLimit = Self.defaultSecondsLimit
  /// Returns the limits that the project sets on a tool that only other tools need.
  let limits: @Sendable (SourcedTool) -> [Dependency<ToolUniverse>]

  /// The reason why no versions were chosen.
  enum Failure: Error {
    /// No versions meet all requirements.
    case conflict(ConflictReport<ToolUniverse>)
    case problem(Problem)
  }

  /// Returns versions that meet every requirement and support the required platforms.
  ///
  /// - Parameters:
  ///   - locked: The locked versions to keep as long as there is a solution with them, even if
  ///     other tools could then be newer.
  ///   - findsRemedies: Whether the report of a conflict contains changes that resolve it.
  /// - Throws: ``Failure/conflict(_:)`` if no versions meet all requirements, or
  ///   ``Failure/problem(_:)`` with ``LockProblem/undecided(tools:seconds:retry:)`` if the
  ///   search takes too long, ``Problem/interrupted`` if the task is canceled, or the problem of a
  ///   source.
  func choose(
    keeping locked: LockedVersions, findsRemedies: Bool = true
  ) async throws(Failure) -> Solution<ToolUniverse> {
    while true {
      let solution: Solution<ToolUniverse>
      if let found = try await solutionWithLimits(keeping: locked) {
        solution = found
      } else {
        solution = try await solve(keeping: locked.kept, limits: limits, findsRemedies)
      }
      // A reused stanza counts as if it had all platforms. If it lacks one that the choice needs,
      // its source must be queried. There are finitely many stanzas, so the loop ends.
      if await !provider.recordUncovered(by: platforms(of: solution)) { return solution }
    }
  }

  /// Returns versions that meet every requirement, with those of tools that ``wanted`` leaves out.
  ///
  /// - Parameters:
  ///   - settled: The versions of tools that need no other tool.
  ///   - locked: The locked versions to keep.
  /// - Returns: The versions, or `nil` if the search came across a settled tool, which another one
  ///   may need. Versions of all tools must then be chosen together.
  /// - Throws: A conflict, which the settled tools cannot resolve, or a problem, as
  ///   ``choose(keeping:findsRemedies:)`` does.
  func solutionIfIndependent(
    of settled: [SourcedTool: Version], keeping locked: LockedVersions
  ) async throws(Failure) -> Solution<ToolUniverse>? {
    let result: Result<Solution<ToolUniverse>, Failure>
    do {
      result = .success(try await choose(keeping: locked, findsRemedies: false))
    } catch {
      result = .failure(error)
    }
    if await provider.listed.contains(where: { settled[$0] != nil }) { return nil }
    return try result.get().adding(settled)
  }

  /// Returns versions that meet every requirement, or `nil` if none were found with a bounded
  /// effort. See ``Resolver/solution(to:limits:keeping:effort:)``.
  func solution(
    keeping kept: [SourcedTool: Version], effort: inout Int
  ) async -> Solution<ToolUniverse>? {
    await Resolver(provider: provider)
      .solution(to: wanted, limits: limits, keeping: kept, effort: &effort)
  }

  /// Returns a solution in which the locked versions stay, or `nil` if there is none or no version
  /// is locked. After a conflict, the versions that its proof mentions are limited less, as in
  /// Bundler.
  ///
  /// A preference alone would not keep the version of a tool that the project does not require
  /// itself, because the solver decides the required ones first.
  private func solutionWithLimits(
    keeping locked: LockedVersions
  ) async throws(Failure) -> Solution<ToolUniverse>? {
    let leading = try await leadingVersions(locked).mapValues(VersionSet.exact)
    var limited = locked.limits.merging(leading) { _, leading in leading }
    while !limited.isEmpty {
      let current = limited
      do {
        return try await solve(
          keeping: locked.kept,
          limits: { tool in
            limits(tool) + (current[tool].map { [.keeping(tool, at: $0)] } ?? [])
          }, false)
      } catch {
        guard case .conflict(let report) = error else { throw error }
        let involved = report.limits.filter { $0.value == current[$0.key] }
        // Leaders may move kept gems, so these do not limit them.
        let following = involved.filter { $0.value != leading[$0.key] }
        for (tool, limit) in following.isEmpty ? involved : following {
          limited[tool] = locked.weakerLimit(on: tool, than: limit)
        }
        if limited == current { return nil }
      }
    }
    return nil
  }

  /// Returns the versions of the leading tools in a solution that keeps no gem of their graphs.
  private func leadingVersions(
    _ locked: LockedVersions
  ) async throws(Failure) -> [SourcedTool: Version] {
    if locked.leading.isEmpty { return [:] }
    guard let solution = try await solutionWithLimits(keeping: locked.withoutKeptGraphs) else {
      return [:]
    }
    return solution.versions.filter { locked.leading.contains($0.key) }
  }

  /// Runs the solver once, with the stanzas that `provider` reuses.
  private func solve(
    keeping kept: [SourcedTool: Version],
    limits: @escaping @Sendable (SourcedTool) -> [Dependency<ToolUniverse>], _ findsRemedies: Bool
  ) async throws(Failure) -> Solution<ToolUniverse> {
    let outcome: ResolutionOutcome<ToolUniverse>
    do throws(SearchError<Problem>) {
      outcome = try await Resolver(provider: provider)
        .resolve(
          wanted, limits: limits, keeping: kept, within: .seconds(secondsLimit),
          findsRemedies: findsRemedies)
    } catch {
      switch error {
      case .provider(let problem): throw .problem(problem)
      case .cancelled: throw .problem(.interrupted)
      }
    }
    switch outcome {
    case .solution(let solution): return solution
    case .undecided(let tools, _):
      throw .problem(
        .project(.lock(.undecided(tools: Set(tools.map(\.name)).sorted(), seconds: secondsLimit))))
    case .conflict(let report): throw .conflict(report)
    }
  }

  /// Returns the platforms that each chosen tool must support: those in the Toolfile, and those
  /// supported by the tools that need it.
  func platforms(of solution: Solution<ToolUniverse>) -> [SourcedTool: Set<Platform>] {
    var needed: [SourcedTool: [SourcedTool]] = [:]
    for request in solution.requests {
      guard let requester = request.requester?.package else { continue }
      needed[requester, default: []].append(request.dependency.package)
    }
    var platforms: [SourcedTool: Set<Platform>] = [:]
    var pending: [SourcedTool] = []
    for tool in solution.versions.keys where tool.location == nil && tool.part == nil {
      platforms[tool] = provider.declaredPlatforms(of: tool)
      if needed[tool] != nil { pending.append(tool) }
    }
    while let tool = pending.popLast() {
      guard let others = needed[tool] else { continue }
      let own = platforms[tool, default: []]
      for other in others {
        if own.isSubset(of: platforms[other, default: []]), platforms[other] != nil { continue }
        platforms[other, default: []].formUnion(own)
        pending.append(other)
      }
    }
    return platforms
  }
}

extension ConflictReport<ToolUniverse> {
  /// The limits that the proof mentions.
  fileprivate var limits: [SourcedTool: VersionSet] {
    var limits: [SourcedTool: VersionSet] = [:]
    for case .limited(let limit) in derivation.facts { limits[limit.package] = limit.versions }
    return limits
  }
}

extension Dependency<ToolUniverse> {
  /// The limit of a gem whose prereleases an update of its tool admits.
  static func admittingPrereleases(of gem: SourcedTool) -> Self {
    Dependency(
      gem, .all, admitsPrereleases: true,
      origin: StatedRequirement(value: .any, origin: .file(Lockfile.name)))
  }

  /// The limit that keeps a tool at its locked version.
  fileprivate static func keeping(_ tool: SourcedTool, at versions: VersionSet) -> Self {
    Dependency(
      tool, versions, origin: StatedRequirement(value: .any, origin: .file(Lockfile.name)))
  }
}
