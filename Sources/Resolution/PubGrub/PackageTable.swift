/// The names, releases, and facts that one search has received from the provider.
struct PackageTable<World: Universe>: Sendable {
  /// The subject of one number, and its releases.
  struct Entry: Sendable {
    let subject: TermSubject<World>

    /// The releases, or `nil` if the provider has not responded yet. Always `nil` for the need for
    /// a package on a platform.
    var listing: ReleaseTable<World>?
  }

  /// The facts that are stored as they are.
  private var wholeFacts: [Fact<World>] = []

  /// The facts, in the order of their indices in ``Incompatibility/Cause``.
  private var facts: [RecordedFact] = []

  /// The subjects, by number.
  private(set) var entries: [Entry] = []

  /// The number of each package.
  private var numbers: [World.Package: PackageID] = [:]

  /// The number of each need for a package on a platform.
  private var needNumbers: [TermSubject<World>: PackageID] = [:]

  subscript(package: PackageID) -> Entry {
    get { entries[package.index] }
    _modify { yield &entries[package.index] }
  }

  /// Returns the number of a package, or `nil` if the search has not encountered it.
  func number(of name: World.Package) -> PackageID? { numbers[name] }

  /// Returns the number of a subject, or `nil` if the search has not encountered it.
  func number(of subject: TermSubject<World>) -> PackageID? {
    subject.platform == nil ? numbers[subject.package] : needNumbers[subject]
  }

  /// Adds a subject under the number that the solver assigned to it. The subject must be new.
  mutating func append(_ subject: TermSubject<World>, as package: PackageID) {
    entries.append(Entry(subject: subject))
    if subject.platform == nil {
      numbers[subject.package] = package
    } else {
      needNumbers[subject] = package
    }
  }

  /// Records a fact and returns it as the cause of an incompatibility.
  mutating func cause(_ fact: Fact<World>) -> Incompatibility.Cause {
    wholeFacts.append(fact)
    return record(.whole(wholeFacts.count - 1))
  }

  /// Records a dependency shared by several releases of a package, and returns it as the cause of
  /// an incompatibility.
  ///
  /// - Parameters:
  ///   - package: The package.
  ///   - releases: The releases that share the dependency.
  ///   - place: The index of one of them, and the index of the dependency among its dependencies.
  ///   - here: The need for the package on the platform that the fact is about, or `nil`.
  mutating func cause(
    neededBy package: PackageID, at releases: ReleaseSet, _ place: (position: Int, index: Int),
    on here: PackageID?
  ) -> Incompatibility.Cause {
    record(
      .needed(by: package, at: releases, position: place.position, index: place.index, on: here))
  }

  /// Records an obstacle shared by several releases of a package, and returns it as the cause of an
  /// incompatibility.
  mutating func cause(
    unavailable package: PackageID, _ releases: ReleaseSet, _ obstacle: Obstacle,
    on here: PackageID?
  ) -> Incompatibility.Cause {
    record(.unavailable(package, releases, obstacle, on: here))
  }

  private mutating func record(_ fact: RecordedFact) -> Incompatibility.Cause {
    facts.append(fact)
    return .fact(facts.count - 1)
  }

  /// Returns the fact at an index taken from ``Incompatibility/Cause/fact(_:)``.
  func fact(_ number: Int) -> Fact<World> {
    switch facts[number] {
    case .whole(let index): return wholeFacts[index]
    case .needed(let package, let releases, let position, let index, let here):
      guard let dependency = needs(of: package, at: position)?[index] else {
        preconditionFailure("the dependencies of a tried release are known")
      }
      let versions = versions(of: package, in: releases) { hidden in
        hidden.dependencies?.contains { $0.hasSameCondition(as: dependency) } ?? false
      }
      return .needed(
        by: self[package].subject.package, at: versions, dependency, on: platform(of: here))
    case .unavailable(let package, let releases, let obstacle, let here):
      let platform = platform(of: here)
      let versions = versions(of: package, in: releases) { hidden in
        platform.map { hidden.platformObstacles[$0] == obstacle } ?? false
      }
      return .unavailable(self[package].subject.package, versions, obstacle, on: platform)
    }
  }

  /// Returns the platform of the need for a package on it.
  private func platform(of need: PackageID?) -> World.Platform? {
    need.flatMap { self[$0].subject.platform }
  }

  /// Returns the requirement or dependency that the fact at an index states, or `nil` if it states
  /// none. Unlike ``fact(_:)``, constructs no set of versions.
  func dependency(ofFact number: Int) -> Dependency<World>? {
    switch facts[number] {
    case .whole(let index): wholeFacts[index].dependency
    case .needed(let package, _, let position, let index, _):
      needs(of: package, at: position)?[index]
    case .unavailable: nil
    }
  }

  /// Returns whether a fact says that no requirement names a prerelease.
  func isAboutUnnamedPrereleases(_ number: Int) -> Bool {
    guard case .whole(let index) = facts[number] else { return false }
    return if case .unnamedPrerelease = wholeFacts[index] { true } else { false }
  }

  /// Returns a set of versions that contains `releases` and no other version that exists, except
  /// those that cannot be chosen and for which `isIncluded` is true.
  private func versions(
    of package: PackageID, in releases: ReleaseSet,
    including isIncluded: (PackageRelease<World>) -> Bool
  ) -> World.Versions {
    entries[package.index].listing?.versions(in: releases, including: isIncluded) ?? .empty
  }

  /// Returns the dependencies of a release, or `nil` if they are not known.
  func needs(of package: PackageID, at position: Int) -> [Dependency<World>]? {
    entries[package.index].listing?.needs[position]
  }

  /// Returns the releases around the one at `position` that share a dependency with it. See
  /// ``ReleaseTable/run(around:needing:)``.
  func run(of package: PackageID, around position: Int, needing index: Int) -> ReleaseSet {
    let run = entries[package.index].listing?.run(around: position, needing: index)
    return run.map { ReleaseSet($0) } ?? .empty
  }

  /// Returns the releases of a package that can be chosen and whose versions are in a set. The
  /// result is empty if the provider has not listed the package yet.
  func releases(of package: PackageID, in versions: World.Versions) -> ReleaseSet {
    entries[package.index].listing?.releases(in: versions) ?? .empty
  }

  /// Returns a term about the version of a package as a condition on versions.
  func condition(_ term: Term) -> Fact<World>.Condition {
    let entry = self[term.package]
    return Fact<World>.Condition(
      subject: entry.subject, isPositive: term.isPositive,
      versions: entry.listing?.versions(in: term.releases) ?? .empty)
  }
}

/// A fact, or the data to construct it on demand.
///
/// A fact about several releases is constructed on demand, because its set of versions is
/// large, and few such facts appear in a proof.
private enum RecordedFact: Sendable {
  /// The fact at this index of ``PackageTable/wholeFacts``.
  case whole(Int)

  /// Releases need another package: the dependency of the release at `position` that has the given
  /// index. With the need for the package on a platform, the fact is about the platform.
  case needed(by: PackageID, at: ReleaseSet, position: Int, index: Int, on: PackageID?)

  /// Releases have an obstacle, on the platform of the need for the package.
  case unavailable(PackageID, ReleaseSet, Obstacle, on: PackageID?)
}
