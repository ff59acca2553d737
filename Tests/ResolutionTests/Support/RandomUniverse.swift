import Resolution
import ResolutionScenarios

/// A small random universe with the features that make solving hard: overlapping and empty ranges,
/// names without a package, versions with obstacles, prereleases, packages that are needed on some
/// platforms only, cycles, and packages that need themselves.
struct RandomUniverse {
  /// The provider of all packages.
  private(set) var shelf = Shelf<Toy>()

  /// The requirements of the project.
  private(set) var wanted: [Dependency<Toy>] = []

  /// The locked versions, some of which may not exist.
  private(set) var locked: [String: Int] = [:]

  /// For some packages, the condition that the project places on them if another package needs
  /// them.
  private(set) var limits: [String: Dependency<Toy>] = [:]

  private var random: Generator
  private let names: [String]
  /// The number of versions that a package can have.
  let versionCount: Int

  /// The platforms of the project: none, two, or three.
  private let platforms: [String]

  /// The chance that a release is a prerelease, in percent.
  private let prereleaseRate: Int

  /// Creates the universe that a seed determines.
  init(seed: UInt64) {
    random = Generator(seed: seed)
    names = (0..<Int.random(in: 1...6, using: &random)).map { "p\($0)" }
    versionCount = Int.random(in: 1...5, using: &random)
    platforms = Array(
      ["x64", "arm64", "musl"].prefix([0, 2, 3].randomElement(using: &random) ?? 0))
    prereleaseRate = [0, 0, 15, 40].randomElement(using: &random) ?? 0
    // The chance that a release needs a package, in percent.
    let density = Int.random(in: 5...60, using: &random)
    for name in names {
      var last = needs(density)
      for version in 1...versionCount where !isOneIn(10) {
        // Adjacent releases often have the same dependencies, which the solver then combines.
        if Bool.random(using: &random) { last = needs(density) }
        let obstacles = obstacles()
        let named = Set(last.keys.sorted().filter { _ in prereleaseRate > 0 && isOneIn(4) })
        let lacking = platforms.filter { _ in isOneIn(5) }
        shelf.add(name, version, last, obstacles: obstacles, naming: named, lacking: lacking)
      }
    }
    wanted = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      Dependency(
        names[Int.random(in: 0..<names.count, using: &random)], range(),
        admitsPrereleases: prereleaseRate > 0 && isOneIn(6), on: somePlatforms(),
        origin: "Toolfile")
    }
    for name in names where isOneIn(4) {
      locked[name] = Int.random(in: 1...versionCount, using: &random)
    }
    for name in names where isOneIn(6) {
      limits[name] = Dependency(name, range(), origin: ".tool-version")
    }
  }

  /// Creates a universe that a seed determines, whose packages constrain each other so tightly that
  /// a search has many conflicts: each version needs two other packages in narrow ranges.
  init(denseWith count: Int, versions: Int, seed: UInt64) {
    random = Generator(seed: seed)
    names = (0..<count).map { "p\($0)" }
    versionCount = versions
    platforms = []
    prereleaseRate = 0
    for name in names {
      for version in 1...versionCount {
        var needs: [String: IntegerSet] = [:]
        while needs.count < 2 {
          let other = names[Int.random(in: 0..<count, using: &random)]
          let lower = Int.random(in: 1...versionCount - 2, using: &random)
          if other != name { needs[other] = IntegerSet(lower...lower + 2) }
        }
        shelf.add(name, version, needs)
      }
    }
    wanted = names.prefix(count / 2).map { Dependency($0, .all) }
  }

  /// The releases that the project's limits accept.
  var admitted: [String: [PackageRelease<Toy>]] {
    Dictionary(
      uniqueKeysWithValues: shelf.releases.map { name, releases in
        (name, releases.filter { limits[name]?.versions.contains($0.version) ?? true })
      })
  }

  private mutating func isOneIn(_ count: Int) -> Bool {
    Int.random(in: 0..<count, using: &random) == 0
  }

  /// Returns a random set of versions.
  private mutating func range() -> IntegerSet {
    let first = Int.random(in: 0...versionCount, using: &random)
    let last = Int.random(in: 0...versionCount, using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return .all
    case 1: return IntegerSet(only: first)
    case 2: return IntegerSet(only: first).complement
    case 3: return IntegerSet(from: first, upTo: nil)
    case 4: return IntegerSet(from: nil, upTo: first)
    case 5: return IntegerSet(only: first).union(IntegerSet(only: last))
    default: return IntegerSet(min(first, last)...max(first, last))
    }
  }

  /// Returns the random dependencies of a release.
  private mutating func needs(_ density: Int) -> [String: IntegerSet] {
    var needs: [String: IntegerSet] = [:]
    for name in names where Int.random(in: 0..<100, using: &random) < density {
      needs[name] = range()
    }
    if isOneIn(40) { needs["missing"] = .all }
    return needs
  }

  /// Returns the obstacles of a release, none for most.
  private mutating func obstacles() -> [Obstacle] {
    let isPrerelease = Int.random(in: 0..<100, using: &random) < prereleaseRate
    var others: [Obstacle] = []
    if isOneIn(15) { others.append([.yanked(reason: nil), .undated][isOneIn(2) ? 1 : 0]) }
    if isOneIn(30) { others.append(.platforms(["macos"])) }
    return others + (isPrerelease ? [.prerelease] : [])
  }

  /// Returns the platforms of a requirement of the project. If there are any platforms, at least
  /// one.
  private mutating func somePlatforms() -> Set<String> {
    let some = platforms.filter { _ in Bool.random(using: &random) }
    return Set(some.isEmpty ? platforms : some)
  }
}
