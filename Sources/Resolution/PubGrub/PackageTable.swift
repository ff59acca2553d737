/// The names, releases, and facts that one search has received from the provider.
struct PackageTable<World: Universe>: Sendable {
  /// The name and releases of one package.
  struct Entry: Sendable {
    let name: World.Package

    /// The releases, or `nil` if the provider has not responded yet.
    var listing: ReleaseTable<World>?
  }

  /// A fact, or the data to construct it on demand.
  ///
  /// The fact that releases need a package is constructed on demand, because its set of versions is
  /// large, and few such facts appear in a proof.
  private enum RecordedFact: Sendable {
    case fact(Fact<World>)
    case needed(by: PackageID, at: ReleaseSet, Dependency<World>)
  }

  /// The facts, in the order of their indices in ``Incompatibility/Cause``.
  private var facts: [RecordedFact] = []

  /// The packages, by number.
  private(set) var entries: [Entry] = []

  /// The number of each package, by name.
  private var numbers: [World.Package: PackageID] = [:]

  subscript(package: PackageID) -> Entry {
    get { entries[package.index] }
    _modify { yield &entries[package.index] }
  }

  /// Returns the number of a package, or `nil` if the search has not encountered it.
  func number(of name: World.Package) -> PackageID? { numbers[name] }

  /// Adds a package under the number that the solver assigned to it. The package must be new.
  mutating func append(_ name: World.Package, as package: PackageID) {
    entries.append(Entry(name: name))
    numbers[name] = package
  }

  /// Records a fact and returns it as the cause of an incompatibility.
  mutating func cause(_ fact: Fact<World>) -> Incompatibility.Cause {
    facts.append(.fact(fact))
    return .fact(facts.count - 1)
  }

  /// Records a dependency shared by several releases of a package, and returns it as the cause of
  /// an incompatibility.
  mutating func cause(
    neededBy package: PackageID, at releases: ReleaseSet, _ dependency: Dependency<World>
  ) -> Incompatibility.Cause {
    facts.append(.needed(by: package, at: releases, dependency))
    return .fact(facts.count - 1)
  }

  /// Returns the fact at an index taken from ``Incompatibility/Cause/fact(_:)``.
  func fact(_ number: Int) -> Fact<World> {
    switch facts[number] {
    case .fact(let fact): fact
    case .needed(let package, let releases, let dependency):
      .needed(
        by: entries[package.index].name,
        at: entries[package.index].listing?.versions(in: releases) ?? .empty, dependency)
    }
  }

  /// Returns the releases of a package that can be chosen and whose versions are in a set. The
  /// result is empty if the provider has not listed the package yet.
  func releases(of package: PackageID, in versions: World.Versions) -> ReleaseSet {
    guard let listing = entries[package.index].listing else { return .empty }
    return ReleaseSet(versions.positions(in: listing.versions))
  }

  /// Returns a term as a condition on versions rather than releases.
  func condition(_ term: Term) -> DerivationGraph<World>.Condition {
    let entry = self[term.package]
    return DerivationGraph<World>.Condition(
      package: entry.name, isPositive: term.isPositive,
      versions: entry.listing?.versions(in: term.releases) ?? .empty)
  }
}
