/// All that one search has been told about the world: names, releases and facts.
struct Catalogue<World: Universe>: Sendable {
  /// What is known of one package.
  struct Entry: Sendable {
    let name: World.Package

    /// Nil until the provider has answered.
    var listing: Listed<World>?
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
  mutating func cause(_ fact: Fact<World>) -> Incompatibility.Cause {
    facts.append(fact)
    return .fact(facts.count - 1)
  }

  /// The releases of a package that can be chosen and whose versions are in a set.
  func releases(of package: PackageID, in versions: World.Versions) -> ReleaseSet {
    guard let listing = entries[package.index].listing else { return .empty }
    return ReleaseSet(versions.positions(in: listing.versions))
  }

  /// A term in the words of the world.
  func described(_ term: Term) -> DerivationGraph<World>.Term {
    let entry = self[term.package]
    return DerivationGraph<World>.Term(
      package: entry.name, isPositive: term.isPositive,
      versions: entry.listing?.versions(in: term.releases) ?? .empty)
  }
}
