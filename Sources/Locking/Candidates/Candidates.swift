package import Diagnostics
internal import Manifests
internal import Resolution
package import ToolSources
internal import Versions
package import Vocabulary

/// The available releases of one tool, with the requirements on it.
package struct Candidates: Sendable {
  package var query: SourceQuery
  /// The releases, and what the source states about each of them.
  package let package: any SourcePackage

  package var tool: ToolName { query.tool.name }
  var scheme: VersionScheme { query.request.scheme }

  /// Combines a query with the releases that its source listed.
  init(query: SourceQuery, package: any SourcePackage) {
    self.query = query
    self.package = package
  }

  /// Asks the sources of a tool for its releases.
  package init(listing query: SourceQuery) async throws(SourceError) {
    var packages: [any SourcePackage] = []
    for origin in query.origins {
      packages.append(try await origin.source.package(origin.request))
    }
    self.init(
      query: query,
      package: packages.count == 1 && query.request.offered == .all
        ? packages[0] : AlternativePackages(packages, for: query.platforms))
  }

  /// The same candidates, without a minimum age.
  package var withoutMinimumAge: Candidates {
    var copy = self
    copy.query.age = nil
    return copy
  }

  /// Returns the release of `version`, or `nil` if the source did not list it.
  func release(of version: Version) -> SourceRelease? {
    package.releases.first { $0.version == version }
  }

  // MARK: Listing releases for the solver

  /// The releases, most preferred first: newest first, unless the update prefers small steps. When
  /// a tool is updated, its locked version comes last if it was yanked or lost artifacts.
  ///
  /// An exact requirement without a build admits several builds. The version that is spelled like
  /// the requirement comes first, and yanked ones come last.
  private var preferred: [SourceRelease] {
    var releases =
      query.preference.level == .major
      ? package.releases
      : query.preference.sorted(package.releases, after: query.previousVersion, by: \.version)
    if isPinned {
      let exact = Set(
        query.requirements.filter(\.value.isExact).flatMap { $0.value.clauses.map(\.version) })
      let spelled = releases.filter { exact.contains($0.version.spelling) }
      let others = releases.filter { !exact.contains($0.version.spelling) }
      releases = spelled + others.filter { $0.yanked == nil } + others.filter { $0.yanked != nil }
    }
    if !query.mayKeepPrevious,
      let place = releases.firstIndex(where: { $0.version == query.previousVersion }),
      releases[place].yanked != nil || !lostPlatforms(of: releases[place]).isEmpty
    {
      releases.append(releases.remove(at: place))
    }
    return releases
  }

  /// Returns the releases that the solver may choose from, most preferred first.
  ///
  /// A release that needs other tools is listed with these needs, so that the solver can reason
  /// about all releases with the same needs at once. Checking whether a release supports the
  /// platforms is expensive, and the solver never tries most releases. Among the releases without
  /// needs, only those that meet the requirements are therefore checked here, and only until a
  /// release that supports enough platforms is found. ``needs(of:for:_:_:)`` checks the others when
  /// the solver tries them.
  ///
  /// - Parameters:
  ///   - platforms: The platforms that the tool must support in any case.
  ///   - groups: The platforms that it may have to support.
  ///   - nameResolution: Resolves the names of needed tools.
  func listing(
    for platforms: [Platform], _ groups: [PlatformGroup], _ nameResolution: ToolNameResolution
  ) -> [PackageRelease<ToolUniverse>] {
    let wanted = wanted
    var hasSupportedRelease = false
    var dependencies = CandidateDependencies(of: query.tool, nameResolution)
    return preferred.filter { isListed($0.version) }.map { release in
      let needs = needs(of: release)
      var obstacles = obstacles(of: release, platforms)
      // A message about a release with an obstacle states all of them.
      let isExamined =
        !obstacles.isEmpty || !needs.isEmpty || query.tool.part != nil
        || !hasSupportedRelease && wanted.allSatisfy { $0.contains(release.version) }
      if isExamined {
        if let missing = missing(release, platforms) { obstacles.append(missing) }
        hasSupportedRelease = hasSupportedRelease || obstacles.isEmpty
      }
      // The needs of a release with an obstacle tell whether it would resolve a conflict.
      let needed =
        isExamined ? try? dependencies.list(needs, package.parts(of: release)).get() : nil
      let groupObstacles =
        needed != nil && obstacles.isEmpty ? self.obstacles(of: release, groups) : [:]
      if isPrerelease(release) { obstacles.append(.prerelease) }
      return PackageRelease(
        release.version, obstacles: obstacles, dependencies: needed,
        platformObstacles: groupObstacles)
    }
  }

  /// Returns the obstacles of a release on platforms that it may have to support.
  private func obstacles(
    of release: SourceRelease, _ groups: [PlatformGroup]
  ) -> [PlatformGroup: Obstacle] {
    var obstacles: [PlatformGroup: Obstacle] = [:]
    for group in groups {
      obstacles[group] = missing(release, group.platforms) ?? cooling(release, group.platforms)
    }
    return obstacles
  }

  /// Returns the tools that a release needs. No tool occurs twice.
  func needs(of release: SourceRelease) -> [SourceQuery.Need] {
    let reason = package.runtimeReason(of: release)
    return query.needs(of: release.version, stated: package.needs(of: release)).map { need in
      var need = need
      if need.isOfRuntime { need.reason = reason }
      return need
    }
  }

  /// Returns the needs of a release for which ``listing(for:_:_:)`` did not determine them.
  ///
  /// - Returns: The needs, or the obstacle if the release lacks a platform or has an invalid need.
  func needs(
    of version: Version, for platforms: [Platform], _ groups: [PlatformGroup],
    _ nameResolution: ToolNameResolution
  ) -> ReleaseNeeds<ToolUniverse> {
    guard let release = release(of: version) else { return .dependencies([]) }
    if let obstacle = missing(release, platforms) ?? cooling(release, platforms) {
      return .unavailable(obstacle)
    }
    var dependencies = CandidateDependencies(of: query.tool, nameResolution)
    switch dependencies.list(needs(of: release), package.parts(of: release)) {
    case .success(let dependencies):
      return .dependencies(dependencies, platformObstacles: obstacles(of: release, groups))
    case .failure(let failure): return .unavailable(.metadata(detail: failure.detail))
    }
  }

  // MARK: Obstacles

  /// Whether a requirement is exact, such as `= 1.2`.
  private var isPinned: Bool { query.requirements.contains { $0.value.isExact } }

  /// Returns the obstacles that exclude a release regardless of the platforms that it supports, and
  /// of whether it is a prerelease.
  private func obstacles(of release: SourceRelease, _ platforms: [Platform]) -> [Obstacle] {
    [yanked(release), tooLarge(release), cooling(release, platforms)].compactMap(\.self)
  }

  /// Returns all obstacles that exclude a release.
  func allObstacles(
    of release: SourceRelease, _ platforms: [Platform], _ policy: VersionPolicy
  ) -> [Obstacle] {
    obstacles(of: release, platforms) + [missing(release, platforms)].compactMap(\.self)
      + (admits(release, policy) ? [] : [.prerelease])
  }

  /// Returns the obstacle of a release that a strict update does not permit, or `nil`.
  private func tooLarge(_ release: SourceRelease) -> Obstacle? {
    query.preference.permits(release.version, after: query.previousVersion)
      ? nil : .step(limit: query.preference.level.rawValue)
  }

  /// Returns the obstacle of a yanked release, or `nil`. An exact requirement admits it. So does
  /// the previous lock: a publisher who yanks a version must not prevent the update of other tools.
  func yanked(_ release: SourceRelease) -> Obstacle? {
    isPinned || release.version == query.previousVersion
      ? nil : release.yanked.map { .yanked(reason: $0) }
  }

  /// Returns the obstacle of a release with files that are still in their cooldown, or `nil`. Only
  /// the files for `platforms` count. An exact requirement admits the release. So does the previous
  /// lock: an update of a tool, or a new cooldown, must not return to an older version.
  func cooling(_ release: SourceRelease, _ platforms: [Platform]) -> Obstacle? {
    guard query.age != nil, !isPinned, !isLocked(release, for: platforms),
      retainedStanza(of: release) == nil
    else { return nil }
    return ageObstacle(of: release, for: platforms)
  }

  /// Returns the obstacle of files that the cooldown excludes, or `nil` if there are none.
  func ageObstacle(of release: SourceRelease, for platforms: [Platform]) -> Obstacle? {
    query.age.flatMap { age in
      age.obstacle(
        ofFilesPublishedAt: package.youngFiles(of: release, for: platforms, after: age.cutoff))
    }
  }

  /// Returns whether the files of a release for `platforms` are those of the previous lock.
  private func isLocked(_ release: SourceRelease, for platforms: [Platform]) -> Bool {
    guard let previous = query.previous, release.version == query.previousVersion else {
      return false
    }
    let files = platforms.compactMap { package.file(of: release, for: $0) }
    return !files.isEmpty && files.allSatisfy { $0.digest.map(previous.digests.contains) ?? false }
  }

  /// Returns the platforms that a release lacks, as an obstacle, or `nil` if the release can be
  /// chosen: it supports all platforms, or the Toolfile names none and it supports at least one. In
  /// the latter case, no older release takes its place, and ``missingArtifact(of:for:)`` tells what
  /// is missing. The obstacle lists no platforms if the release supports none at all.
  func missing(_ release: SourceRelease, _ platforms: [Platform]) -> Obstacle? {
    if let stanza = retainedStanza(of: release) {
      let missing = platforms.filter { stanza.artifact(for: $0) == nil }
      if missing.isEmpty { return nil }
      let lost = lostPlatforms(of: release)
      return .platforms((lost.isEmpty ? missing : lost).map(\.rawValue))
    }
    if !release.isInstallable { return .platforms([]) }
    let missing = platforms.filter { !hasArtifact(of: release, for: $0) }
    if query.isStrict { return missing.isEmpty ? nil : .platforms(missing.map(\.rawValue)) }
    return missing.count == platforms.count && !platforms.isEmpty ? .platforms([]) : nil
  }

  /// Returns whether the source has an artifact of a release for a platform.
  func hasArtifact(of release: SourceRelease, for platform: Platform) -> Bool {
    if case .serves = package.artifact(of: release, for: platform) { true } else { false }
  }

  /// Returns whether to list a version. A local version (PEP 440) is listed only if a requirement
  /// names it.
  private func isListed(_ version: Version) -> Bool {
    guard version.isLocal else { return true }
    return query.requirements.contains { requirement in
      (try? requirement.value.policy(in: scheme))?.admits(version) ?? false
    }
  }

  // MARK: Choosing without the solver

  /// Returns the newest release that meets every requirement.
  ///
  /// - Throws: ``Problem/sources(_:)`` with the reason if there is none.
  package func newest(for platforms: [Platform]) throws(Problem) -> SourceRelease {
    if let unmet = unmetRequirement(for: platforms) { throw .sources([unmet.problem]) }
    guard let release = likelyRelease(for: platforms, keeping: nil) else {
      // Each requirement can be met by itself, but no release meets all of them.
      throw problem(.content(.noVersion(wanted: "", existing: [])))
    }
    return release
  }

  /// Returns the release that is chosen unless another tool excludes it, or `nil` if no release
  /// meets every requirement.
  ///
  /// - Parameters:
  ///   - platforms: The platforms that the tool must support.
  ///   - version: The version to prefer if it meets every requirement, or `nil` to prefer the
  ///     newest that does.
  func likelyRelease(for platforms: [Platform], keeping version: Version?) -> SourceRelease? {
    let wanted = wanted
    let policy = policy
    let meetsRequirements = { (release: SourceRelease) in
      wanted.allSatisfy { $0.contains(release.version) } && admits(release, policy)
        && obstacles(of: release, platforms).isEmpty && missing(release, platforms) == nil
    }
    if let kept = version.flatMap(release), meetsRequirements(kept) { return kept }
    return preferred.first(where: meetsRequirements)
  }

  /// The versions that each requirement admits.
  var wanted: [VersionSet] {
    query.requirements.map { (try? $0.value.versions(in: scheme)) ?? .none }
  }

  /// The combined policy of all requirements. If any requirement names a prerelease, prereleases
  /// are admitted. A local version (PEP 440) is admitted if any requirement names it. An update may
  /// admit prereleases, too.
  var policy: VersionPolicy {
    query.requirements.compactMap { try? $0.value.policy(in: scheme) }
      .reduce(query.preference.policy) { $0.union($1) }
  }

  /// Returns whether a release counts as a prerelease. If an exact requirement names the release,
  /// only its version counts, not what the source calls it.
  private func isPrerelease(_ release: SourceRelease) -> Bool {
    release.version.isPrerelease || release.isMarkedPrerelease && !isPinned
  }

  func admits(_ release: SourceRelease, _ policy: VersionPolicy) -> Bool {
    policy.admits(release.version) && (policy.admitsPrereleases || !isPrerelease(release))
  }
}
