internal import Diagnostics
internal import Manifests
internal import Projects
internal import Resolution
internal import TextSearch
internal import ToolSources
internal import Versions
internal import Vocabulary

// Remedies for requirements that exclude each other.
extension RemedySearch {
  /// Returns the hints of a conflict: the facts in its report, and the changes that resolve it.
  ///
  /// - Parameters:
  ///   - report: The report, with changes that the solver tried.
  ///   - prereleases: For each tool without a matching version, a prerelease of a version that
  ///     would match.
  mutating func hints(
    of report: ConflictReport<ToolUniverse>, _ prereleases: [SourcedTool: Version]
  ) async -> [VersionConflict.Hint] {
    var hints: [VersionConflict.Hint] = []
    // Each list contains alternatives. Only the first one that works is suggested.
    var changes: [[Candidate]] = []
    for hint in report.hints {
      switch hint {
      case .widen(let requirement, let versions, let chosen):
        let tool = requirement.package.name
        if requirement.isPin {
          changes += [pin(tool, to: chosen), pin(tool, to: nil)]
        } else {
          changes.append(requirements(on: tool, accepting: versions, or: chosen))
        }
      default: hints += VersionConflict.Hint(hint, now: attempt.now).map { [$0] } ?? []
      }
    }
    hints += prereleases.sorted { $0.key < $1.key }.map {
      .excluded(ExcludedVersion($0.key, $0.value, [.prerelease], now: attempt.now))
    }
    hints += yankedGems(in: report).map { .excluded($0) }
    changes += (declarations(of: report) + limits(of: report)).map { [$0] }
    for alternatives in changes {
      hints += await first(of: alternatives).map { .change($0.remedy) }
    }
    return hints
  }

  /// Returns the locked gem versions that would resolve the conflict, but that the index no longer
  /// lists. Gem indexes remove yanked versions, so only the lock still knows them.
  private func yankedGems(in report: ConflictReport<ToolUniverse>) -> [ExcludedVersion] {
    var found: [ExcludedVersion] = []
    for case .noVersion(let tool, let versions) in report.derivation.facts where tool.part != nil {
      guard let locked = attempt.context.previous[tool]?.version, versions.contains(locked),
        report.releases[tool]?.contains(locked) != true,
        report.hidden[tool]?.contains(where: { $0.version == locked }) != true
      else { continue }
      found.append(ExcludedVersion(tool, locked, [.yanked(reason: nil)], now: attempt.now))
    }
    return found
  }

  /// Returns changes of the requirement on a declared tool: to one that admits `versions`, if that
  /// can be expressed, and to exactly `version`, which overrides its obstacles.
  private func requirements(
    on tool: ToolName, accepting versions: VersionSet, or version: Version
  ) -> [Candidate] {
    let exact = requirement(Requirement(exactly: version.spelling), on: tool)
    // All clauses of a requirement must hold, so none can express `< 2 or >= 3`.
    if versions.description.contains(" or ") { return exact }
    return requirement(versions.description, on: tool) + exact
  }

  /// Returns declarations of tools that only other tools need, each with an exact version, which
  /// overrides its obstacles.
  private func declarations(of report: ConflictReport<ToolUniverse>) -> [Candidate] {
    var tools: Set<ToolName> = []
    return report.hints.compactMap { hint -> Candidate? in
      guard case .obstructed(let tool, let version, let obstacles) = hint, tool.part == nil,
        toolfile[tool.name] == nil, obstacles.allSatisfy(\.isLiftedByName),
        tools.insert(tool.name).inserted
      else { return nil }
      let requirement = Requirement(exactly: version.spelling)
      return toolfile.proposing(NewTool(tool.name, requirement)).map {
        candidate(tool.name, .requirements([requirement.description]), $0)
      }
    }
  }

  /// Returns the limits of the tools in a proof to the platforms that another tool supports.
  private func limits(of report: ConflictReport<ToolUniverse>) -> [Candidate] {
    var obstacles: [Obstacle] = []
    for case .unavailable(_, _, let obstacle, _) in report.derivation.facts {
      obstacles.append(obstacle)
    }
    for case .obstructed(_, _, let others) in report.hints { obstacles += others }
    let missing = obstacles.compactMap { obstacle -> Set<String>? in
      if case .platforms(let names) = obstacle, !names.isEmpty { Set(names) } else { nil }
    }
    var seen: Set<ToolName> = []
    let wanted = report.derivation.facts.compactMap { fact -> ToolName? in
      if case .wanted(let wanted, _) = fact { wanted.package.name } else { nil }
    }.filter { seen.insert($0).inserted }
    return wanted.flatMap { name -> [Candidate] in
      guard let request = attempt.project.request(for: name) else { return [] }
      let platforms = attempt.project.platforms(of: request)
      var found: [[Platform]] = []
      for names in missing {
        let rest = platforms.filter { !names.contains($0.rawValue) }
        if !rest.isEmpty, rest.count < platforms.count, !found.contains(rest) { found.append(rest) }
      }
      return found.flatMap { limit(name, to: $0) }
    }
  }
}
