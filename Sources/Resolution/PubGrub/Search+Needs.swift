// The dependencies and platform obstacles of tried releases.
extension Search {
  /// Adds the dependencies of a release as incompatibilities.
  ///
  /// - Returns: The step to return if data is missing or the search must restart, or `nil` if the
  ///   dependencies were added.
  mutating func recordNeeds(of package: PackageID, at position: Int) -> Step? {
    guard let listing = packageTable[package].listing else { return nil }
    guard let needs = listing.needs[position] else {
      let name = packageTable[package].subject.package
      return .needs(.needs(of: name, at: listing.versions[position]), for: [])
    }
    if admitPrereleases(namedBy: needs) { return .restart }
    let needed = needs.map { number(of: $0.package) }
    if let missing = firstUnlisted(needs, needed) { return missing }
    triedClauses[package.index][position] =
      needs.indices.flatMap { index in
        addClauses(index, of: needs, on: needed[index], by: package, at: position)
      } + addObstacleClauses(of: package, at: position)
    return nil
  }

  /// Returns a step that requests the listing of the first of `packages` without one, or `nil` if
  /// all of them have a listing.
  ///
  /// - Parameters:
  ///   - dependencies: The dependencies on `packages`, which the search is about to add.
  ///   - packages: The packages whose listings are required.
  private func firstUnlisted(
    _ dependencies: [Dependency<World>], _ packages: [PackageID]
  ) -> Step? {
    guard let missing = packages.first(where: { packageTable.entries[$0.index].listing == nil })
    else {
      return nil
    }
    return .needs(.listing(packageTable[missing].subject.package), for: dependencies)
  }

  /// Adds a dependency of a release as incompatibilities, and returns their indices in `clauses`:
  /// one for the versions, and one for each platform.
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
  private mutating func addClauses(
    _ index: Int, of needs: [Dependency<World>], on needed: PackageID, by dependent: PackageID,
    at position: Int
  ) -> [Int] {
    let dependency = needs[index]
    let key = ClauseKey.dependency(of: dependent, on: needed, dependency.versions)
    let number = clauseIndex(key)
    var releases = clauses[number].releases
    let isNew = !releases.contains(position)
    if isNew, let run = packageTable.run(of: dependent, around: position, needing: index) {
      releases = releases.union(ReleaseSet([run]))
      set(
        clause: number, to: releases,
        [
          Term(dependent, releases),
          Term(not: needed, packageTable.releases(of: needed, in: dependency.versions)),
        ], packageTable.cause(neededBy: dependent, at: releases, dependency, on: nil))
    }
    if platforms.isEmpty || needed == dependent { return [number] }
    let name = packageTable[dependent].subject.package
    return [number]
      + platforms.map { platform in
        let needed = self.number(of: TermSubject(dependency.package, on: platform))
        let here = self.number(of: TermSubject(name, on: platform))
        let number = clauseIndex(.dependency(of: dependent, on: needed, dependency.versions))
        if isNew {
          set(
            clause: number, to: releases,
            [Term(dependent, releases), Term(here, .need), Term(not: needed, .need)],
            packageTable.cause(neededBy: dependent, at: releases, dependency, on: platform))
        }
        return number
      }
  }

  /// Adds the obstacles that exclude a release on certain platforms as incompatibilities, and
  /// returns their indices in `clauses`.
  private mutating func addObstacleClauses(of package: PackageID, at position: Int) -> [Int] {
    guard !platforms.isEmpty, let listing = packageTable[package].listing,
      let obstacles = listing.platformObstacles[position]
    else { return [] }
    let name = packageTable[package].subject.package
    return platforms.compactMap { platform in
      guard let obstacle = obstacles[platform] else { return nil }
      let here = self.number(of: TermSubject(name, on: platform))
      let number = clauseIndex(.obstacle(of: package, on: here, obstacle))
      if clauses[number].releases.contains(position) { return number }
      let run = ReleaseSet([listing.run(around: position, with: obstacle, on: platform)])
      let releases = clauses[number].releases.union(run)
      // A package that is needed on a platform is chosen in some version.
      let isComplete =
        releases.count == listing.versions.count
        && listing.hidden.allSatisfy { $0.platformObstacles[platform] == obstacle }
      set(
        clause: number, to: releases,
        isComplete ? [Term(here, .need)] : [Term(package, releases), Term(here, .need)],
        packageTable.cause(unavailable: package, releases, obstacle, on: platform))
      return number
    }
  }

  /// Returns the index in `clauses` of the clause for a key, adding it if it is new.
  private mutating func clauseIndex(_ key: ClauseKey) -> Int {
    if let known = clauseIndices[key] { return known }
    clauses.append(SharedClause(id: nil, releases: .empty))
    clauseIndices[key] = clauses.count - 1
    return clauses.count - 1
  }

  /// Replaces the incompatibility of a clause by a wider one.
  private mutating func set(
    clause number: Int, to releases: ReleaseSet, _ terms: [Term], _ cause: Incompatibility.Cause
  ) {
    let incompatibility = Incompatibility(terms, cause: cause)
    clauses[number] = SharedClause(
      id: incompatibility.isVacuous
        ? nil : solver.add(incompatibility, inPlaceOf: clauses[number].id),
      releases: releases)
  }
}

/// A dependency or a platform obstacle, and the incompatibility that states it.
struct SharedClause {
  /// The incompatibility, or `nil` if nothing follows from it, such as for a release that needs its
  /// own version.
  let id: IncompatibilityID?

  /// The releases known to have the dependency or the obstacle.
  let releases: ReleaseSet
}

extension ReleaseSet {
  /// The single release that stands for the need for a package on a platform.
  static let need = ReleaseSet(only: 0)
}
