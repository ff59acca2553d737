internal import Versions

/// The releases of one package, as the search uses them.
struct ReleaseTable<World: Universe>: Sendable {
  /// The versions that can be chosen, ascending, without duplicates.
  let versions: [World.Version]

  /// For each of them, what it needs; nil until the provider has answered.
  var needs: [[Dependency<World>]?]

  /// The places of `versions`, the one to be preferred first; nil if that is the newest first.
  let preference: [Int]?

  /// The versions that exist and cannot be chosen, the most preferred first.
  let obstructed: [(version: World.Version, obstacle: Obstacle)]

  /// Why there is nothing to choose from; nil where the source has listed its releases.
  let absence: Absence?

  /// Why a package has no releases.
  enum Absence: Sendable {
    case unknown(similar: [World.Package])
    case unavailable(Obstacle)
  }

  init(_ listing: PackageListing<World>, admitsPrereleases: Bool) {
    switch listing {
    case .releases(let releases): self.init(releases, admitsPrereleases: admitsPrereleases)
    case .unknown(let similar): self.init(absence: .unknown(similar: similar))
    case .unavailable(let obstacle): self.init(absence: .unavailable(obstacle))
    }
  }

  private init(absence: Absence) {
    versions = []
    needs = []
    preference = nil
    obstructed = []
    self.absence = absence
  }

  /// Sorts releases given by preference. Of equal versions, the first that can be chosen counts.
  private init(_ releases: [PackageRelease<World>], admitsPrereleases: Bool) {
    // Most sources list the newest first and forbid little, so that nothing has to be sorted. Each
    // release is looked at once: where the universe is not known to the compiler, that copies it.
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

  /// Places of releases by ascending version; of equal versions only the first place.
  private static func sorted(_ places: [Int], in releases: [PackageRelease<World>]) -> [Int] {
    let sorted = places.sorted {
      (releases[$0].version, $0) < (releases[$1].version, $1)
    }
    return sorted.indices.compactMap { index in
      index > 0 && releases[sorted[index - 1]].version == releases[sorted[index]].version
        ? nil : sorted[index]
    }
  }

  /// The releases that cannot be chosen, and whose versions cannot be had otherwise.
  private static func obstructed(
    in releases: [PackageRelease<World>], but chosen: Set<World.Version>
  ) -> [(version: World.Version, obstacle: Obstacle)] {
    releases.compactMap { release in
      release.obstacle.flatMap { obstacle in
        chosen.contains(release.version) ? nil : (release.version, obstacle)
      }
    }
  }

  /// A set of versions with exactly these of the releases. Each run extends to the next release
  /// outside it, or is unbounded. See <doc:Resolution#Needs-in-common>.
  func versions(in releases: ReleaseSet) -> World.Versions {
    var sets = releases.ranges.map { range in
      World.Versions(
        from: range.lowerBound == 0 ? nil : versions[range.lowerBound],
        upTo: range.upperBound == versions.count ? nil : versions[range.upperBound])
    }
    // In pairs, then pairs of pairs: one after the other, each would be copied for every one behind it.
    while sets.count > 1 {
      sets = stride(from: 0, to: sets.count, by: 2).map { place in
        place + 1 < sets.count ? sets[place].union(sets[place + 1]) : sets[place]
      }
    }
    return sets.first ?? .empty
  }

  /// The releases around `place` that are known to share its need at `index`.
  func run(around place: Int, needing index: Int) -> Range<Int> {
    guard let dependency = needs[place]?[index] else { return place..<place + 1 }
    func needsTheSame(_ other: Int) -> Bool {
      guard let needs = needs[other] else { return false }
      // Neighbours mostly list their needs in the same order.
      if index < needs.count, needs[index].wantsTheSame(as: dependency) { return true }
      return needs.contains { $0.wantsTheSame(as: dependency) }
    }
    var lower = place
    while lower > 0, needsTheSame(lower - 1) { lower -= 1 }
    var upper = place + 1
    while upper < versions.count, needsTheSame(upper) { upper += 1 }
    return lower..<upper
  }

  /// Where `version` stands among the releases that can be chosen; nil if it is not one.
  func place(of version: World.Version) -> Int? {
    let place = versions.partitionPoint { $0 >= version }
    return place < versions.count && versions[place] == version ? place : nil
  }
}

extension PackageRelease {
  /// Whether nothing forbids the release, or only that it is a prerelease, and these are admitted.
  fileprivate func canBeChosen(_ admitsPrereleases: Bool) -> Bool {
    obstacle == nil || (admitsPrereleases && obstacle == .prerelease)
  }
}
