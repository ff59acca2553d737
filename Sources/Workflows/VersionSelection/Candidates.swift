internal import Diagnostics
internal import Manifests
internal import Resolution
internal import ToolSources
internal import Versions

/// What there is of one tool, and what is wanted of it.
struct Candidates: Sendable {
  let query: SourceQuery
  let package: any SourcePackage

  var tool: ToolName { query.tool.name }
  private var scheme: VersionScheme { query.source.scheme }

  func release(of version: Version) -> SourceRelease? {
    package.releases.first { $0.version == version }
  }

  // MARK: What the solver may choose from

  /// Newest first.
  ///
  /// What a release needs stands beside it, so that the solver can speak of all releases that need the same. One that needs nothing
  /// is looked at for platforms down to the first that serves them all, and otherwise when it is tried: that is the dearest
  /// question, and of most releases nobody ever asks it.
  func listing(
    for platforms: [Platform], _ nameResolution: ToolNameResolution
  ) -> [PackageRelease<ToolUniverse>] {
    let wanted = wanted
    var isServed = false
    return package.releases.filter { admitsLocal($0.version) }.map { release in
      let needs = package.needs(of: release)
      var obstacle = obstacle(of: release)
      let isExamined =
        obstacle == nil
        && (!needs.isEmpty || !isServed && wanted.allSatisfy { $0.contains(release.version) })
      if isExamined {
        obstacle = missing(release, platforms)
        isServed = isServed || obstacle == nil
      }
      let dependencies = isExamined ? try? self.dependencies(needs, nameResolution).get() : nil
      if obstacle == nil, release.version.isPrerelease { obstacle = .prerelease }
      return PackageRelease(release.version, obstacle: obstacle, dependencies: dependencies)
    }
  }

  /// What a release needs that ``listing(for:_:)`` left open.
  func needs(
    of version: Version, for platforms: [Platform], _ nameResolution: ToolNameResolution
  ) -> ReleaseNeeds<ToolUniverse> {
    guard let release = release(of: version) else { return .dependencies([]) }
    if let obstacle = missing(release, platforms) { return .unavailable(obstacle) }
    switch dependencies(package.needs(of: release), nameResolution) {
    case .success(let dependencies): return .dependencies(dependencies)
    case .failure(let failure): return .unavailable(.metadata(detail: failure.detail))
    }
  }

  private struct UnreadableNeed: Error {
    let detail: String
  }

  private func dependencies(
    _ needs: [Located<LockedTool.Need>], _ nameResolution: ToolNameResolution
  ) -> Result<[Dependency<ToolUniverse>], UnreadableNeed> {
    var dependencies: [Dependency<ToolUniverse>] = []
    for need in needs {
      guard let tool = nameResolution.tool(need.value.tool, neededBy: query.place) else { continue }
      let requirement = need.value.requirement
      guard let scheme = nameResolution.scheme(of: tool),
        let dependency = try? Located(requirement, at: need.origin).dependency(on: tool, in: scheme)
      else { return .failure(UnreadableNeed(detail: "\(need.value.tool) \(requirement)")) }
      dependencies.append(dependency)
    }
    return .success(dependencies)
  }

  // MARK: What forbids a release

  private var isPinned: Bool { query.requirements.contains { $0.value.isExact } }

  /// What forbids it whatever the platform. Who names one version exactly gets it, yanked or young.
  private func obstacle(of release: SourceRelease) -> Obstacle? {
    if isPinned { return nil }
    if let reason = release.yanked { return .yanked(reason: reason) }
    return query.age?.obstacle(of: release).map {
      .cooldown(released: $0.released, eligible: $0.eligible)
    }
  }

  /// Where the Toolfile names its platforms, a release must serve all of them, else one.
  private func missing(_ release: SourceRelease, _ platforms: [Platform]) -> Obstacle? {
    if !release.isInstallable { return .platforms([]) }
    let missing = platforms.filter { platform in
      if case .missing = package.artifact(of: release, for: platform) { true } else { false }
    }
    if query.isStrict { return missing.isEmpty ? nil : .platforms(missing.map(\.rawValue)) }
    return missing.count == platforms.count && !platforms.isEmpty ? .platforms([]) : nil
  }

  /// The platforms to lock a release for. Where the Toolfile names none, one that the release lacks is left out and told; else the
  /// source says what it lacks.
  func served(_ platforms: [Platform], by release: SourceRelease) -> [Platform] {
    if query.isStrict { return platforms }
    let served = platforms.filter { platform in
      if case .serves = package.artifact(of: release, for: platform) { true } else { false }
    }
    return served.isEmpty ? platforms : served
  }

  /// Local versions of PEP 440 are for who names them.
  private func admitsLocal(_ version: Version) -> Bool {
    guard version.isLocal else { return true }
    return query.requirements.contains { requirement in
      (try? requirement.value.policy(in: scheme))?.admits(version) ?? false
    }
  }

  /// The newest release that fulfils every wish, where it is not `chosen` but a newer one that lacks platforms, and these.
  func newerWithout(
    _ platforms: [Platform], than chosen: Version
  ) -> (version: Version, platforms: [String])? {
    let policy = policy
    let wanted = wanted
    let newest = package.releases.prefix { $0.version > chosen }.first { release in
      wanted.allSatisfy { $0.contains(release.version) } && policy.admits(release.version)
        && obstacle(of: release) == nil
    }
    guard let newest, case .platforms(let missing)? = missing(newest, platforms), !missing.isEmpty
    else { return nil }
    return (newest.version, missing)
  }

