internal import Versions

/// The releases of one package in the form that the search uses.
struct ReleaseTable<World: Universe>: Sendable {
  /// The versions that can be chosen, ascending and unique.
  let versions: [World.Version]

  /// For each version, its dependencies, or `nil` if the provider has not reported them yet.
  var needs: [[Dependency<World>]?]

  /// The reasons why a version cannot be chosen if the package is needed on a platform, by the
  /// index of the version. Most versions have none.
  var platformObstacles: [Int: [World.Platform: Obstacle]]

  /// Indices into `versions`, most preferred first, or `nil` for newest first.
  let preference: [Int]?

  /// The prereleases among `versions`, unless the project names one.
  let prereleases: ReleaseSet

  /// The releases that cannot be chosen, most preferred first.
  let hidden: [PackageRelease<World>]

  /// Indices into `hidden`, sorted by ascending version.
  private let hiddenOrder: [Int]

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
  ///   - admission: Which prereleases can be chosen.
  init(_ listing: PackageListing<World>, _ admission: PrereleaseAdmission) {
    switch listing {
    case .releases(let releases): self.init(releases, admission)
    case .unknown(let similar): self.init(absence: .unknown(similar: similar))
    case .unavailable(let obstacle): self.init(absence: .unavailable(obstacle))
    }
  }

  /// Creates a table without releases.
  private init(absence: Absence) {
    versions = []
    needs = []
    platformObstacles = [:]
    preference = nil
    prereleases = .empty
    hidden = []
    hiddenOrder = []
    self.absence = absence
  }

