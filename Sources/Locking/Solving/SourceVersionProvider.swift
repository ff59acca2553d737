internal import Diagnostics
internal import Gems
internal import Manifests
internal import Resolution
internal import SourceKinds
internal import ToolSources
internal import Versions
internal import Vocabulary

/// Provides the solver with tools and their releases.
///
/// Queries the source of each tool at most once. The sources of tools that stay locked
/// are not queried.
actor SourceVersionProvider: VersionProvider {
  typealias World = ToolUniverse
  typealias Failure = Problem

  let nameResolution: ToolNameResolution
  /// Queries the source of a tool for which `lookups` has no result.
  private let fetchCandidates:
    @Sendable (SourcedTool, Vocabulary.Origin) async throws(Problem) -> SourceLookup
  /// For each tool that other tools need, one of the tools that need it.
  private var requesters: [SourcedTool: Vocabulary.Origin] = [:]
  /// The results of all queries so far.
  private var lookups: [SourcedTool: SourceLookup]
  /// The stanzas to reuse. Their tools are available only in the locked version, without a query.
  private let locked: [SourcedTool: LockedTool]
  /// The platforms on which the project needs its tools.
  private let platforms: PlatformNeeds
  /// The locked tools whose stanzas lack a platform on which a chosen tool needs them. Only ever
  /// grows.
  private var uncovered: Set<SourcedTool> = []
  /// The tools whose releases were listed.
  private(set) var listed: Set<SourcedTool> = []

  /// Creates a provider.
  ///
  /// - Parameters:
  ///   - nameResolution: Resolves the names of needed tools.
  ///   - candidates: The results of earlier queries.
  ///   - locked: The stanzas to reuse.
  ///   - platforms: The platforms on which the project needs its tools.
  ///   - fetchCandidates: Queries the source of a tool. The origin is a tool that needs it.
  init(
    _ nameResolution: ToolNameResolution, candidates: [SourcedTool: Candidates],
    locked: [SourcedTool: LockedTool], platforms: PlatformNeeds,
    fetchCandidates:
      @escaping @Sendable (SourcedTool, Vocabulary.Origin) async throws(Problem) -> SourceLookup
  ) {
    self.nameResolution = nameResolution
    lookups = candidates.mapValues { .found($0) }
    self.locked = locked
    self.platforms = platforms
    self.fetchCandidates = fetchCandidates
  }

  func listing(of tool: SourcedTool) async throws(Problem) -> PackageListing<World> {
    listed.insert(tool)
    if let version = nameResolution.systemVersion(of: tool) {
      // Only this version is required. Others are listed so that a proof can name the requirement.
      let versions = [version] + GemKind.rubies.filter { $0 > version }
      return .releases(versions.reversed().map { PackageRelease($0, dependencies: []) })
    }
    if let stanza = stanza(of: tool), let release = release(stanza) {
      recordRequester([release], of: tool)
      return .releases([release])
    }
    switch try await lookup(tool) {
    case .found(let candidates):
      let releases = candidates.listing(
        for: requiredPlatforms(of: candidates), groups(of: candidates), nameResolution)
      recordRequester(releases, of: tool)
      return .releases(releases)
    case .unknown(let similar):
      return .unknown(
        similar: similar.compactMap { text in
          tool.part == nil
            ? ToolName(text).map { SourcedTool(name: $0, location: tool.location) }
            : GemName(text).map(tool.part)
        })
    }
  }

  func needs(of tool: SourcedTool, at version: Version) async throws(Problem) -> ReleaseNeeds<World>
  {
    guard case .found(let candidates) = try await lookup(tool) else { return .dependencies([]) }
    return candidates.needs(
      of: version, for: requiredPlatforms(of: candidates), groups(of: candidates), nameResolution)
  }

  /// Returns the result of the query for `tool`, which is made on the first call.
  private func lookup(_ tool: SourcedTool) async throws(Problem) -> SourceLookup {
    if let known = lookups[tool] { return known }
    let lookup = try await fetchCandidates(tool, requesters[tool] ?? .commandLine)
    lookups[tool] = lookup
    return lookup
  }

  /// Remembers `tool` as the requester of the tools that its releases need.
  private func recordRequester(_ releases: [PackageRelease<World>], of tool: SourcedTool) {
    for release in releases {
      for needed in release.dependencies ?? [] where requesters[needed.package] == nil {
        requesters[needed.package] = .tool(
          name: tool.part?.text ?? tool.name.text, version: release.version.spelling)
      }
    }
  }

  /// Returns the platforms that a tool must support in any case, in the order of ``Platform``.
  ///
  /// If no older release takes the place of one that lacks a platform, these are all platforms that
  /// the tool may have to support.
  private func requiredPlatforms(of candidates: Candidates) -> [Platform] {
    if let declared = platforms.declared[candidates.query.tool.owner] {
      return Platform.allCases.filter(declared.contains)
    }
    return candidates.query.isStrict ? platforms.common : platforms.all
  }

  /// Returns the groups of platforms that a tool must support only if a tool that needs it is for
  /// them.
  private func groups(of candidates: Candidates) -> [PlatformGroup] {
    guard candidates.query.isStrict else { return [] }
    let declared = platforms.groups(of: candidates.query.tool.owner)
    return platforms.groups.filter { !declared.contains($0) }
  }

  // MARK: Explaining conflicts

  /// Returns, for each tool without a version that fits, the newest prerelease whose stable version
  /// would fit. For example, the requirement `~> 2.0` excludes 2.0.0-rc1, which may still be the
  /// version that the user needs.
  func prereleases(leadingTo derivation: DerivationGraph<World>) -> [SourcedTool: Version] {
    var found: [SourcedTool: Version] = [:]
    for case .noVersion(let tool, let versions) in derivation.facts {
      guard found[tool] == nil, let candidates = candidates(for: tool) else { continue }
      found[tool] =
        candidates.prerelease(
          leadingTo: versions, for: requiredPlatforms(of: candidates))?.version
    }
    return found
  }

  // MARK: Completing a choice

  /// Returns the stanza to reuse for `tool`, or `nil` if its source must be queried.
  func stanza(of tool: SourcedTool) -> LockedTool? {
    uncovered.contains(tool) ? nil : locked[tool]
  }

  /// Returns, for each tool, the stanza to reuse, or `nil` if its source must be queried.
  func stanzas(of tools: [SourcedTool]) -> [LockedTool?] { tools.map(stanza) }

  /// Returns the releases that the source of `tool` listed, or `nil` if it was not queried or does
  /// not have the tool.
  func candidates(for tool: SourcedTool) -> Candidates? {
    guard case .found(let candidates)? = lookups[tool] else { return nil }
    return candidates
  }

  /// Returns the platforms that a tool of the Toolfile must support.
  nonisolated func declaredPlatforms(of tool: SourcedTool) -> Set<Platform> {
    platforms.declared[tool, default: []]
  }

  /// The results of all queries so far.
  var allLookups: [SourcedTool: SourceLookup] { lookups }

  /// The results of all successful queries so far.
  var allCandidates: [SourcedTool: Candidates] {
    lookups.compactMapValues { if case .found(let candidates) = $0 { candidates } else { nil } }
  }

  /// Records the stanzas that can no longer be reused, because they lack a platform on which other
  /// tools need the tool. For the platforms in the Toolfile, a stanza has all artifacts that exist.
  ///
  /// - Parameter needed: The platforms of each chosen tool.
  /// - Returns: Whether there are such stanzas, so that versions must be chosen again.
  func recordUncovered(by needed: [SourcedTool: Set<Platform>]) -> Bool {
    let others = needed.filter { tool, platforms in
      guard let stanza = stanza(of: tool) else { return false }
      return !platforms.subtracting(declaredPlatforms(of: tool))
        .isSubset(of: stanza.artifacts.map(\.platform))
    }
    uncovered.formUnion(others.keys)
    return !others.isEmpty
  }

  /// Returns the release that a stanza locks, or `nil` if its version or a need is invalid.
  private func release(_ stanza: LockedTool) -> PackageRelease<World>? {
    let scheme = nameResolution.catalog.scheme(of: stanza.declaration)
    guard let version = try? Version(parsing: stanza.version.text, scheme: scheme)
    else { return nil }
    var dependencies: [Dependency<World>] = []
    let defined = stanza.definition?.needs ?? []
    for need in stanza.needs {
      let isOfRuntime = nameResolution.catalog.runtime(of: stanza.declaration.source) == need.tool
      let location: ToolLocation =
        defined.contains(need) || isOfRuntime
        ? .definition : .source(SourceLocation(stanza.declaration))
      let found =
        isOfRuntime
        ? nameResolution.runtime(need.tool) : nameResolution.tool(need.tool, at: location)
      guard let tool = found else { continue }
      let requirement = Located(
        need.requirement, at: .tool(name: stanza.name.text, version: stanza.version.text))
      guard let scheme = nameResolution.scheme(of: tool),
        let dependency = try? requirement.dependency(
          on: tool, in: scheme, isOfRuntime: isOfRuntime)
      else { return nil }
      dependencies.append(dependency)
    }
    return PackageRelease(version, dependencies: dependencies)
  }
}
