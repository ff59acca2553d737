internal import Diagnostics
internal import Manifests
internal import Resolution
internal import SourceKinds
internal import ToolSources
internal import Versions

/// The tools that there are, for the solver: each asked of its source once, and what stays locked not at all.
actor SourceVersionProvider: VersionProvider {
  typealias World = ToolUniverse
  typealias Failure = Problem

  /// What asking for a tool came to.
  enum Lookup: Sendable {
    case found(Candidates)
    case unknown(similar: [ToolName])
  }

  private let nameResolution: ToolNameResolution
  private let ask: @Sendable (SourcedTool, Diagnostics.Origin) async throws(Problem) -> Lookup
  /// For each tool that others need, one of those.
  private var requesters: [SourcedTool: Diagnostics.Origin] = [:]
  private var answers: [SourcedTool: Lookup]
  /// What is to be had in the locked version alone, and not asked for.
  private let locked: [SourcedTool: LockedTool]
  /// What the Toolfile wants its tools to serve.
  private let declared: [SourcedTool: Set<Platform>]
  /// What each tool must serve, as far as it is known.
  private var platforms: [SourcedTool: Set<Platform>]

  /// - Parameters:
  ///   - candidates: what has been asked for already.
  ///   - platforms: what the tools of the Toolfile must serve.
  ///   - ask: asks for a tool that others need, one of which is the origin.
  init(
    _ nameResolution: ToolNameResolution, candidates: [SourcedTool: Candidates],
    locked: [SourcedTool: LockedTool],
    platforms: [SourcedTool: Set<Platform>],
    ask: @escaping @Sendable (SourcedTool, Diagnostics.Origin) async throws(Problem) -> Lookup
  ) {
    self.nameResolution = nameResolution
    answers = candidates.mapValues { .found($0) }
    self.locked = locked
    declared = platforms
    self.platforms = platforms
    self.ask = ask
  }

  func listing(of tool: SourcedTool) async throws(Problem) -> PackageListing<World> {
    if let stanza = stanza(of: tool), let release = release(stanza) {
      note([release], of: tool)
      return .releases([release])
    }
    switch try await answer(tool) {
    case .found(let candidates):
      let releases = candidates.listing(for: wanted(of: tool), nameResolution)
      note(releases, of: tool)
      return .releases(releases)
    case .unknown(let similar):
      return .unknown(similar: similar.map { SourcedTool(name: $0, place: tool.place) })
    }
  }

  func needs(of tool: SourcedTool, at version: Version) async throws(Problem) -> ReleaseNeeds<World>
  {
    guard case .found(let candidates) = try await answer(tool) else { return .dependencies([]) }
    return candidates.needs(of: version, for: wanted(of: tool), nameResolution)
  }

  private func answer(_ tool: SourcedTool) async throws(Problem) -> Lookup {
    if let known = answers[tool] { return known }
    let answer = try await ask(tool, requesters[tool] ?? .commandLine)
    answers[tool] = answer
    return answer
  }

  private func note(_ releases: [PackageRelease<World>], of tool: SourcedTool) {
    for release in releases {
      for needed in release.dependencies ?? [] where requesters[needed.package] == nil {
        requesters[needed.package] = .tool(name: tool.name.text, version: release.version.spelling)
      }
    }
  }

  private func wanted(of tool: SourcedTool) -> [Platform] {
    Platform.allCases.filter { platforms[tool]?.contains($0) ?? false }
  }

  // MARK: What is told

  /// The newest prerelease that leads to what is missing, of each tool of which a version is missing. A requirement such as `~> 2.0`
  /// does not hold of 2.0.0-rc1, and still that may be what somebody looks for.
  func prereleases(leadingTo derivation: DerivationGraph<World>) -> [SourcedTool: Version] {
    var found: [SourcedTool: Version] = [:]
    for node in derivation.nodes {
      guard case .fact(.noVersion(let tool, let versions)) = node.reason else { continue }
      found[tool] = found[tool] ?? candidates(for: tool)?.prerelease(leadingTo: versions)
    }
    return found
  }

  // MARK: What was chosen

  /// The stanza that answers for `tool`. nil where its source is asked.
  func stanza(of tool: SourcedTool) -> LockedTool? {
    guard let stanza = locked[tool], covers(stanza, tool) else { return nil }
    return stanza
  }

  /// Of a tool of the Toolfile a stanza is only kept that has what can be had for the platforms that the Toolfile wants.
  private func covers(_ stanza: LockedTool, _ tool: SourcedTool) -> Bool {
    platforms[tool, default: []].subtracting(declared[tool, default: []])
      .isSubset(of: stanza.artifacts.map(\.platform))
  }

  /// What the source of `tool` said; nil where it was not asked.
  func candidates(for tool: SourcedTool) -> Candidates? {
    guard case .found(let candidates)? = answers[tool] else { return nil }
    return candidates
  }

  /// What a tool of the Toolfile must serve.
  func declaredPlatforms(of tool: SourcedTool) -> Set<Platform> { declared[tool, default: []] }

  /// Those of `platforms` for which a chosen tool is to be had: where the Toolfile names none, that need not be all.
  func served(
    _ platforms: Set<Platform>, by tool: SourcedTool, at version: Version?
  ) -> Set<Platform> {
    if let stanza = stanza(of: tool) {
      return stanza.parts.isEmpty
        ? platforms.intersection(stanza.artifacts.map(\.platform)) : platforms
    }
    guard let candidates = candidates(for: tool),
      let release = version.flatMap(candidates.release)
    else { return platforms }
    return Set(candidates.served(Array(platforms), by: release))
  }

  /// All that sources have said so far.
  var allCandidates: [SourcedTool: Candidates] {
    answers.compactMapValues { if case .found(let candidates) = $0 { candidates } else { nil } }
  }

  /// Notes what the chosen tools must serve, and tells whether a choice does not: then it must be made again.
  func requirePlatforms(
    _ needed: [SourcedTool: Set<Platform>], of versions: [SourcedTool: Version]
  ) -> Bool {
    var isWrong = false
    for (tool, wanted) in needed where !wanted.isSubset(of: platforms[tool, default: []]) {
      let wasLocked = stanza(of: tool) != nil
      platforms[tool, default: []].formUnion(wanted)
      if stanza(of: tool) != nil { continue }
      if wasLocked {
        isWrong = true
      } else if let candidates = candidates(for: tool), let version = versions[tool],
        case .unavailable = candidates.needs(
          of: version, for: self.wanted(of: tool), nameResolution)
      {
        isWrong = true
      }
    }
    return isWrong
  }

  private func release(_ stanza: LockedTool) -> PackageRelease<World>? {
    let place = SourceLocation(stanza.declaration)
    guard let scheme = nameResolution.catalog.scheme(of: place.source),
      let version = try? Version(parsing: stanza.version.text, scheme: scheme)
    else { return nil }
    var dependencies: [Dependency<World>] = []
    for need in stanza.needs {
      guard let tool = nameResolution.tool(need.tool, neededBy: place) else { continue }
      let requirement = Located(
        need.requirement, at: .tool(name: stanza.name.text, version: stanza.version.text))
      guard let scheme = nameResolution.scheme(of: tool),
        let dependency = try? requirement.dependency(on: tool, in: scheme)
      else { return nil }
      dependencies.append(dependency)
    }
    return PackageRelease(version, dependencies: dependencies)
  }
}