  // MARK: Without a solver

  /// The newest release that fulfils every wish. Throws why there is none.
  func newest(for platforms: [Platform]) throws(Problem) -> SourceRelease {
    if let unmetRequirement = unmetRequirement(for: platforms) {
      throw .sources([unmetRequirement])
    }
    guard let release = likelyRelease(for: platforms, keeping: nil) else {
      throw problem(.noVersion(wanted: "", existing: []))
    }
    return release
  }

  /// The release that is chosen unless another tool speaks against it: of those that fulfil every wish the one to keep, else the
  /// newest. nil where none does.
  func likelyRelease(for platforms: [Platform], keeping version: Version?) -> SourceRelease? {
    let wanted = wanted
    let policy = policy
    let isFitting = { (release: SourceRelease) in
      wanted.allSatisfy { $0.contains(release.version) } && policy.admits(release.version)
        && obstacle(of: release) == nil && missing(release, platforms) == nil
    }
    if let kept = version.flatMap(release), isFitting(kept) { return kept }
    return package.releases.first(where: isFitting)
  }

  /// What the wishes ask for, each.
  private var wanted: [VersionSet] {
    query.requirements.compactMap { try? $0.value.versions(in: scheme) }
  }

  /// A prerelease that one wish names is admitted by all.
  private var policy: VersionPolicy {
    query.requirements.compactMap { try? $0.value.policy(in: scheme) }
      .reduce(VersionPolicy.stable) { $0.union($1) }
  }

  /// The first wish that nothing fulfils, whatever else is wanted. nil: each can be fulfilled by itself.
  func unmetRequirement(for platforms: [Platform]) -> SourceProblem? {
    if package.releases.isEmpty { return sourceProblem(.noReleases, origin: query.origin) }
    let policy = policy
    for requirement in query.requirements {
      let versions = try? requirement.value.versions(in: scheme)
      let fitting = package.releases.filter { versions?.contains($0.version) ?? false }
      if fitting.isEmpty { return noVersion(for: requirement, versions) }
      var excluded: [(release: SourceRelease, obstacle: Obstacle)] = []
      let isFulfilled = fitting.contains { release in
        let obstacle =
          self.obstacle(of: release) ?? missing(release, platforms)
          ?? (policy.admits(release.version) ? nil : .prerelease)
        if let obstacle { excluded.append((release, obstacle)) }
        return obstacle == nil
      }
      if !isFulfilled { return problem(with: excluded, requirement, platforms) }
    }
    return nil
  }

  private func problem(
    with excluded: [(release: SourceRelease, obstacle: Obstacle)],
    _ requirement: Located<Requirement>,
    _ platforms: [Platform]
  ) -> SourceProblem {
    // A tool that is for other machines altogether is told in its source's words.
    let isAboutPlatforms = excluded.allSatisfy {
      if case .platforms = $0.obstacle { true } else { false }
    }
    if isAboutPlatforms, let release = excluded.first?.release {
      for platform in platforms {
        guard case .missing(let reason) = package.artifact(of: release, for: platform) else {
          continue
        }
        return sourceProblem(
          .noArtifact(version: release.version.spelling, platform: platform.rawValue, reason),
          origin: query.origin)
      }
    }
    var kinds: Set<Int> = []
    let exclusions = excluded.filter { kinds.insert($0.obstacle.kind).inserted }.map {
      ExcludedVersion(tool, $0.release.version, $0.obstacle, now: query.age?.now)
    }
    return sourceProblem(
      .allExcluded(wanted: requirement.value.description, exclusions), origin: requirement.origin)
  }

  private func noVersion(
    for requirement: Located<Requirement>, _ versions: VersionSet?
  ) -> SourceProblem {
    if let versions, let prerelease = prerelease(leadingTo: versions) {
      let exclusion = ExcludedVersion(tool, prerelease, .prerelease, now: nil)
      return sourceProblem(
        .allExcluded(wanted: requirement.value.description, [exclusion]), origin: requirement.origin
      )
    }
    return sourceProblem(
      .noVersion(
        wanted: requirement.value.description,
        existing: package.releases.prefix(5).map(\.version.spelling)), origin: requirement.origin)
  }

  /// The newest prerelease of a version in `versions` that is itself not in it: 2.0.0-rc1 for `~> 2.0`.
  func prerelease(leadingTo versions: VersionSet) -> Version? {
    package.releases.first { release in
      guard let stable = release.version.release else { return false }
      return versions.contains(stable) && !versions.contains(release.version)
        && obstacle(of: release) == nil
    }?.version
  }

  func problem(_ fault: SourceProblem.Fault) -> Problem {
    .sources([sourceProblem(fault, origin: query.origin)])
  }

  private func sourceProblem(
    _ fault: SourceProblem.Fault, origin: Diagnostics.Origin
  ) -> SourceProblem {
    SourceProblem(
      source: query.source.name, tool: tool.text, package: query.request.package,
      origin: origin, fault: fault)
  }
}

extension SourceQuery {
  /// Who asks for it.
  fileprivate var origin: Diagnostics.Origin { requirements.first?.origin ?? request.origin }
}
