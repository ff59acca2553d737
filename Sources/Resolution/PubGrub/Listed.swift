/// The releases of one package, as the search uses them.
struct Listed<World: Universe>: Sendable {
  /// The versions that can be chosen, ascending, without duplicates.
  let versions: [World.Version]

  /// For each of them, what it needs; nil until the provider has answered.
  var needs: [[Dependency<World>]?]

  /// The places of `versions` with the one to be preferred first; nil if that is the newest first.
  private let preference: [Int]?

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
    let eligible = releases.filter {
      $0.obstacle == nil || (admitsPrereleases && $0.obstacle == .prerelease)
    }
    let order: [Int]
    if eligible.isStrictlySorted(by: { $0.version > $1.version }) {
      order = eligible.indices.reversed()
    } else {
      let sorted = eligible.indices.sorted {
        (eligible[$0].version, $0) < (eligible[$1].version, $1)
      }
      order = sorted.enumerated().compactMap { place, index in
        place > 0 && eligible[sorted[place - 1]].version == eligible[index].version ? nil : index
      }
    }
    versions = order.map { eligible[$0].version }
    needs = order.map { eligible[$0].dependencies }
    let isNewestFirst = order.isStrictlySorted(by: >)
    preference = isNewestFirst ? nil : order.indices.sorted { order[$0] < order[$1] }
    let chosen = eligible.count == releases.count ? [] : Set(versions)
    obstructed = releases.compactMap { release in
      release.obstacle.flatMap { obstacle in
        chosen.contains(release.version) ? nil : (release.version, obstacle)
      }
    }
    absence = nil
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

  /// The releases around `place` that are known to need the same.
  func run(around place: Int, needing dependency: Dependency<World>) -> Range<Int> {
    func needsTheSame(_ other: Int) -> Bool {
      needs[other]?.contains { $0.wantsTheSame(as: dependency) } ?? false
    }
    var lower = place
    while lower > 0, needsTheSame(lower - 1) { lower -= 1 }
    var upper = place + 1
    while upper < versions.count, needsTheSame(upper) { upper += 1 }
    return lower..<upper
  }

  /// Where the release to try first stands; nil if there are none in the set.
  func preferred(in releases: ReleaseSet, locked: World.Version?) -> Int? {
    if let locked, let place = place(of: locked), releases.contains(place) { return place }
    guard let preference else { return releases.last }
    return preference.first { releases.contains($0) }
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

extension Array {
  fileprivate func isStrictlySorted(by areInOrder: (Element, Element) -> Bool) -> Bool {
    zip(self, dropFirst()).allSatisfy { areInOrder($0, $1) }
  }
}
