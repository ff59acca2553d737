package import Diagnostics
internal import Manifests
internal import Resolution
internal import ToolSources
internal import Versions
package import Vocabulary

// The problems of a tool without a release that can be chosen.
extension Candidates {
  /// The maximum number of versions to try as a remedy, for each kind of change.
  static var maximumRemedyCount: Int { 8 }

  /// Returns the first requirement that no release meets, regardless of the other requirements, or
  /// `nil` if each can be met by itself.
  func unmetRequirement(for platforms: [Platform]) -> UnmetRequirement? {
    if package.releases.isEmpty {
      return UnmetRequirement(
        tool: tool, problem: sourceProblem(.content(.noReleases), origin: query.origin))
    }
    let policy = policy
    for requirement in query.requirements {
      let versions = try? requirement.value.versions(in: scheme)
      let fitting = package.releases.filter { versions?.contains($0.version) ?? false }
      if fitting.isEmpty {
        var unmet = noVersion(for: requirement, versions, platforms)
        unmet.requirement = requirement.value
        unmet.alternatives = alternatives(to: requirement.value, platforms)
        return unmet
      }
      var excluded: [UnmetRequirement.Release] = []
      let isFulfilled = fitting.contains { release in
        let obstacles = allObstacles(of: release, platforms, policy)
        excluded.append(.init(release: release, obstacles: obstacles))
        return obstacles.isEmpty
      }
      if !isFulfilled {
        return UnmetRequirement(
          tool: tool, problem: problem(with: excluded, requirement, platforms), excluded: excluded,
          requirement: requirement.value,
          alternatives: alternatives(to: requirement.value, platforms),
          isFinal: !excluded.contains { $0.obstacles == [.prerelease] })
      }
    }
    return nil
  }

  /// Returns the problem of a requirement for which every release that fits is in `excluded`.
  private func problem(
    with excluded: [UnmetRequirement.Release],
    _ requirement: Located<Requirement>,
    _ platforms: [Platform]
  ) -> SourceProblem {
    // If platforms are the only obstacle, the source can explain best why an artifact is missing.
    let isAboutPlatforms = excluded.allSatisfy { release in
      release.obstacles.allSatisfy { if case .platforms = $0 { true } else { false } }
    }
    if isAboutPlatforms,
      let missing = missingArtifact(
        amongUnsuitable: excluded.map(\.release), for: platforms, origin: requirement.origin)
    {
      return missing
    }
    let exclusions = Obstacle.representatives(of: excluded, \.obstacles).map {
      ExcludedVersion(tool, $0.release.version, $0.obstacles, now: query.age?.now)
    }
    return sourceProblem(
      .content(.allExcluded(wanted: requirement.value.description, exclusions)),
      origin: requirement.origin)
  }

  /// Returns the problem of releases that each lack an artifact for one of `platforms`, or `nil` if
  /// one of them serves all.
  ///
  /// The cause is a platform that none of them serves, if there is one. The problem then describes
  /// the newest release that serves all others, which the advice to limit the tool leads to.
  private func missingArtifact(
    amongUnsuitable releases: [SourceRelease], for platforms: [Platform],
    origin: Vocabulary.Origin
  ) -> SourceProblem? {
    let unserved = platforms.filter { platform in
      !releases.contains { hasArtifact(of: $0, for: platform) }
    }
    let others = platforms.filter { !unserved.contains($0) }
    let best = releases.first { release in
      others.allSatisfy { hasArtifact(of: release, for: $0) }
    }
    guard let release = best ?? releases.first else { return nil }
    return missingArtifact(of: release, for: unserved + others, origin: origin)
  }

  /// Returns the problem of the first platform that a release has no artifact for, or `nil` if it
  /// serves all of them. Omit `origin` for that of the tool's first requirement.
  func missingArtifact(
    of release: SourceRelease, for platforms: [Platform], origin: Vocabulary.Origin? = nil
  ) -> SourceProblem? {
    var served: [Platform] = []
    var missing: (platform: Platform, reason: MissingArtifact)?
    for platform in platforms {
      switch package.artifact(of: release, for: platform) {
      case .serves: served.append(platform)
      case .missing(let reason): missing = missing ?? (platform, reason)
      }
    }
    guard let missing else { return nil }
    if retainedStanza(of: release) != nil, self.missing(release, platforms) == nil { return nil }
    return sourceProblem(
      .content(
        .noArtifact(
          version: release.version.spelling, platform: missing.platform, missing.reason,
          served: served)),
      origin: origin ?? query.origin)
  }

