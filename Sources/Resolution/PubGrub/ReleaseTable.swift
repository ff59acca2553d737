internal import Versions

/// The releases of one package in the form that the search uses.
struct ReleaseTable<World: Universe>: Sendable {
  /// The versions that can be chosen, ascending and unique.
  let versions: [World.Version]

  /// For each version, its dependencies, or `nil` if the provider has not reported them yet.
  var needs: [[Dependency<World>]?]

  /// Indices into `versions`, most preferred first, or `nil` for newest first.
  let preference: [Int]?

  /// The versions that exist but cannot be chosen, most preferred first.
  let obstructed: [(version: World.Version, obstacle: Obstacle)]

  /// The reason why the package has no releases, or `nil` if the provider listed its releases.
  let absence: Absence?

  /// The reason why a package has no releases.
  enum Absence: Sendable {
    /// No source has a package of this name. The similar names are listed, most similar first.
    case unknown(similar: [World.Package])

    /// The package exists, but its releases cannot be listed.
    case unavailable(Obstacle)
  }

  /// Creates a table from the listing of a provider.
  ///
  /// - Parameters:
  ///   - listing: The response of the provider.
  ///   - admitsPrereleases: Whether prereleases can be chosen.
  init(_ listing: PackageListing<World>, admitsPrereleases: Bool) {
    switch listing {
    case .releases(let releases): self.init(releases, admitsPrereleases: admitsPrereleases)
    case .unknown(let similar): self.init(absence: .unknown(similar: similar))
    case .unavailable(let obstacle): self.init(absence: .unavailable(obstacle))
    }
  }

  /// Creates a table without releases.
  private init(absence: Absence) {
    versions = []
    needs = []
    preference = nil
    obstructed = []
    self.absence = absence
  }

  /// Creates a table of releases given in order of preference. Of several releases with equal
  /// versions, only the first that can be chosen is kept.
  private init(_ releases: [PackageRelease<World>], admitsPrereleases: Bool) {
    // Most sources list the newest release first, so the releases usually need no sorting. The
    // loop reads each release once, because unspecialized generic code copies a release whenever
    // it reads one.
    var versions: [World.Version] = []
    var needs: [[Dependency<World>]?] = []
    versions.reserveCapacity(releases.count)
    needs.reserveCapacity(releases.count)
    var isNewestFirst = true
    for release in releases.reversed() {
      guard release.canBeChosen(admitsPrereleases) else { continue }
      if let last = versions.last, !(last < release.version) { isNewestFirst = false }
      versions.append(release.version)
      needs.append(release.dependencies)
    }
    if isNewestFirst {
      preference = nil
    } else {
      let order = Self.sorted(
        releases.indices.filter { releases[$0].canBeChosen(admitsPrereleases) }, in: releases)
      versions = order.map { releases[$0].version }
      needs = order.map { releases[$0].dependencies }
      preference = order.indices.sorted { order[$0] < order[$1] }
    }
    obstructed =
      versions.count == releases.count
      ? [] : Self.obstructed(in: releases, but: Set(versions))
    self.versions = versions
    self.needs = needs
    absence = nil
  }

  /// Returns indices of releases sorted by ascending version. Of several indices with equal
  /// versions, only the first is kept.
  private static func sorted(_ positions: [Int], in releases: [PackageRelease<World>]) -> [Int] {
    let sorted = positions.sorted {
      (releases[$0].version, $0) < (releases[$1].version, $1)
    }
    return sorted.indices.compactMap { index in
      index > 0 && releases[sorted[index - 1]].version == releases[sorted[index]].version
        ? nil : sorted[index]
    }
  }

  /// Returns the versions that cannot be chosen, with their obstacles. Omits a version if another
  /// release of the same version can be chosen.
  private static func obstructed(
    in releases: [PackageRelease<World>], but chosen: Set<World.Version>
  ) -> [(version: World.Version, obstacle: Obstacle)] {
    releases.compactMap { release in
      release.obstacle.flatMap { obstacle in
        chosen.contains(release.version) ? nil : (release.version, obstacle)
      }
    }
  }

  /// Returns a set of versions that contains `releases` and no other release of the table.
  ///
  /// Each run of adjacent releases becomes a range that extends up to the next release outside the
  /// run. At either end of the list, the range is unbounded. See
  /// <doc:Resolution#Shared-dependencies>.
  func versions(in releases: ReleaseSet) -> World.Versions {
    var sets = releases.ranges.map { range in
      World.Versions(
        from: range.lowerBound == 0 ? nil : versions[range.lowerBound],
        upTo: range.upperBound == versions.count ? nil : versions[range.upperBound])
    }
    // Joins pairs, then pairs of pairs, since joining in sequence would copy the growing set at
    // every step.
    while sets.count > 1 {
      sets = stride(from: 0, to: sets.count, by: 2).map { position in
        position + 1 < sets.count ? sets[position].union(sets[position + 1]) : sets[position]
      }
    }
    return sets.first ?? .empty
  }

  /// Returns the longest range of adjacent releases that contains a given release and whose
  /// releases are all known to have a given dependency of that release.
  ///
  /// - Parameters:
  ///   - position: The index of the release.
  ///   - index: The index of the dependency among those of the release.
  /// - Returns: A range that contains at least `position`.
  func run(around position: Int, needing index: Int) -> Range<Int> {
    guard let dependency = needs[position]?[index] else { return position..<position + 1 }
    func sharesDependency(_ other: Int) -> Bool {
      guard let needs = needs[other] else { return false }
      // Adjacent releases usually list their dependencies in the same order.
      if index < needs.count, needs[index].hasSameCondition(as: dependency) { return true }
      return needs.contains { $0.hasSameCondition(as: dependency) }
    }
    var lower = position
    while lower > 0, sharesDependency(lower - 1) { lower -= 1 }
    var upper = position + 1
    while upper < versions.count, sharesDependency(upper) { upper += 1 }
    return lower..<upper
  }

  /// Returns the index of `version` in `versions`, or `nil` if it cannot be chosen.
  func position(of version: World.Version) -> Int? {
    let position = versions.partitionPoint { $0 >= version }
    return position < versions.count && versions[position] == version ? position : nil
  }
}

extension PackageRelease {
  /// Returns whether the release has no obstacle, or only the obstacle of being a prerelease while
  /// prereleases are admitted.
  fileprivate func canBeChosen(_ admitsPrereleases: Bool) -> Bool {
    obstacle == nil || (admitsPrereleases && obstacle == .prerelease)
  }
}
