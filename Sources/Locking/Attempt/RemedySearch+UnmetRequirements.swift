internal import Diagnostics
internal import Manifests
internal import Projects
internal import Resolution
internal import ToolSources
internal import Versions
internal import Vocabulary

// Remedies for requirements without a matching, eligible release.
extension RemedySearch {
  /// Returns the problems of tools with requirements that cannot be met, each with the changes that
  /// resolve it.
  ///
  /// If the first change for each problem is made, all tools can be locked except those whose
  /// problems have no change.
  ///
  /// - Parameters:
  ///   - certain: The tools whose requirements certainly cannot be met.
  ///   - unmet: The requirements on these tools, and those that may be met because of other tools.
  mutating func problems(
    of certain: Set<ToolName>, among unmet: [UnmetRequirement]
  ) async -> [SourceProblem] {
    let earlier = unresolved
    var reported: [UnmetRequirement] = []
    for requirement in unmet {
      if !certain.contains(requirement.tool) {
        unresolved = earlier.union(unmet.map(\.tool)).subtracting([requirement.tool])
        // Another tool may name a prerelease.
        if await isSolvable(project) { continue }
      }
      reported.append(requirement)
    }
    unresolved = earlier.union(reported.map(\.tool))
    var problems: [SourceProblem] = []
    for requirement in reported {
      unresolved.remove(requirement.tool)
      let found = await remedies(for: requirement)
      apply(found.first, to: requirement.tool)
      var problem = requirement.problem(naming: found.compactMap(\.version), now: attempt.now)
      problem.remedies = found.map(\.remedy)
      problems.append(problem)
    }
    return problems
  }

  /// Returns the changes that resolve one problem.
  private mutating func remedies(for unmet: UnmetRequirement) async -> [Candidate] {
    let prereleases = unmet.excluded.filter { $0.obstacles == [.prerelease] }
    var found = await first(of: named(prereleases, by: ">=", on: unmet.tool))
    found += await successful(among: ageChanges(for: unmet))
    found += await first(of: platformChanges(for: unmet))
    let exact = Obstacle.suggestionOrder(of: unmet.excluded, \.obstacles).filter {
      $0.obstacles != [.prerelease] && $0.obstacles.allSatisfy(\.isLiftedByName)
    }
    let kept = exact.filter { $0.release.yanked == nil }
    found += await first(of: named(kept, by: "=", on: unmet.tool))
    if unmet.problem.origin?.isPin ?? false {
      found += await first(of: alternatives(to: unmet))
      found += await successful(among: pin(unmet.tool, to: nil))
    } else if found.isEmpty {
      found = await first(of: alternatives(to: unmet))
    }
    // A yanked version is the last resort, and is never suggested for a tool that is being added.
    if found.isEmpty, unmet.problem.origin != .commandLine {
      let yanked = exact.filter { $0.release.yanked != nil }
      found = await first(of: named(yanked, by: "=", on: unmet.tool))
    }
    return found
  }

  /// Returns changes of the requirement, or of the pin, that admit other versions. An exact
  /// requirement may have been meant as a prefix.
  func alternatives(to unmet: UnmetRequirement) -> [Candidate] {
    guard let requirement = unmet.requirement else { return [] }
    let isPin = unmet.problem.origin?.isPin ?? false
    let beginning =
      isPin || !requirement.isExact
      ? nil : requirement.clauses.first.flatMap { Requirement(beginningWith: $0.version) }
    let prefixes = beginning.map { self.requirement($0, on: unmet.tool) } ?? []
    return prefixes
      + unmet.alternatives.flatMap { version in
        isPin
          ? pin(unmet.tool, to: version)
          : self.requirement(Requirement(raising: requirement, to: version), on: unmet.tool)
      }
  }

  /// Returns changes that each require one of the releases.
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

  /// Returns the change of the cooldown that admits files without a date, if those are an obstacle.
  private func ageChanges(for unmet: UnmetRequirement) -> [Candidate] {
    guard unmet.excluded.contains(where: { $0.obstacles.contains(.undated) }),
      let proposal = toolfile.proposingUnknownAge()
    else { return [] }
    return [candidate(nil, .unknownAge, proposal)]
  }

  /// Returns changes that limit the tool to platforms that a release supports: to all of them, or
  /// to one.
  private func platformChanges(for unmet: UnmetRequirement) -> [Candidate] {
    var changes: [Candidate] = []
    let narrow = unmet.excluded.lazy.compactMap { $0.missingPlatforms }.first
    if let narrow, let request = attempt.project.request(for: unmet.tool) {
      let rest = attempt.project.platforms(of: request).filter { !narrow.contains($0.rawValue) }
      if !rest.isEmpty { changes += limit(unmet.tool, to: rest) }
    }
    if case .content(.noArtifact(_, _, _, let served)) = unmet.problem.fault, !served.isEmpty {
      changes += limit(unmet.tool, to: served)
      if served.count > 1 { changes += served.flatMap { limit(unmet.tool, to: [$0]) } }
    }
    return changes
  }
}

extension UnmetRequirement {
  /// Returns the problem, with additional versions in its list of excluded versions.
  ///
  /// - Parameters:
  ///   - versions: The excluded versions to add, which remedies admit.
  ///   - now: The time at which the ages of releases are measured.
  fileprivate func problem(naming versions: [Version], now: ReleaseTime) -> SourceProblem {
    guard case .content(.allExcluded(let wanted, let named)) = problem.fault else { return problem }
    let shown = Set(named.map(\.version) + versions.map(\.spelling))
    if shown.count == named.count { return problem }
    var problem = problem
    problem.fault = .content(
      .allExcluded(
        wanted: wanted,
        excluded.filter { shown.contains($0.release.version.spelling) }.map {
          ExcludedVersion(tool, $0.release.version, $0.obstacles, now: now)
        }))
    return problem
  }
}
