internal import Diagnostics
internal import Manifests
internal import Projects
internal import Resolution
internal import ToolSources
internal import Versions
internal import Vocabulary

// Remedies for a failed attempt.
extension LockAttempt {
  var project: Project { context.project }
  /// The time at which the ages of releases are measured.
  var now: ReleaseTime { context.now }

  /// Returns the requirements of the requested tools that no release meets, regardless of the other
  /// requirements: the first one of each tool.
  func unmetRequirements(_ requests: [ToolRequest]) -> [UnmetRequirement] {
    requests.compactMap { request in
      known[request.sourcedTool]?.unmetRequirement(for: project.platforms(of: request))
    }
  }

  /// Returns the problem to report if requirements in the project's files contradict each other, or
  /// `nil` if they do not.
  ///
  /// Sources are queried only for remedies and for the problems of other requirements.
  mutating func contradiction() async -> Problem? {
    let contradictions = context.contradictions
    if contradictions.isEmpty { return nil }
    var problems = contradictions.map { _, report in
      Problem.project(.lock(.conflict(VersionConflict(report, now: nil, hints: []))))
    }
    // If stanzas are kept, another attempt follows.
    if context.previous.keepsStanzas { return problems[0] }
    let requests = project.requests
    if (try? await fetchCandidates(for: requests, isPrefetching: false)) != nil {
      var remedies = RemedySearch(for: self)
      problems = await remedies.problems(of: contradictions, and: unmetRequirements(requests))
    }
    return problems.count == 1 ? problems[0] : .several(problems)
  }

  /// Returns the problem to report if no versions meet all requirements.
  ///
  /// If a tool has no eligible version of its own, reports that problem, which is clearer than a
  /// proof.
  ///
  /// - Parameters:
  ///   - report: The proof.
  ///   - unmet: The requirements that could only be met because of other tools.
  ///   - provider: The releases from which no versions could be chosen.
  func problem(
    _ report: ConflictReport<ToolUniverse>, _ unmet: [UnmetRequirement],
    _ provider: SourceVersionProvider
  ) async -> Problem {
    // After a conflict with kept stanzas, another attempt follows.
    if context.previous.keepsStanzas {
      return .project(.lock(.conflict(VersionConflict(report, now: now, hints: []))))
    }
    var remedies = RemedySearch(for: self)
    if let tools = report.toolsWithoutVersions, tools.isSubset(of: unmet.map(\.tool)) {
      return .sources(await remedies.problems(of: tools, among: unmet))
    }
    // The proof may involve prereleases of these tools, although nothing admits them.
    let hopeless = hopelessTools(among: unmet)
    if !hopeless.isEmpty { return .sources(await remedies.problems(of: hopeless, among: unmet)) }
    let prereleases = await provider.prereleases(leadingTo: report.derivation)
    let hints = await remedies.hints(of: report, prereleases)
    return .project(.lock(.conflict(VersionConflict(report, now: now, hints: hints))))
  }

  /// Returns the tools whose requirements no choice of other tools meets.
  func hopelessTools(among unmet: [UnmetRequirement]) -> Set<ToolName> {
    Set(unmet.filter { $0.isFinal || !isPrereleaseNeeded(of: $0.tool) }.map(\.tool))
  }

  /// Returns whether a known release of another tool names a prerelease of a declared tool.
  private func isPrereleaseNeeded(of tool: ToolName) -> Bool {
    guard let scheme = known[SourcedTool(name: tool, location: nil)]?.scheme else { return false }
    return known.values.contains { candidates in
      let needs = candidates.package.releases.flatMap { candidates.needs(of: $0) }
      return needs.map(\.need.value).contains { need in
        need.tool == tool
          && (try? need.requirement.policy(in: scheme).admitsPrereleases) ?? false
      }
    }
  }

  /// Returns whether versions can be chosen for a changed project. Returns `false` if that cannot
  /// be determined within the effort.
  ///
  /// - Parameters:
  ///   - project: The project with single statements of its files changed.
  ///   - excluded: The tools that need not be chosen.
  ///   - effort: The remaining effort, shared by a series of trials. This trial reduces it.
  func canChoose(
    for project: Project, without excluded: Set<ToolName>, effort: inout Int
  ) async -> Bool {
    if effort <= 0 { return false }
    var context = context
    context.project = project
    context.previous = context.previous.asPreferences
    let requests = project.requests.filter { !excluded.contains($0.tool) }
    guard let queries = try? context.queries(for: requests) else { return false }
    var trial = LockAttempt(
      context: context, publishers, prefetcher, after: self)
    // The candidates of an undeclared tool depend on its pin.
    for tool in trial.known.keys where tool.location != nil {
      let pin = project.pinnedWant(of: tool.name)
      if pin != self.project.pinnedWant(of: tool.name) { trial.known[tool] = nil }
    }
    for query in queries {
      guard let package = await package(for: query) else { return false }
      trial.known[query.tool] = Candidates(query: query, package: package)
    }
    guard let selection = try? trial.selection(requests),
      let solution = await selection.solution(
        keeping: context.previous.preferences, effort: &effort),
      (try? trial.checkLocationsAreUnique(solution)) != nil
    else { return false }
    let platforms = selection.platforms(of: solution)
    for (tool, version) in solution.versions {
      guard let candidates = await selection.provider.candidates(for: tool),
        let release = candidates.release(of: version)
      else { return false }
      let needed = Platform.allCases.filter { platforms[tool, default: []].contains($0) }
      if candidates.missingArtifact(of: release, for: needed) != nil { return false }
    }
    return true
  }

  /// Returns the releases of a tool, or `nil` if they cannot be listed. Asks no source again.
  private func package(for query: SourceQuery) async -> (any SourcePackage)? {
    if let package = known[query.tool]?.package { return package }
    // A tool that the Toolfile did not declare may have been queried because others need it.
    let others = known.values.first {
      $0.tool == query.tool.name && $0.query.request.source == query.request.source
        && $0.query.request.package == query.request.package
        && $0.query.request.address == query.request.address
    }
    if let others { return others.package }
    return try? await query.source.package(query.request)
  }
}

extension ConflictReport<ToolUniverse> {
  /// The tools of the proof if it states nothing but that they have no eligible version, or `nil`.
  fileprivate var toolsWithoutVersions: Set<ToolName>? {
    var tools: Set<ToolName> = []
    for fact in derivation.facts {
      switch fact {
      case .wanted(let wanted, _): tools.insert(wanted.package.name)
      case .noVersion(let tool, _) where tool.part != nil: return nil
      case .noVersion(let tool, _), .unnamedPrerelease(let tool, _, with: _):
        tools.insert(tool.name)
      default: return nil
      }
    }
    return tools
  }
}
