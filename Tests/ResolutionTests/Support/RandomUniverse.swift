import Resolution
import ResolutionScenarios

/// A small random universe with the features that make solving hard: overlapping and empty ranges,
/// names without a package, versions with obstacles, cycles, and packages that need themselves.
struct RandomUniverse {
  /// The provider of all packages.
  let shelf: Shelf<Toy>

  /// The requirements of the project.
  let wanted: [Dependency<Toy>]

  /// The locked versions, some of which may not exist.
  let locked: [String: Int]

  /// For some packages, the condition that the project places on them if another package needs
  /// them.
  let limits: [String: Dependency<Toy>]

  /// Creates the universe that a seed determines.
  init(seed: UInt64) {
    var random = Generator(seed: seed)
    let names = (0..<Int.random(in: 1...6, using: &random)).map { "p\($0)" }
    let versionCount = Int.random(in: 1...5, using: &random)
    // The chance that a release needs a package, in percent.
    let density = Int.random(in: 5...60, using: &random)

    func range() -> IntegerSet {
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
    func needs() -> [String: IntegerSet] {
      var needs: [String: IntegerSet] = [:]
      for name in names where Int.random(in: 0..<100, using: &random) < density {
        needs[name] = range()
      }
      if Int.random(in: 0..<40, using: &random) == 0 { needs["missing"] = .all }
      return needs
    }

    var shelf = Shelf<Toy>()
    for name in names {
      var last = needs()
      for version in 1...versionCount where Int.random(in: 0..<10, using: &random) > 0 {
        // Adjacent releases often have the same dependencies, which the solver then combines.
        if Bool.random(using: &random) { last = needs() }
        shelf.add(name, version, last)
        if Int.random(in: 0..<20, using: &random) == 0, let release = shelf.releases[name]?.first {
          shelf.releases[name]?[0] = PackageRelease(
            release.version, obstacle: .yanked(reason: nil), dependencies: release.dependencies)
        }
      }
    }
    self.shelf = shelf
    wanted = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      Dependency(names[Int.random(in: 0..<names.count, using: &random)], range())
    }
    var locked: [String: Int] = [:]
    for name in names where Int.random(in: 0..<4, using: &random) == 0 {
      locked[name] = Int.random(in: 1...versionCount, using: &random)
    }
    self.locked = locked
    var limits: [String: Dependency<Toy>] = [:]
    for name in names where Int.random(in: 0..<6, using: &random) == 0 {
      limits[name] = Dependency(name, range(), origin: ".tool-version")
    }
    self.limits = limits
  }

  /// The releases that the project's limits accept.
  var admitted: [String: [PackageRelease<Toy>]] {
    Dictionary(
      uniqueKeysWithValues: shelf.releases.map { name, releases in
        (name, releases.filter { limits[name]?.versions.contains($0.version) ?? true })
      })
  }
}
