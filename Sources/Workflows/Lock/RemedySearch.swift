internal import Diagnostics
internal import Filesystem
internal import Manifests
internal import Projects
internal import Resolution
internal import TextSearch
internal import ToolSources
internal import Versions

/// Finds changes to single statements of a project's files that allow the project to be locked.
///
/// Each change is tried before it is suggested: versions are chosen as if the files had it. All
/// trials share a bounded effort. A change that cannot be verified within it is not suggested.
struct RemedySearch {
  private let attempt: LockAttempt
  /// The project with the changes that earlier problems require.
  private var project: Project
  private var effort = Resolver<SourceVersionProvider>.effortOfRemedies

  /// Creates a search for remedies of an attempt that failed.
  init(for attempt: LockAttempt) {
    self.attempt = attempt
    project = attempt.project
  }

  private var toolfile: Toolfile { project.toolfile }

  /// The number of versions of one tool that are tried.
  private static var maximumVersionCount: Int { 4 }

  // MARK: Requirements that no release meets

  /// Returns the problems of tools with requirements that cannot be met, each with the changes that
  /// resolve it.
  ///
  /// With the first change of each problem, the project can be locked without the tools whose
  /// problems have none.
  mutating func problems(of unmet: [UnmetRequirement]) async -> [SourceProblem] {
    var pending = Set(unmet.map(\.tool))
    var problems: [SourceProblem] = []
    for requirement in unmet {
      pending.remove(requirement.tool)
      var problem = requirement.problem
      let found = await remedies(for: requirement, without: pending)
      if found.isEmpty { pending.insert(requirement.tool) }
      problem.remedies = found
      problems.append(problem)
    }
    return problems
  }

  /// Returns whether the requirement of a tool that has only prereleases can be met because another
  /// tool names one.
  mutating func isMet(_ unmet: UnmetRequirement, without others: Set<ToolName>) async -> Bool {
    await attempt.canChoose(for: project, without: others, effort: &effort)
  }

  private mutating func remedies(
    for unmet: UnmetRequirement, without others: Set<ToolName>
  ) async -> [ToolfileRemedy] {
    var tried: [Candidate] = []
    if let prerelease = unmet.excluded.first(where: { $0.obstacles == [.prerelease] }) {
      tried += requirement(">= \(prerelease.release.version.spelling)", on: unmet.tool)
    }
    if unmet.excluded.contains(where: { $0.obstacles.contains(.undated) }),
      let proposal = toolfile.proposingUnknownAge()
    {
      tried.append(candidate(nil, .unknownAge, proposal))
    }
    // The newest release that only lacks platforms.
    let narrow = unmet.excluded.lazy.compactMap { $0.missingPlatforms }.first
    if let narrow, let request = attempt.project.request(for: unmet.tool) {
      let rest = attempt.project.platforms(of: request).filter { !narrow.contains($0.rawValue) }
      if !rest.isEmpty { tried += limit(unmet.tool, to: rest) }
    }
    if case .noArtifact(_, _, _, let served) = unmet.problem.fault, !served.isEmpty {
      tried += limit(unmet.tool, to: served.compactMap { Platform(rawValue: $0) })
    }
    var found: [Candidate] = []
    for candidate in tried {
      if found.contains(where: { $0.hint == candidate.hint }) { continue }
      if await holds(candidate, without: others) { found.append(candidate) }
    }
    // Yanked versions come last, and are never suggested for a tool that is being added.
    let named = unmet.excluded.filter {
      $0.obstacles != [.prerelease] && $0.obstacles.allSatisfy(\.isLiftedByName)
    }
    let isNew = unmet.problem.origin == .commandLine
    let yanked = isNew || !found.isEmpty ? [] : named.filter { $0.release.yanked != nil }
    let versions = named.filter { $0.release.yanked == nil } + yanked
    for version in versions.prefix(Self.maximumVersionCount).map(\.release.version) {
      guard let exact = requirement("= \(version.spelling)", on: unmet.tool).first,
        await holds(exact, without: others)
      else { continue }
      found.append(exact)
      break
    }
    if let first = found.first { project = first.project }
    return found.compactMap(\.remedy)
  }

  // MARK: Conflicts

  /// Returns the hints of a conflict: the facts in its report, and the changes that resolve it.
  ///
  /// - Parameters:
  ///   - report: The report, with changes that the solver tried.
  ///   - prereleases: For tools without a version that fits, a prerelease whose stable version
  ///     would fit.
  mutating func hints(
    of report: ConflictReport<ToolUniverse>, _ prereleases: [SourcedTool: Version]
  ) async -> [VersionConflict.Hint] {
    var hints: [VersionConflict.Hint] = []
    var candidates: [Candidate] = []
    for hint in report.hints {
      switch hint {
      case .widen(let requirement, let versions, let chosen):
        if requirement.isPin {
          candidates += pin(requirement, to: chosen.spelling)
        } else if let candidate = candidate(requirement, accepting: versions) {
          candidates.append(candidate)
        }
      default: hints += VersionConflict.Hint(hint, now: attempt.now).map { [$0] } ?? []
      }
    }
    hints += prereleases.sorted { $0.key < $1.key }.map {
      .excluded(ExcludedVersion($0.key.name, $0.value, [.prerelease], now: attempt.now))
    }
    candidates += declarations(of: report) + limits(of: report)
    for candidate in candidates where await holds(candidate, without: []) {
      hints.append(candidate.hint)
    }
    return hints
  }