  /// Creates a table of releases given in order of preference. Of several releases with equal
  /// versions, only the first that can be chosen is kept.
  private init(_ releases: [PackageRelease<World>], _ admission: PrereleaseAdmission) {
    // Most sources list the newest release first, so the releases usually need no sorting. The
    // loop reads each release once, because unspecialized generic code copies a release whenever
    // it reads one.
    var versions: [World.Version] = []
    var needs: [[Dependency<World>]?] = []
    var platformObstacles: [Int: [World.Platform: Obstacle]] = [:]
    var isPrerelease: [Bool] = []
    versions.reserveCapacity(releases.count)
    needs.reserveCapacity(releases.count)
    var isNewestFirst = true
    for index in stride(from: releases.count - 1, through: 0, by: -1) {
      let release = releases[index]
      guard release.canBeChosen(admission) else { continue }
      if isNewestFirst, !versions.isEmpty {
        isNewestFirst = versions[versions.count - 1] < release.version
      }
      if release.hasPlatformObstacles {
        platformObstacles[versions.count] = release.platformObstacles
      }
      versions.append(release.version)
      needs.append(release.dependencies)
      isPrerelease.append(!release.obstacles.isEmpty)
    }
    let isStableFirst = admission == .ifNamed && isPrerelease.contains(true)
    var preference: [Int]?
    if !isNewestFirst || isStableFirst {
      let order = Self.sorted(
        releases.indices.filter { releases[$0].canBeChosen(admission) }, in: releases)
      versions = order.map { releases[$0].version }
      needs = order.map { releases[$0].dependencies }
      platformObstacles = [:]
      for (index, position) in order.enumerated() where releases[position].hasPlatformObstacles {
        platformObstacles[index] = releases[position].platformObstacles
      }
      isPrerelease = order.map { !releases[$0].obstacles.isEmpty }
      let isLast = isPrerelease
      preference = order.indices.sorted { left, right in
        isStableFirst && isLast[left] != isLast[right]
          ? isLast[right] : order[left] < order[right]
      }
    }
    self.versions = versions
    self.needs = needs
    self.platformObstacles = platformObstacles
    self.preference = preference
    prereleases =
      isStableFirst
      ? ReleaseSet(isPrerelease.indices.filter { isPrerelease[$0] }.map { $0..<$0 + 1 }) : .empty
    hidden =
      versions.count == releases.count
      ? [] : Self.hidden(in: releases, but: Set(versions), admission)
    let hidden = hidden
    hiddenOrder = hidden.indices.sorted { hidden[$0].version < hidden[$1].version }
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

  /// Returns the releases that cannot be chosen, each with its obstacles. Omits a release if
  /// another one of the same version can be chosen.
  private static func hidden(
    in releases: [PackageRelease<World>], but chosen: Set<World.Version>,
    _ admission: PrereleaseAdmission
  ) -> [PackageRelease<World>] {
    let hidden = releases.filter { !$0.obstacles.isEmpty && !chosen.contains($0.version) }
    return admission == .always ? hidden.map { $0.without(.prerelease) } : hidden
  }

  /// Returns a set of versions that contains `releases` and no other version that exists, except
  /// hidden ones for which `isIncluded` is true.
  ///
  /// Each run of adjacent releases becomes a range that extends up to the next version outside the
  /// run. At either end of the list, the range is unbounded. See
  /// <doc:Resolution#Shared-dependencies>.
  func versions(
    in releases: ReleaseSet, including isIncluded: (PackageRelease<World>) -> Bool = { _ in false }
  ) -> World.Versions {
    World.Versions.union(
      of: releases.ranges.flatMap { range in
        hidden.isEmpty
          ? [
            World.Versions(
              from: range.lowerBound == 0 ? nil : versions[range.lowerBound],
              upTo: range.upperBound == versions.count ? nil : versions[range.upperBound])
          ] : ranges(of: range, including: isIncluded)
      })
  }

  /// Returns the ranges of versions of a run of adjacent releases. The hidden versions among and
  /// next to them divide the run unless they are included in it.
  private func ranges(
    of run: Range<Int>, including isIncluded: (PackageRelease<World>) -> Bool
  ) -> [World.Versions] {
    let below = run.lowerBound == 0 ? nil : versions[run.lowerBound - 1]
    let above = run.upperBound == versions.count ? nil : versions[run.upperBound]
    var nextHidden =
      below.map { bound in
        hiddenOrder.partitionPoint { hidden[$0].version > bound }
      } ?? 0
    var nextRelease = run.lowerBound
    var isFirst = true
    var sets: [World.Versions] = []
    /// The start of the current range, or `nil` outside a range, and whether it has a release.
    var start: World.Version??
    var hasRelease = false
    while true {
      let candidate = nextHidden < hiddenOrder.count ? hidden[hiddenOrder[nextHidden]] : nil
      let other = candidate.flatMap { found in
        above.map { found.version < $0 } ?? true ? found : nil
      }
      let version: World.Version
      let isInside: Bool
      if nextRelease < run.upperBound, other.map({ versions[nextRelease] < $0.version }) ?? true {
        version = versions[nextRelease]
        isInside = true
        hasRelease = true
        nextRelease += 1
      } else if let other {
        version = other.version
        isInside = isIncluded(other)
        nextHidden += 1
      } else {
        break
      }
      if isInside, start == nil { start = .some(isFirst && below == nil ? nil : version) }
      if !isInside {
        if let lower = start, hasRelease { sets.append(World.Versions(from: lower, upTo: version)) }
        start = nil
        hasRelease = false
      }
      isFirst = false
    }
    if let lower = start, hasRelease { sets.append(World.Versions(from: lower, upTo: above)) }
    return sets
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
      for place in needs.indices where place != index {
        if needs[place].hasSameCondition(as: dependency) { return true }
      }
      return false
    }
    var lower = position
    while lower > 0, sharesDependency(lower - 1) { lower -= 1 }
    var upper = position + 1
    while upper < versions.count, sharesDependency(upper) { upper += 1 }
    return lower..<upper
  }

  /// Returns the longest range of adjacent releases that contains a given release and whose
  /// releases are all known to have the same obstacle on a platform.
  func run(
    around position: Int, with obstacle: Obstacle, on platform: World.Platform
  ) -> Range<Int> {
    var lower = position
    while lower > 0, platformObstacles[lower - 1]?[platform] == obstacle { lower -= 1 }
    var upper = position + 1
    while upper < versions.count, platformObstacles[upper]?[platform] == obstacle { upper += 1 }
    return lower..<upper
  }

  /// Returns the releases whose versions are in a set.
  func releases(in set: World.Versions) -> ReleaseSet { ReleaseSet(set.positions(in: versions)) }

  /// Returns the index of `version` in `versions`, or `nil` if it cannot be chosen.
  func position(of version: World.Version) -> Int? {
    let position = versions.partitionPoint { $0 >= version }
    return position < versions.count && versions[position] == version ? position : nil
  }
}

/// Which prereleases of a package can be chosen.
enum PrereleaseAdmission: Sendable {
  /// None.
  case no

  /// All, if a chosen release names one. Stable versions are preferred.
  case ifNamed

  /// All, because the project names one.
  case always
}

extension PackageRelease {
  /// Returns whether the release has no obstacle, or only the obstacle of being a prerelease while
  /// prereleases are admitted.
  fileprivate func canBeChosen(_ admission: PrereleaseAdmission) -> Bool {
    obstacles.isEmpty || (admission != .no && isHiddenPrerelease)
  }
}