  /// Returns the problem of a requirement that admits no listed version.
  ///
  /// The problem mentions a prerelease of a version that the requirement admits, such as 2.0.0-rc1
  /// for `~> 2.0`, or the newest version and the nearest ones if there is no such prerelease.
  private func noVersion(
    for requirement: Located<Requirement>, _ versions: VersionSet?, _ platforms: [Platform]
  ) -> UnmetRequirement {
    if let versions, let prerelease = prerelease(leadingTo: versions, for: platforms) {
      let exclusion = ExcludedVersion(tool, prerelease.version, [.prerelease], now: nil)
      return UnmetRequirement(
        tool: tool,
        problem: sourceProblem(
          .content(.allExcluded(wanted: requirement.value.description, [exclusion])),
          origin: requirement.origin),
        excluded: [.init(release: prerelease, obstacles: [.prerelease])])
    }
    let kept = package.releases.filter { $0.yanked == nil }
    let releases = kept.isEmpty ? package.releases : kept
    let shown = shown(for: requirement.value, among: releases)
    return UnmetRequirement(
      tool: tool,
      problem: sourceProblem(
        .content(
          .noVersion(
            wanted: requirement.value.description,
            existing: shown.map { release in
              let note =
                release.yanked != nil
                ? " (yanked)" : cooling(release, platforms) != nil ? " (within the cooldown)" : ""
              return release.version.spelling + note
            },
            others: releases.count - shown.count, oldest: oldest(below: requirement.value),
            until: until(excluding: versions))),
        origin: requirement.origin))
  }

  /// Returns the oldest version that the definition offers if a requirement names an older one.
  private func oldest(below requirement: Requirement) -> OfferLimit? {
    guard let oldest = query.request.oldest,
      let version = try? Version(parsing: oldest.version.text, scheme: scheme),
      let named = requirement.clauses.first.flatMap({
        try? Version(parsing: $0.version, scheme: scheme)
      })
    else { return nil }
    return named < version ? oldest : nil
  }

  /// Returns the first version that the definition no longer offers, if all of `versions` are at or
  /// beyond it.
  private func until(excluding versions: VersionSet?) -> OfferLimit? {
    guard let until = query.request.until, let versions,
      let first = try? Version(parsing: until.version.text, scheme: scheme)
    else { return nil }
    return versions.isDisjoint(with: .before(first)) ? until : nil
  }

  /// Returns the eligible versions that an unmet requirement excludes: the version that it names,
  /// then the nearest newer ones that are compatible with it, then in turn those below and above.
  private func alternatives(to unmet: Requirement, _ platforms: [Platform]) -> [Version] {
    guard let clause = unmet.clauses.first(where: { $0.comparator != .notEqual }),
      let named = try? Version(parsing: clause.version, scheme: scheme),
      let fitting = try? unmet.versions(in: scheme)
    else { return [] }
    let exclusions = unmet.exclusions
    let others = package.releases.filter { release in
      release.yanked == nil && !fitting.contains(release.version)
        && (try? exclusions.admits(release.version)) ?? false
    }
    let below = others.filter { $0.version < named }
    let line = Requirement(compatibleWith: named)
    let newer = others.filter { $0.version > named }.reversed()
    let compatible = newer.filter { (try? line.admits($0.version)) ?? false }
      .prefix(Self.maximumRemedyCount / 2)
    let above = newer.filter { release in !compatible.contains { $0.version == release.version } }
    var nearest = others.filter { $0.version == named }
    nearest += compatible
    for (lower, higher) in zip(below, above) { nearest += [lower, higher] }
    nearest += below.dropFirst(above.count) + above.dropFirst(below.count)
    let policy = policy
    let eligible = nearest.lazy.filter { allObstacles(of: $0, platforms, policy).isEmpty }
    return eligible.prefix(Self.maximumRemedyCount).map(\.version)
  }

  /// Returns the releases to list if none of `releases` meets a requirement, at most five. Stable
  /// ones come first, unless the requirement names a prerelease.
  private func shown(
    for requirement: Requirement, among releases: [SourceRelease]
  ) -> [SourceRelease] {
    let limit = 5
    let policy = policy
    let stable = releases.filter { admits($0, policy) }
    let shown = nearest(to: requirement, among: stable, limit: limit)
    let others = releases.filter { !admits($0, policy) }
    return shown + nearest(to: requirement, among: others, limit: limit - shown.count)
  }

  /// Returns the newest release and those around the version that a requirement names.
  private func nearest(
    to requirement: Requirement, among releases: [SourceRelease], limit: Int
  ) -> [SourceRelease] {
    let named = requirement.clauses.first.flatMap {
      try? Version(parsing: $0.version, scheme: scheme)
    }
    guard let named, limit > 1, releases.count > limit else { return Array(releases.prefix(limit)) }
    let place = releases.firstIndex { $0.version < named } ?? releases.count
    let start = min(max(1, place - limit / 2), releases.count - limit + 1)
    return Array(releases.prefix(1) + releases[start..<(start + limit - 1)])
  }

  /// Returns `fault` as a problem of this tool, with the origin of the tool's first requirement.
  package func problem(_ fault: SourceProblem.Fault) -> Problem {
    .sources([sourceProblem(fault, origin: query.origin)])
  }

  /// Returns `fault` as a problem of this tool.
  package func sourceProblem(
    _ fault: SourceProblem.Fault, origin: Vocabulary.Origin
  ) -> SourceProblem {
    SourceProblem(
      source: query.source.name, tool: tool,
      // A problem that concerns several sources must not name only the first one.
      package: query.origins.count == 1 ? query.request.package : nil, origin: origin,
      fault: fault)
  }
}

extension SourceQuery {
  /// The origin of the first requirement on the tool, or of its declaration if there is none.
  fileprivate var origin: Vocabulary.Origin { requirements.first?.origin ?? request.origin }
}
