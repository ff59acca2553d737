// The dependencies and platform obstacles of tried releases.
//
// Every release that is tried passes through this code once. It is generic, so it prefers loops
// over arrays to closures, and indices to copies of elements, which the compiler does not optimize
// for a type that it does not know.
extension Search {
  /// Adds the dependencies of a release as incompatibilities.
  ///
  /// - Returns: The step to return if data is missing or the search must restart, or `nil` if the
  ///   dependencies were added.
  mutating func recordNeeds(of package: PackageID, at position: Int) -> Step? {
    guard let needs = packageTable.needs(of: package, at: position) else {
      guard let listing = packageTable[package].listing else { return nil }
      let name = packageTable[package].subject.package
      return .needs(.needs(of: name, at: listing.versions[position]), for: [])
    }
    if admitPrereleases(namedBy: needs) { return .restart }
    var needed: [PackageID] = []
    for index in needs.indices { needed.append(number(of: needs[index].package)) }
    if let missing = needed.first(where: { !decider.isListed($0) }) {
      return .needs(.listing(packageTable[missing].subject.package), for: needs)
    }
    var stated: [Int] = []
    for index in needs.indices {
      addClauses(index, of: needs, on: needed[index], by: package, at: position, to: &stated)
    }
    if !platforms.isEmpty { stated += addObstacleClauses(of: package, at: position) }
    decider.setNeeds(of: package, at: position, to: stated)
    return nil
  }

  /// Adds a dependency of a release as incompatibilities: one for the versions, and one for each
  /// platform.
  ///
  /// Releases with the same dependency share an incompatibility, which grows to include this
  /// release and its neighbors. See <doc:Resolution#Shared-dependencies>.
  ///
  /// - Parameters:
  ///   - index: The index of the dependency in `needs`.
  ///   - needs: The dependencies of the release.
  ///   - needed: The package that the dependency is on.
  ///   - dependent: The package of the release.
  ///   - position: The index of the release.
  ///   - stated: The indices in ``Decider/clauses`` of the dependencies of the release, to which
  ///     those of this one are added.
  private mutating func addClauses(
    _ index: Int, of needs: [Dependency<World>], on needed: PackageID, by dependent: PackageID,
    at position: Int, to stated: inout [Int]
  ) {
    let versions = needs[index].versions
    let accepted = packageTable.releases(of: needed, in: versions)
    let number = clauseIndex(of: dependent, on: needed, versions, accepting: accepted)
    stated.append(number)
    var releases = decider.clauses[number].releases
    let isNew = !releases.contains(position)
    if isNew {
      releases = releases.union(packageTable.run(of: dependent, around: position, needing: index))
      decider.set(
        clause: number, to: releases, of: dependent,
        [Term(dependent, releases), Term(not: needed, accepted)],
        packageTable.cause(neededBy: dependent, at: releases, (position, index), on: nil))
    }
    if platforms.isEmpty || needed == dependent { return }
    let name = packageTable[dependent].subject.package
    for platform in platforms {
      let there = self.number(of: TermSubject(needs[index].package, on: platform))
      let here = self.number(of: TermSubject(name, on: platform))
      let number = clauseIndex(of: dependent, on: there, versions, accepting: accepted)
      if isNew {
        decider.set(
          clause: number, to: releases, of: dependent,
          [Term(dependent, releases), Term(here, .need), Term(not: there, .need)],
          packageTable.cause(neededBy: dependent, at: releases, (position, index), on: here))
      }
      stated.append(number)
    }
  }

  /// Adds the obstacles that exclude a release on certain platforms as incompatibilities, and
  /// returns their indices in ``Decider/clauses``.
  private mutating func addObstacleClauses(of package: PackageID, at position: Int) -> [Int] {
    guard let listing = packageTable[package].listing,
      let obstacles = listing.platformObstacles[position]
    else { return [] }
    let name = packageTable[package].subject.package
    return platforms.compactMap { platform in
      guard let obstacle = obstacles[platform] else { return nil }
      let here = self.number(of: TermSubject(name, on: platform))
      let number = clauseIndex(of: package, on: here, obstacle)
      if decider.clauses[number].releases.contains(position) { return number }
      let run = ReleaseSet(listing.run(around: position, with: obstacle, on: platform))
      let releases = decider.clauses[number].releases.union(run)
      // A package that is needed on a platform is chosen in some version.
      let isComplete =
        releases.count == listing.versions.count
        && listing.hidden.allSatisfy { $0.platformObstacles[platform] == obstacle }
      decider.set(
        clause: number, to: releases, of: package,
        isComplete ? [Term(here, .need)] : [Term(package, releases), Term(here, .need)],
        packageTable.cause(unavailable: package, releases, obstacle, on: here))
      return number
    }
  }

  /// Returns the index in ``Decider/clauses`` of the clause for a dependency, adding it if it is
  /// new.
  private mutating func clauseIndex(
    of dependent: PackageID, on needed: PackageID, _ versions: World.Versions,
    accepting accepted: ReleaseSet
  ) -> Int {
    var key = DependencyKey(dependent: dependent, needed: needed, accepted: accepted)
    while let known = dependencyIndices[key] {
      if clauseVersions[known] == versions { return known }
      key.rank += 1
    }
    dependencyIndices[key] = addClause(versions)
    return decider.clauses.count - 1
  }

  /// Returns the index in ``Decider/clauses`` of the clause for an obstacle, adding it if it is
  /// new.
  private mutating func clauseIndex(
    of package: PackageID, on need: PackageID, _ obstacle: Obstacle
  ) -> Int {
    let key = ObstacleKey(package: package, need: need, obstacle: obstacle)
    if let known = obstacleIndices[key] { return known }
    obstacleIndices[key] = addClause(.empty)
    return decider.clauses.count - 1
  }

  private mutating func addClause(_ versions: World.Versions) -> Int {
    decider.clauses.append(SharedClause(id: nil, releases: .empty))
    clauseVersions.append(versions)
    return decider.clauses.count - 1
  }
}

/// The properties that dependencies must have in common to share an incompatibility, apart from the
/// versions, which the key stands for by the releases among them. Hashing these is much faster.
struct DependencyKey: Hashable, Sendable {
  let dependent: PackageID
  let needed: PackageID
  let accepted: ReleaseSet

  /// The number of earlier dependencies that differ in the versions alone.
  var rank = 0
}

/// The properties that platform obstacles must have in common to share an incompatibility.
struct ObstacleKey: Hashable, Sendable {
  let package: PackageID
  let need: PackageID
  let obstacle: Obstacle
}

extension ReleaseSet {
  /// The single release that stands for the need for a package on a platform.
  static let need = ReleaseSet(only: 0)
}
