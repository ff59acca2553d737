internal import Diagnostics
internal import Manifests
internal import Projects
internal import Resolution
internal import SourceKinds
internal import ToolSources
internal import Versions
internal import Vocabulary

/// One attempt to lock a project: queries the sources, chooses versions, and creates the stanzas.
struct LockAttempt: Sendable {
  let context: LockContext
  let publishers: PublisherComparison
  let prefetcher: ReleaseContentPrefetcher
  /// The results of all queries so far, including those of an earlier attempt.
  var known: [SourcedTool: Candidates]

  /// Creates an attempt to lock the project of `context`.
  ///
  /// - Parameters:
  ///   - context: The project, with access to its sources.
  ///   - publishers: Compares publishers with those of the previous lock.
  ///   - prefetcher: Requests content before versions are chosen.
  ///   - earlier: A failed attempt whose query results are reused, or `nil` for the first attempt.
  init(
    context: LockContext, _ publishers: PublisherComparison,
    _ prefetcher: ReleaseContentPrefetcher, after earlier: LockAttempt? = nil
  ) {
    self.context = context
    self.publishers = publishers
    self.prefetcher = prefetcher
    known = earlier?.known ?? [:]
  }

  /// The stanzas of a new lock, and what the sources of the tools have beyond them. A tool whose
  /// source was not queried has no outlook.
  typealias Stanzas = (tools: [LockedTool], outlooks: [ToolName: VersionOutlook])

  /// Returns the stanzas of the new lock, and reports their notices.
  ///
  /// - Throws: The problems of ``choice()``, ``LockProblem/publishersChanged(_:)`` if publishers
  ///   differ from those in the previous lock, ``LockProblem/unmetProvenance(_:)`` if they do not
  ///   meet the demands of the project or a definition, or ``Problem/sources(_:)`` with the
  ///   problems of the sources.
  mutating func stanzas() async throws(Problem) -> Stanzas {
    let choice = try await choice(isComplete: true)
    let kept = await choice.provider.stanzas(of: choice.tools.map(\.tool))
    let chosen = zip(choice.tools, kept)
    let results = try await concurrentResults(chosen.filter { $0.1 == nil }.map(\.0)) {
      [self] tool async throws(Problem) in try await newlyLocked(tool, choice.provider)
    }
    let changes = results.compactMap(\.change)
    if !changes.isEmpty { throw .project(.lock(.publishersChanged(changes))) }
    let unmet = results.compactMap(\.unmet)
    if !unmet.isEmpty {
      throw context.sources.access.policy.problem(with: unmet, in: context.project)
        ?? .project(.lock(.unmetProvenance(unmet)))
    }
    // Report notices in the order of the tools, not in the order in which the results arrived.
    let bundled = await bundledNotices(of: choice)
    for notice in bundled + results.flatMap(\.notices) { context.observe(notice) }
    var new = results[...]
    let tools = chosen.compactMap { tool, stanza in
      stanza.map { keeping($0, tool) } ?? new.popFirst()?.tool
    }
    return (
      StatedNeeds.apply(to: tools), await choice.outlooks(keeping: context.previous.preferences)
    )
  }

  /// Chooses versions of all tools.
  ///
  /// - Parameter isComplete: Whether the stanzas of the tools will be needed, so that their content
  ///   is requested early.
  /// - Throws: ``LockProblem/conflict(_:)`` if no versions meet all requirements, or
  ///   ``Problem/sources(_:)`` with the problems of the sources.
  mutating func choice(isComplete: Bool = false) async throws(Problem) -> LockChoice {
    if let problem = await contradiction() { throw problem }
    let declared = context.project.requests
    let unlocked = declared.filter { context.previous[$0.sourcedTool]?.standing != .unchanged }
    if !unlocked.isEmpty { context.observe(.progress(.resolving(toolCount: unlocked.count))) }
    try await fetchCandidates(for: unlocked, isPrefetching: isComplete)
    let unmet = unmetRequirements(unlocked)
    let final = Set(unmet.filter(\.isFinal).map(\.tool))
    if !final.isEmpty {
      var remedies = RemedySearch(for: self)
      throw .sources(await remedies.problems(of: final, among: unmet))
    }
    let (solution, selection) = try await solution(declared, unmet)
    try checkLocationsAreUnique(solution)
    return LockChoice(
      tools: chosenTools(
        solution, selection.platforms(of: solution), selection.provider.nameResolution),
      provider: selection.provider)
  }

  /// Returns the tools of a solution, sorted, each with the gems of its graph.
  private func chosenTools(
    _ solution: Solution<ToolUniverse>, _ platforms: [ToolUniverse.Package: Set<Platform>],
    _ nameResolution: ToolNameResolution
  ) -> [LockChoice.ChosenTool] {
    let requests = Dictionary(grouping: solution.requests, by: \.dependency.package)
    let parts = Dictionary(
      grouping: solution.versions.filter { $0.key.part != nil }, by: \.key.owner)
    let ruby = solution.versions.first { $0.key.name == .ruby && $0.key.part == nil }?.value
    let chosen = solution.versions.filter { tool, _ in
      tool.part == nil && nameResolution.systemVersion(of: tool) == nil
    }
    return chosen.sorted { $0.key < $1.key }.map { tool, version in
      LockChoice.ChosenTool(
        tool: tool, version: version,
        wants: wants(of: tool, requests[tool] ?? [], solution.versions),
        platforms: Platform.allCases.filter { platforms[tool, default: []].contains($0) },
        parts: Dictionary(uniqueKeysWithValues: parts[tool] ?? []), ruby: ruby)
    }
  }