  /// Returns the changes that resolve a contradiction between requirements of the project.
  ///
  /// - Parameters:
  ///   - report: The proof of the contradiction.
  ///   - others: The tools with other problems.
  mutating func hints(
    ofContradiction report: ConflictReport<ToolUniverse>, without others: Set<ToolName>
  ) async -> [VersionConflict.Hint] {
    let wanted = report.derivation.facts.compactMap { fact in
      if case .wanted(let wanted, _) = fact { wanted } else { nil }
    }
    let pins = wanted.filter(\.isPin)
    var candidates = pins.flatMap { pin($0, to: nil) }
    for dependency in wanted where !dependency.isPin {
      let tool = dependency.package.name
      candidates += pins.flatMap { requirement($0.origin.value.description, on: tool) }
      let clauses = dependency.origin.value.clauses.map(\.description)
      for omitted in clauses.indices where clauses.count > 1 {
        let rest = clauses.indices.filter { $0 != omitted }.map { clauses[$0] }
        candidates += requirement(rest.joined(separator: ", "), on: tool)
      }
    }
    var hints: [VersionConflict.Hint] = []
    for candidate in candidates where await holds(candidate, without: others) {
      hints.append(candidate.hint)
    }
    return hints
  }

  /// Returns the change of a requirement in the Toolfile to one that accepts `versions`, or `nil`
  /// if no single requirement does.
  private func candidate(
    _ requirement: Dependency<ToolUniverse>, accepting versions: VersionSet
  ) -> Candidate? {
    // All clauses of a requirement must hold, so none can express `< 2 or >= 3`.
    if versions.description.contains(" or ") { return nil }
    return self.requirement(versions.description, on: requirement.package.name).first
  }

  /// Returns lines that declare a tool which only other tools need, in a version that a requirement
  /// can name in spite of its obstacles.
  private func declarations(of report: ConflictReport<ToolUniverse>) -> [Candidate] {
    var tools: Set<ToolName> = []
    return report.hints.compactMap { hint -> Candidate? in
      guard case .obstructed(let tool, let version, let obstacles) = hint,
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

  // MARK: Trying changes

  /// A change that has not been tried yet.
  private struct Candidate {
    let hint: VersionConflict.Hint
    /// The project with the change.
    let project: Project

    /// The change of the Toolfile, or `nil` if another file changes.
    var remedy: ToolfileRemedy? { if case .change(let remedy) = hint { remedy } else { nil } }
  }

  private func candidate(
    _ tool: ToolName?, _ change: ToolfileRemedy.Change, _ proposal: Toolfile.Proposal
  ) -> Candidate {
    Candidate(
      hint: .change(ToolfileRemedy(tool: tool?.text, change, line: proposal.line)),
      project: project.with(proposal.toolfile, project.lock))
  }

  /// Returns the change of a pin to another version, or its removal if `version` is `nil`. Empty if
  /// the requirement is no pin.
  private func pin(_ dependency: Dependency<ToolUniverse>, to version: String?) -> [Candidate] {
    let tool = dependency.package.name
    guard let file = dependency.pinFile,
      let changed = project.pinning(tool, to: version.flatMap { VersionText($0) })
    else { return [] }
    let folder = FilePath(file).parentDirectory.string
    return [
      Candidate(
        hint: .pin(tool: tool.text, version: version, folder: folder == "." ? nil : folder),
        project: changed)
    ]
  }

  /// Returns the change of the requirement on a declared tool. Empty if there is none.
  private func requirement(_ text: String, on tool: ToolName) -> [Candidate] {
    guard let requirement = try? Requirement(parsing: [text]),
      let proposal = toolfile.proposing(requirement, of: tool)
    else { return [] }
    return [candidate(tool, .requirements(requirement.clauses.map(\.description)), proposal)]
  }

  /// Returns the limit of a declared tool to platforms. Empty if it cannot be limited.
  private func limit(_ tool: ToolName, to platforms: [Platform]) -> [Candidate] {
    toolfile.proposing(platforms, of: tool).map {
      [candidate(tool, .platforms(platforms.map(\.rawValue)), $0)]
    } ?? []
  }

  /// Returns whether versions can be chosen with a change, without the tools `others`.
  private mutating func holds(_ candidate: Candidate, without others: Set<ToolName>) async -> Bool {
    await attempt.canChoose(for: candidate.project, without: others, effort: &effort)
  }
}
