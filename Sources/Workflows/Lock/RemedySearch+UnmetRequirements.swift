internal import Diagnostics
internal import Manifests
internal import Projects
internal import Resolution
internal import ToolSources
internal import Versions

// Remedies for requirements that no release meets.
extension RemedySearch {
  /// Returns the problems of tools with requirements that cannot be met, each with the changes that
  /// resolve it.
  ///
  /// With the first change of each problem, the project can be locked without the tools whose
  /// problems have none.
  ///
  /// - Parameters:
  ///   - certain: The tools whose requirements certainly cannot be met.
  ///   - unmet: The requirements on these tools, and those that may be met because of other tools.
  mutating func problems(
    of certain: Set<ToolName>, among unmet: [UnmetRequirement]
  ) async -> [SourceProblem] {
    var reported: [UnmetRequirement] = []
    for requirement in unmet {
      if !certain.contains(requirement.tool), await isMet(requirement, among: unmet) { continue }
      reported.append(requirement)
    }
    var pending = Set(reported.map(\.tool))
    var problems: [SourceProblem] = []
    for requirement in reported {
      pending.remove(requirement.tool)
      let found = await remedies(for: requirement, without: pending)
      if let first = found.first {
        project = first.project
      } else {
        pending.insert(requirement.tool)
      }
      var problem = requirement.problem(naming: found.compactMap(\.version), now: attempt.now)
      problem.remedies = found.compactMap(\.remedy)
      problems.append(problem)
    }
    return problems
  }

  /// Returns whether the requirement of a tool that has only prereleases can be met because another
  /// tool names one.
  private mutating func isMet(
    _ requirement: UnmetRequirement, among unmet: [UnmetRequirement]
  ) async -> Bool {
    let others = Set(unmet.map(\.tool)).subtracting([requirement.tool])
    return await attempt.canChoose(for: project, without: others, effort: &effort)
  }

  /// Returns the changes that resolve one problem.
  private mutating func remedies(
    for unmet: UnmetRequirement, without others: Set<ToolName>
  ) async -> [Candidate] {
    let prereleases = unmet.excluded.filter { $0.obstacles == [.prerelease] }
    var found = await first(of: named(prereleases, by: ">=", on: unmet.tool), without: others)
    for change in ageChanges(for: unmet) + platformChanges(for: unmet) {
      if found.contains(where: { $0.hint == change.hint }) { continue }
      if await holds(change, without: others) { found.append(change) }
    }
    let exact = Obstacle.suggestionOrder(of: unmet.excluded, \.obstacles).filter {
      $0.obstacles != [.prerelease] && $0.obstacles.allSatisfy(\.isLiftedByName)
    }
    let kept = exact.filter { $0.release.yanked == nil }
    found += await first(of: named(kept, by: "=", on: unmet.tool), without: others)
    // A yanked version is the last resort, and is never suggested for a tool that is being added.
    if found.isEmpty, unmet.problem.origin != .commandLine {
      let yanked = exact.filter { $0.release.yanked != nil }
      found = await first(of: named(yanked, by: "=", on: unmet.tool), without: others)
    }
    return found
  }

  /// Returns the first change that holds, or none.
  private mutating func first(
    of changes: [Candidate], without others: Set<ToolName>
  ) async -> [Candidate] {
    for change in changes.prefix(Self.maximumVersionCount)
    where await holds(change, without: others) {
      return [change]
    }
    return []
  }

  /// Returns the requirements that each name one of the releases.
  private func named(
    _ releases: [UnmetRequirement.Release], by comparator: String, on tool: ToolName
  ) -> [Candidate] {
    releases.flatMap { release in
      let version = release.release.version
      return requirement("\(comparator) \(version.spelling)", on: tool).map {
        $0.admitting(version)
      }
    }
  }

  /// Returns the cooldown that admits files without a date, if such files are an obstacle.
  private func ageChanges(for unmet: UnmetRequirement) -> [Candidate] {
    guard unmet.excluded.contains(where: { $0.obstacles.contains(.undated) }),
      let proposal = toolfile.proposingUnknownAge()
    else { return [] }
    return [candidate(nil, .unknownAge, proposal)]
  }

  /// Returns the limits to the platforms of the newest release that only lacks platforms.
  private func platformChanges(for unmet: UnmetRequirement) -> [Candidate] {
    var changes: [Candidate] = []
    let narrow = unmet.excluded.lazy.compactMap { $0.missingPlatforms }.first
    if let narrow, let request = attempt.project.request(for: unmet.tool) {
      let rest = attempt.project.platforms(of: request).filter { !narrow.contains($0.rawValue) }
      if !rest.isEmpty { changes += limit(unmet.tool, to: rest) }
    }
    if case .noArtifact(_, _, _, let served) = unmet.problem.fault, !served.isEmpty {
      changes += limit(unmet.tool, to: served.compactMap { Platform(rawValue: $0) })
    }
    return changes
  }
}

extension UnmetRequirement {
  /// Returns the problem with these versions among those that it names.
  ///
  /// - Parameters:
  ///   - versions: Excluded versions that a remedy admits.
  ///   - now: The time at which the ages of releases are measured.
  fileprivate func problem(naming versions: [Version], now: ReleaseTime) -> SourceProblem {
    guard case .allExcluded(let wanted, let named) = problem.fault else { return problem }
    let shown = Set(named.map(\.version) + versions.map(\.spelling))
    if shown.count == named.count { return problem }
    var problem = problem
    problem.fault = .allExcluded(
      wanted: wanted,
      excluded.filter { shown.contains($0.release.version.spelling) }.map {
        ExcludedVersion(tool, $0.release.version, $0.obstacles, now: now)
      })
    return problem
  }
}
