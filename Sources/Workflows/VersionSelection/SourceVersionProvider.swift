internal import Diagnostics
internal import Manifests
internal import Resolution
internal import SourceKinds
internal import ToolSources
internal import Versions

/// Provides the solver with tools and their releases.
///
/// Queries the source of each tool at most once. The sources of tools that stay locked
/// are not queried.
actor SourceVersionProvider: VersionProvider {
  typealias World = ToolUniverse
  typealias Failure = Problem

  /// The result of a query for a tool.
  enum Lookup: Sendable {
    case found(Candidates)
    /// The source has no such tool, but has `similar` names.
    case unknown(similar: [ToolName])
  }

  private let nameResolution: ToolNameResolution
  /// Queries the source of a tool for which `lookups` has no result.
  private let fetchCandidates:
    @Sendable (SourcedTool, Diagnostics.Origin) async throws(Problem) -> Lookup
  /// For each tool that other tools need, one of the tools that need it.
  private var requesters: [SourcedTool: Diagnostics.Origin] = [:]
  /// The results of all queries so far.
  private var lookups: [SourcedTool: Lookup]
  /// The stanzas to reuse. Their tools are available only in the locked version, without a query.
  private let locked: [SourcedTool: LockedTool]
  /// The platforms that the tools of the Toolfile must support.
  private let declared: [SourcedTool: Set<Platform>]
  /// The platforms that each tool must support, as far as known. The sets only ever grow.
  private var platforms: [SourcedTool: Set<Platform>]

  /// Creates a provider.
  ///
  /// - Parameters:
  ///   - nameResolution: Resolves the names of needed tools.
  ///   - candidates: The results of earlier queries.
  ///   - locked: The stanzas to reuse.
  ///   - platforms: The platforms that the tools of the Toolfile must support.
  ///   - fetchCandidates: Queries the source of a tool. The origin is a tool that needs it.
  init(
    _ nameResolution: ToolNameResolution, candidates: [SourcedTool: Candidates],
    locked: [SourcedTool: LockedTool],
    platforms: [SourcedTool: Set<Platform>],
    fetchCandidates:
      @escaping @Sendable (SourcedTool, Diagnostics.Origin) async throws(Problem) -> Lookup
  ) {
    self.nameResolution = nameResolution
    lookups = candidates.mapValues { .found($0) }
    self.locked = locked
    declared = platforms
    self.platforms = platforms
    self.fetchCandidates = fetchCandidates
  }

  func listing(of tool: SourcedTool) async throws(Problem) -> PackageListing<World> {
    if let stanza = stanza(of: tool), let release = release(stanza) {
      recordRequester([release], of: tool)
      return .releases([release])
    }
    switch try await lookup(tool) {
    case .found(let candidates):
      let releases = candidates.listing(for: requiredPlatforms(of: tool), nameResolution)
      recordRequester(releases, of: tool)
      return .releases(releases)
    case .unknown(let similar):
      return .unknown(similar: similar.map { SourcedTool(name: $0, location: tool.location) })
    }
  }

  func needs(of tool: SourcedTool, at version: Version) async throws(Problem) -> ReleaseNeeds<World>
  {
    guard case .found(let candidates) = try await lookup(tool) else { return .dependencies([]) }
    return candidates.needs(of: version, for: requiredPlatforms(of: tool), nameResolution)
  }

  /// Returns the result of the query for `tool`, which is made on the first call.
  private func lookup(_ tool: SourcedTool) async throws(Problem) -> Lookup {
    if let known = lookups[tool] { return known }
    let lookup = try await fetchCandidates(tool, requesters[tool] ?? .commandLine)
    lookups[tool] = lookup
    return lookup
  }

  /// Remembers `tool` as the requester of the tools that its releases need.
  private func recordRequester(_ releases: [PackageRelease<World>], of tool: SourcedTool) {
    for release in releases {
      for needed in release.dependencies ?? [] where requesters[needed.package] == nil {
        requesters[needed.package] = .tool(name: tool.name.text, version: release.version.spelling)
      }
    }
  }

  /// Returns the platforms that `tool` must support, in the order of ``Platform``.
  private func requiredPlatforms(of tool: SourcedTool) -> [Platform] {
    Platform.allCases.filter { platforms[tool]?.contains($0) ?? false }
  }

  // MARK: Explaining conflicts

  /// Returns, for each tool without a version that fits, the newest prerelease whose stable version
  /// would fit. For example, the requirement `~> 2.0` excludes 2.0.0-rc1, which may still be the
  /// version that the user needs.
  func prereleases(leadingTo derivation: DerivationGraph<World>) -> [SourcedTool: Version] {
    var found: [SourcedTool: Version] = [:]
    for node in derivation.nodes {
      guard case .fact(.noVersion(let tool, let versions)) = node.reason else { continue }
      found[tool] =
        found[tool]
        ?? candidates(for: tool)?
        .prerelease(leadingTo: versions, for: requiredPlatforms(of: tool))
    }
    return found
  }

  // MARK: Completing a choice

  /// Returns the stanza to reuse for `tool`, or `nil` if its source must be queried.
  func stanza(of tool: SourcedTool) -> LockedTool? {
    guard let stanza = locked[tool], covers(stanza, tool) else { return nil }
    return stanza
  }

  /// Returns whether a stanza has artifacts for all platforms on which other tools need `tool`.
  /// For the platforms in the Toolfile, a reused stanza already has all artifacts that exist.
  private func covers(_ stanza: LockedTool, _ tool: SourcedTool) -> Bool {
    platforms[tool, default: []].subtracting(declared[tool, default: []])
      .isSubset(of: stanza.artifacts.map(\.platform))
  }

  /// Returns the releases that the source of `tool` listed, or `nil` if it was not queried or does
  /// not have the tool.
  func candidates(for tool: SourcedTool) -> Candidates? {
    guard case .found(let candidates)? = lookups[tool] else { return nil }
    return candidates
  }

  /// Returns the platforms that a tool of the Toolfile must support.
  func declaredPlatforms(of tool: SourcedTool) -> Set<Platform> { declared[tool, default: []] }

  /// The results of all successful queries so far.
  var allCandidates: [SourcedTool: Candidates] {
    lookups.compactMapValues { if case .found(let candidates) = $0 { candidates } else { nil } }
  }

  /// Records the platforms that the chosen tools must support.
  ///
  /// - Parameters:
  ///   - needed: The platforms of each chosen tool.
  ///   - versions: The chosen versions.
  /// - Returns: Whether versions must be chosen again, because a chosen version lacks a platform
  ///   or a stanza can no longer be reused.
  func requirePlatforms(
    _ needed: [SourcedTool: Set<Platform>], of versions: [SourcedTool: Version]
  ) -> Bool {
    var mustChooseAgain = false
    for (tool, requiredPlatforms) in needed
    where !requiredPlatforms.isSubset(of: platforms[tool, default: []]) {
      let wasLocked = stanza(of: tool) != nil
      platforms[tool, default: []].formUnion(requiredPlatforms)
      if stanza(of: tool) != nil { continue }
      if wasLocked {
        mustChooseAgain = true
      } else if let candidates = candidates(for: tool), let version = versions[tool],
        case .unavailable = candidates.needs(
          of: version, for: self.requiredPlatforms(of: tool), nameResolution)
      {
        mustChooseAgain = true
      }
    }
    return mustChooseAgain
  }

  /// Returns the release that a stanza locks, or `nil` if its version or a need is invalid.
  private func release(_ stanza: LockedTool) -> PackageRelease<World>? {
    let scheme = nameResolution.catalog.scheme(of: stanza.declaration)
    guard let version = try? Version(parsing: stanza.version.text, scheme: scheme)
    else { return nil }
    var dependencies: [Dependency<World>] = []
    let defined = stanza.definition?.needs ?? []
    for need in stanza.needs {
      let location: ToolLocation =
        defined.contains(need) ? .definition : .source(SourceLocation(stanza.declaration))
      guard let tool = nameResolution.tool(need.tool, at: location) else { continue }
      let requirement = Located(
        need.requirement, at: .tool(name: stanza.name.text, version: stanza.version.text))
      guard let scheme = nameResolution.scheme(of: tool),
        let dependency = try? requirement.dependency(
          on: tool, in: scheme, isInDefinition: location == .definition)
      else { return nil }
      dependencies.append(dependency)
    }
    return PackageRelease(version, dependencies: dependencies)
  }
}