  // MARK: Querying sources

  /// Queries the sources of those requested tools whose candidates are not known yet. Prefetches
  /// the content that the lock will probably contain.
  mutating func fetchCandidates(
    for requests: [ToolRequest], isPrefetching: Bool
  ) async throws(Problem) {
    let queries = try context.queries(for: requests.filter { known[$0.sourcedTool] == nil })
    let candidates = try await concurrentResults(queries) { [self] query async throws(Problem) in
      let candidates = try await mappingSourceErrors { () async throws(SourceError) in
        try await Candidates(listing: query)
      }
      if isPrefetching {
        prefetcher.begin(
          candidates, for: context.project.platforms(of: query.tool.name),
          keeping: query.previous?.preferredVersion)
      }
      return candidates
    }
    for found in candidates { known[found.query.tool] = found }
  }

  // MARK: Creating stanzas

  /// Checks that no tool was chosen from two locations.
  ///
  /// A lock contains one tool of each name. If a definition and a source both need a tool of that
  /// name, only a declaration in the Toolfile makes it the same tool.
  ///
  /// - Throws: ``StatementProblem/ambiguousNeed(_:neededBy:)`` if a tool was chosen from two
  ///   locations.
  func checkLocationsAreUnique(_ solution: Solution<ToolUniverse>) throws(Problem) {
    // The tools of the Toolfile have different names.
    if solution.versions.keys.allSatisfy({ $0.location == nil }) { return }
    for (name, tools) in Dictionary(
      grouping: solution.versions.keys.filter { $0.part == nil }, by: \.name)
    where tools.count > 1 {
      let requesters = tools.sorted().compactMap { tool in
        solution.requests.first { $0.dependency.package == tool }?.requester
      }
      throw .project(
        .statement(
          .ambiguousNeed(
            name, neededBy: requesters.map { "\($0.package.name) \($0.version.spelling)" })))
    }
  }

  /// Returns the wants of the stanza of `tool`: each requester with the versions that it requires.
  ///
  /// - Parameters:
  ///   - tool: A chosen tool.
  ///   - requests: The solver's requests for `tool`. Those by the project are ignored, because its
  ///     wants are taken from its files.
  ///   - versions: The chosen versions of all tools.
  private func wants(
    of tool: SourcedTool, _ requests: [Solution<ToolUniverse>.Request],
    _ versions: [SourcedTool: Version]
  ) -> [LockedTool.Want] {
    var seen: Set<LockedTool.Want> = []
    var wants = tool.location == nil ? context.project.request(for: tool.name)?.wants ?? [] : []
    if let pinLimit = context.pinLimit(on: tool) { wants.append(pinLimit) }
    return wants.map(\.value)
      + requests.compactMap { request in
        guard let requester = request.requester,
          // A gem's needs count as its tool's needs.
          let chosen = versions[requester.package.owner],
          let version = VersionText(chosen.spelling)
        else { return nil }
        return LockedTool.Want(
          request.dependency.origin.value, by: .tool(requester.package.name, version))
      }.filter { seen.insert($0).inserted }
  }

  /// The stanza of a tool, the notices to report with it, and what prevents the lock, if anything:
  /// a change of its publisher, or an unmet demand.
  typealias StanzaWithNotices = (
    tool: LockedTool, notices: [Notice], change: PublisherChange?, unmet: UnmetProvenance?
  )

  /// Returns the new stanza for a chosen tool, whose source was queried.
  private func newlyLocked(
    _ choice: LockChoice.ChosenTool, _ provider: SourceVersionProvider
  ) async throws(Problem) -> StanzaWithNotices {
    guard let candidates = await provider.candidates(for: choice.tool),
      let release = candidates.release(of: choice.version)
    else {
      throw .system(.internalFault("no version was chosen for \(choice.tool.name)"))
    }
    guard let version = VersionText(release.version.spelling) else {
      throw candidates.problem(
        .content(.noVersion(wanted: "", existing: [release.version.spelling])))
    }
    var notices =
      release.yanked.map { reason in
        [Notice.publisher(.yanked(tool: choice.tool.name, version: version, reason: reason))]
      } ?? []
    if let missing = candidates.missingArtifact(of: release, for: choice.platforms) {
      throw .sources([missing])
    }
    if let stanza = candidates.lockedStanza(of: release, for: choice.platforms) {
      let needs = candidates.needs(of: release).map(\.need.value)
      let kept = keeping(stanza, choice).with { $0.needs = needs }
      return try await proved(kept, candidates, release, nil, notices)
    }
    let (content, found) =
      candidates.hasGraph
      ? (try await graphContent(of: release, choice, candidates, provider), ReleasePublishers([]))
      : try await prefetcher.content(of: release, candidates, for: choice.platforms)
    let tool = newStanza(version, release, content, choice, candidates)
    // The digest comes from the source itself, so an install need not ask for it.
    context.recordResolved(tool)
    notices += fileNotices(of: tool, content, candidates.query)
    return try await proved(tool, candidates, release, found, notices)
  }
}

extension ToolRequest {
  /// The requested tool as the solver identifies it.
  var sourcedTool: SourcedTool { SourcedTool(name: tool, location: nil) }
}

extension Project {
  /// Returns the platforms that a tool of the Toolfile must support.
  func platforms(of request: ToolRequest) -> [Platform] { request.declared.platforms ?? platforms }

  /// Returns the platforms that `tool` must support according to the Toolfile, or all platforms of
  /// the project if the Toolfile does not declare it.
  fileprivate func platforms(of tool: ToolName) -> [Platform] {
    request(for: tool).map { platforms(of: $0) } ?? platforms
  }
}
