/// All that one search has been told about the world: names, releases and facts.
struct PackageTable<World: Universe>: Sendable {
  /// What is known of one package.
  struct Entry: Sendable {
    let name: World.Package

    /// Nil until the provider has answered.
    var listing: ReleaseTable<World>?
  }

  /// A fact, or what one is made of when it is asked for: most are never told, and sets of versions are large.
  private enum RecordedFact: Sendable {
    case fact(Fact<World>)
    case needed(by: PackageID, at: ReleaseSet, Dependency<World>)
  }

  private var facts: [RecordedFact] = []
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
  mutating func cause(_ fact: Fact<World>) -> Incompatibility.Cause {
    facts.append(.fact(fact))
    return .fact(facts.count - 1)
  }

  /// The same for what releases of a package need.
  mutating func cause(
    neededBy package: PackageID, at releases: ReleaseSet, _ dependency: Dependency<World>
  ) -> Incompatibility.Cause {
    facts.append(.needed(by: package, at: releases, dependency))
    return .fact(facts.count - 1)
  }

  /// The fact that a cause names.
  func fact(_ number: Int) -> Fact<World> {
    switch facts[number] {
    case .fact(let fact): fact
    case .needed(let package, let releases, let dependency):
      .needed(
        by: entries[package.index].name,
        at: entries[package.index].listing?.versions(in: releases) ?? .empty, dependency)
    }
  }

  /// The releases of a package that can be chosen and whose versions are in a set.
  func releases(of package: PackageID, in versions: World.Versions) -> ReleaseSet {
    guard let listing = entries[package.index].listing else { return .empty }
    return ReleaseSet(versions.positions(in: listing.versions))
  }

  /// A term in the words of the world.
  func described(_ term: Term) -> DerivationGraph<World>.Condition {
    let entry = self[term.package]
    return DerivationGraph<World>.Condition(
      package: entry.name, isPositive: term.isPositive,
      versions: entry.listing?.versions(in: term.releases) ?? .empty)
  }
}
