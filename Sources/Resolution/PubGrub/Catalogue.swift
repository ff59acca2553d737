/// All that one search has been told about the world: names, releases and facts.
struct Catalogue<World: Universe>: Sendable {
  /// What is known of one package.
  struct Entry: Sendable {
    let name: World.Package

    /// Nil until the provider has answered.
    var listing: Listed?

    /// The version to keep if nothing speaks against it.
    var locked: World.Version?

    /// Whether the project itself wants the package.
    var isWantedByProject = false
  }

  /// The releases of one package.
  struct Listed: Sendable {
    /// The versions that can be chosen, ascending, without duplicates.
    let versions: [World.Version]

    /// For each of them, what it needs; nil until the provider has answered.
    var needs: [[Dependency<World>]?]

    /// The places of `versions` with the one to be preferred first; nil if that is the newest
    /// first.
    let preference: [Int]?

    /// The versions that exist and cannot be chosen, the most preferred first.
    let obstructed: [(version: World.Version, obstacle: Obstacle)]

    /// Names that look like this one where there is no such package.
    var similar: [World.Package] = []
  }

  private(set) var facts: [Fact<World>] = []
  private(set) var entries: [Entry] = []
  private var numbers: [World.Package: PackageID] = [:]

  subscript(package: PackageID) -> Entry {
    get { entries[package.index] }
    _modify { yield &entries[package.index] }
  }

  /// The number of a package, nil if it was never met.
  func number(of name: World.Package) -> PackageID? { numbers[name] }

  /// Takes up a package that was never met, under the number that the solver gave it.
  mutating func append(_ name: World.Package, as package: PackageID) {
    entries.append(Entry(name: name))
    numbers[name] = package
  }

  /// Takes up a fact and returns it as the cause of an incompatibility.
  mutating func cause(_ fact: Fact<World>) -> Incompatibility<World.Versions>.Cause {
    facts.append(fact)
    return .fact(facts.count - 1)
  }
}

extension Catalogue.Listed {
  /// Sorts releases that come in order of preference. Of releases with equal versions, the first
  /// that can be chosen counts.
  init(_ releases: [Release<World>], admitsPrereleases: Bool) {
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
    let chosen = Set(versions)
    obstructed = releases.compactMap { release in
      release.obstacle.flatMap { obstacle in
        chosen.contains(release.version) ? nil : (release.version, obstacle)
      }
    }
  }

  /// The set of the releases at `places`, grown to the next release that is not one of them, so
  /// that adjoining sets join without a gap. See <doc:Resolution#Widening>.
  func span(_ places: Range<Int>) -> World.Versions {
    World.Versions(
      from: places.lowerBound == 0 ? nil : versions[places.lowerBound],
      upTo: places.upperBound == versions.count ? nil : versions[places.upperBound])
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

  /// The release to try first among those at `places`; nil if there are none.
  func preferred(among places: [Range<Int>], locked: World.Version?) -> Int? {
    if let locked, let place = place(of: locked), places.contains(where: { $0.contains(place) }) {
      return place
    }
    guard let preference else { return places.last.map { $0.upperBound - 1 } }
    return preference.first { place in places.contains { $0.contains(place) } }
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
