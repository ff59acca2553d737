/// The names, releases, and facts that one search has received from the provider.
struct PackageTable<World: Universe>: Sendable {
  /// The subject of one number, and its releases.
  struct Entry: Sendable {
    let subject: TermSubject<World>

    /// The releases, or `nil` if the provider has not responded yet. Always `nil` for the need for
    /// a package on a platform.
    var listing: ReleaseTable<World>?
  }

  /// A fact, or the data to construct it on demand.
  ///
  /// A fact about several releases is constructed on demand, because its set of versions is
  /// large, and few such facts appear in a proof.
  private enum RecordedFact: Sendable {
    case fact(Fact<World>)
    case needed(by: PackageID, at: ReleaseSet, Dependency<World>, on: World.Platform?)
    case unavailable(PackageID, ReleaseSet, Obstacle, on: World.Platform?)
  }

  /// The facts, in the order of their indices in ``Incompatibility/Cause``.
  private var facts: [RecordedFact] = []

  /// The subjects, by number.
  private(set) var entries: [Entry] = []

  /// The number of each subject.
  private var numbers: [TermSubject<World>: PackageID] = [:]

  subscript(package: PackageID) -> Entry {
    get { entries[package.index] }
    _modify { yield &entries[package.index] }
  }

  /// Returns the number of a package, or `nil` if the search has not encountered it.
  func number(of name: World.Package) -> PackageID? { numbers[TermSubject(name)] }

  /// Returns the number of a subject, or `nil` if the search has not encountered it.
  func number(of subject: TermSubject<World>) -> PackageID? { numbers[subject] }

  /// Adds a subject under the number that the solver assigned to it. The subject must be new.
  mutating func append(_ subject: TermSubject<World>, as package: PackageID) {
    entries.append(Entry(subject: subject))
    numbers[subject] = package
  }

  /// Records a fact and returns it as the cause of an incompatibility.
  mutating func cause(_ fact: Fact<World>) -> Incompatibility.Cause { record(.fact(fact)) }

  /// Records a dependency shared by several releases of a package, and returns it as the cause of
  /// an incompatibility.
  mutating func cause(
    neededBy package: PackageID, at releases: ReleaseSet, _ dependency: Dependency<World>,
    on platform: World.Platform?
  ) -> Incompatibility.Cause {
    record(.needed(by: package, at: releases, dependency, on: platform))
  }

  /// Records an obstacle shared by several releases of a package, and returns it as the cause of an
  /// incompatibility.
  mutating func cause(
    unavailable package: PackageID, _ releases: ReleaseSet, _ obstacle: Obstacle,
    on platform: World.Platform?
  ) -> Incompatibility.Cause {
    record(.unavailable(package, releases, obstacle, on: platform))
  }

  private mutating func record(_ fact: RecordedFact) -> Incompatibility.Cause {
    facts.append(fact)
    return .fact(facts.count - 1)
  }

  /// Returns the fact at an index taken from ``Incompatibility/Cause/fact(_:)``.
  func fact(_ number: Int) -> Fact<World> {
    switch facts[number] {
    case .fact(let fact): return fact
    case .needed(let package, let releases, let dependency, let platform):
      let versions = versions(of: package, in: releases) { hidden in
        hidden.dependencies?.contains { $0.hasSameCondition(as: dependency) } ?? false
      }
      return .needed(
        by: entries[package.index].subject.package, at: versions, dependency, on: platform)
    case .unavailable(let package, let releases, let obstacle, let platform):
      let versions = versions(of: package, in: releases) { hidden in
        platform.map { hidden.platformObstacles[$0] == obstacle } ?? false
      }
      return .unavailable(
        entries[package.index].subject.package, versions, obstacle, on: platform)
    }
  }

  /// Returns the requirement or dependency that the fact at an index states, or `nil` if it states
  /// none. Unlike ``fact(_:)``, constructs no set of versions.
  func dependency(ofFact number: Int) -> Dependency<World>? {
    switch facts[number] {
    case .fact(let fact): fact.dependency
    case .needed(_, _, let dependency, _): dependency
    case .unavailable: nil
    }
  }

  /// Returns whether a fact says that no requirement names a prerelease.
  func isAboutUnnamedPrereleases(_ number: Int) -> Bool {
    if case .fact(.unnamedPrerelease) = facts[number] { true } else { false }
  }

  /// Returns a set of versions that contains `releases` and no other version that exists, except
  /// those that cannot be chosen and for which `isIncluded` is true.
  private func versions(
    of package: PackageID, in releases: ReleaseSet,
    including isIncluded: (PackageRelease<World>) -> Bool
  ) -> World.Versions {
    entries[package.index].listing?.versions(in: releases, including: isIncluded) ?? .empty
  }

  /// Returns the range of releases that share a dependency with the one at `position`, or `nil` if
  /// the provider has not listed the package yet. See ``ReleaseTable/run(around:needing:)``.
  func run(of package: PackageID, around position: Int, needing index: Int) -> Range<Int>? {
    entries[package.index].listing?.run(around: position, needing: index)
  }

  /// Returns the releases of a package that can be chosen and whose versions are in a set. The
  /// result is empty if the provider has not listed the package yet.
  func releases(of package: PackageID, in versions: World.Versions) -> ReleaseSet {
    guard let listing = entries[package.index].listing else { return .empty }
    return ReleaseSet(versions.positions(in: listing.versions))
  }

  /// Returns a term about the version of a package as a condition on versions.
  func condition(_ term: Term) -> Fact<World>.Condition {
    let entry = self[term.package]
    return Fact<World>.Condition(
      subject: entry.subject, isPositive: term.isPositive,
      versions: entry.listing?.versions(in: term.releases) ?? .empty)
  }
}
