/// The releases of one package, as the search uses them.
struct Listed<World: Universe>: Sendable {
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

  init(_ listing: Listing<World>, admitsPrereleases: Bool) {
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

  /// Sorts releases that come in order of preference. Of releases with equal versions, the first
  /// that can be chosen counts.
  private init(_ releases: [Release<World>], admitsPrereleases: Bool) {
    // Places in `releases`. Most sources list the newest first and forbid little, so that nothing
    // has to be sorted.
    var eligible: [Int] = []
    eligible.reserveCapacity(releases.count)
    var isNewestFirst = true
    for index in releases.indices {
      let obstacle = releases[index].obstacle
      guard obstacle == nil || (admitsPrereleases && obstacle == .prerelease) else { continue }
      if isNewestFirst, let last = eligible.last {
        isNewestFirst = releases[index].version < releases[last].version
      }
      eligible.append(index)
    }
    if isNewestFirst {
      eligible.reverse()
      preference = nil
    } else {
      eligible = Self.sorted(eligible, in: releases)
      preference = eligible.indices.sorted { eligible[$0] < eligible[$1] }
    }
    versions = eligible.map { releases[$0].version }
    needs = eligible.map { releases[$0].dependencies }
    obstructed =
      eligible.count == releases.count
      ? [] : Self.obstructed(in: releases, but: Set(versions))
    absence = nil
  }

  /// Places of releases by ascending version; of equal versions only the first place.
  private static func sorted(_ places: [Int], in releases: [Release<World>]) -> [Int] {
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
    in releases: [Release<World>], but chosen: Set<World.Version>
  ) -> [(version: World.Version, obstacle: Obstacle)] {
    releases.compactMap { release in
      release.obstacle.flatMap { obstacle in
        chosen.contains(release.version) ? nil : (release.version, obstacle)
      }
    }
  }

  /// A set of versions that has just these of the releases: each run of them up to the next
  /// release that is not one of them, and open where there is none. See
  /// <doc:Resolution#Needs-in-common>.
  func versions(in releases: ReleaseSet) -> World.Versions {
    releases.ranges.reduce(World.Versions.empty) { result, range in
      result.union(
        World.Versions(
          from: range.lowerBound == 0 ? nil : versions[range.lowerBound],
          upTo: range.upperBound == versions.count ? nil : versions[range.upperBound]))
    }
  }

  /// The releases around `place` that are known to need the same as the release there in its
  /// need at `index`.
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
    var low = 0
    var high = versions.count
    while low < high {
      let middle = low + (high - low) / 2
      if versions[middle] < version { low = middle + 1 } else { high = middle }
    }
    return low < versions.count && versions[low] == version ? low : nil
  }
}
