/// The half of PubGrub that makes decisions: a state machine without I/O that emits requests
/// for data.
///
/// The steps do not depend on when or in which order the responses arrive. See
/// <doc:Resolution#Decision-making>.
struct Search<World: Universe>: Sendable {
  /// The result of one step.
  enum Step: Sendable {
    /// The search can continue immediately.
    case working

    /// The search needs the response to a request before it can continue.
    ///
    /// The search is about to add the given dependencies, and will request the listings of their
    /// packages. The list is empty if the dependencies are not known yet.
    case needs(ProviderRequest<World>, for: [Dependency<World>])

    /// A dependency of a tried release names a prerelease of a package whose prereleases were
    /// excluded. A new search must admit them from the start.
    case restart

    /// No package is open, so the decisions form a solution.
    case solved

    /// This incompatibility proves that there is no solution.
    case refuted(IncompatibilityID)
  }

  /// The requirements of the project.
  let wanted: [Dependency<World>]

  /// Returns the conditions that the project places on a package if another package needs it.
  private let limits: @Sendable (World.Package) -> [Dependency<World>]

  /// For each locked package, the version that is tried before all others.
  private let locked: [World.Package: World.Version]

  /// The packages for which a requirement names a prerelease, such as `>= 2.0.rc1`. See
  /// <doc:Resolution#Prereleases>.
  private var prereleasesAdmitted: Set<World.Package>

  /// The data received from the provider.
  private(set) var packageTable = PackageTable<World>()
  /// The partial solution and the incompatibilities.
  private(set) var solver = Solver()

  /// The number of times that a version was tried, including repeated tries of the same version.
  private var versionsTried = 0

  /// The number of elements of `wanted` that have been added to the solver.
  private var wantedAdded = 0

  private var decisionQueue = DecisionQueue()

  /// For each package, the order in which to try its releases, or `nil` if they are not known yet.
  private var preferences: [Preference?] = []

  /// The dependencies encountered so far.
  private var clauses: [DependencyClause] = []

  /// For each dependency, its index in `clauses`.
  private var clauseIndices: [DependencyKey: Int] = [:]

  /// For each package, a dictionary from the index of each tried release to the dependencies of the
  /// release, as indices into `clauses`.
  private var triedClauses: [[Int: [Int]]] = []

  /// The properties that dependencies must have in common to share an incompatibility.
  private struct DependencyKey: Hashable {
    let dependent: PackageID
    let needed: PackageID
    let versions: World.Versions
  }

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - wanted: The requirements of the project.
  ///   - limits: Returns the conditions that the project places on a package if another package
  ///     needs it.
  ///   - locked: The versions to keep unless an incompatibility rules them out.
  ///   - prereleasesAdmitted: The packages for which an earlier search encountered a dependency
  ///     that names a prerelease.
  init(
    _ wanted: [Dependency<World>],
    limits: @escaping @Sendable (World.Package) -> [Dependency<World>] = { _ in [] },
    locked: [World.Package: World.Version] = [:],
    admittingPrereleasesOf prereleasesAdmitted: Set<World.Package> = []
  ) {
    self.wanted = wanted
    self.limits = limits
    self.locked = locked
    self.prereleasesAdmitted = prereleasesAdmitted.union(
      wanted.filter(\.admitsPrereleases).map(\.package))
    for dependency in wanted {
      decisionQueue.setRequiredByProject(number(of: dependency.package))
    }
  }

  /// Returns a new search that admits the prereleases of all packages for which this search
  /// encountered a requirement that names one.
  func restarted() -> Search {
    var search = Search(
      wanted, limits: limits, locked: locked,
      admittingPrereleasesOf: prereleasesAdmitted)
    search.versionsTried = versionsTried
    return search
  }

  /// The amount of work done so far.
  var statistics: SearchStatistics {
    SearchStatistics(
      versionsTried: versionsTried, conflicts: solver.conflicts,
      incompatibilities: solver.incompatibilities.count, packages: packageTable.entries.count)
  }

  /// The releases chosen so far. Each `position` is an index into ``ReleaseTable/versions``.
  var decisions: [(package: PackageID, position: Int)] {
    solver.solution.assignments.compactMap { assignment in
      assignment.choice.map { (assignment.package, $0) }
    }
  }

  /// Performs one step: propagates and then, unless there was a contradiction, makes one decision.
  ///
  /// The first steps add the requirements of the project. For the order of decisions, see
  /// <doc:Resolution#Which-package-first>.
  mutating func advance() -> Step {
    while wantedAdded < wanted.count {
      let dependency = wanted[wantedAdded]
      let package = number(of: dependency.package)
      if let missing = firstUnlisted(wanted[wantedAdded...], [package]) { return missing }
      let releases = packageTable.releases(of: package, in: dependency.versions)
      let cause = packageTable.cause(.wanted(dependency))
      solver.add(Incompatibility([Term(not: package, releases)], cause: cause))
      wantedAdded += 1
    }
    switch solver.propagate() {
    case .refuted(let id): return .refuted(id)
    case .learned: return .working
    case .settled:
      return decisionQueue.next(in: solver).map { tryRelease(of: $0) } ?? .solved
    }
  }

  // MARK: Responses

  /// Records the response to a request emitted by `advance`.
  ///
  /// - Precondition: The response is of the kind that was requested.
  mutating func supply(_ response: ProviderResponse<World>, to request: ProviderRequest<World>) {
    switch (response, request) {
    case (.listing(let listing), .listing(let name)):
      let limits = limits(name)
      if limits.contains(where: \.admitsPrereleases) { prereleasesAdmitted.insert(name) }
      let listed = ReleaseTable(listing, admitsPrereleases: prereleasesAdmitted.contains(name))
      let package = number(of: name)
      packageTable[package].listing = listed
      preferences[package.index] = Preference(
        locked: locked[name].flatMap(listed.position), order: listed.preference)
      record(limits, on: package, in: listed)
    case (.needs(let needs), .needs(let name, let version)):
      supply(needs, for: number(of: name), at: version)
    default: preconditionFailure("the answer is to another kind of question")
    }
  }

  /// Excludes the releases that the project's limits on a package do not accept.
  private mutating func record(
    _ limits: [Dependency<World>], on package: PackageID, in listed: ReleaseTable<World>
  ) {
    let all = ReleaseSet([listed.versions.indices])
    for limit in limits {
      let excluded = all.subtracting(packageTable.releases(of: package, in: limit.versions))
      if excluded.isEmpty { continue }
      solver.add(
        Incompatibility([Term(package, excluded)], cause: packageTable.cause(.limited(limit))))
    }
  }

  /// Records the dependencies of a release, or excludes the release if they are unavailable.
  private mutating func supply(
    _ needs: ReleaseNeeds<World>, for package: PackageID, at version: World.Version
  ) {
    guard let listing = packageTable[package].listing, let position = listing.position(of: version)
    else {
      return
    }
    switch needs {
    case .dependencies(let dependencies):
      packageTable[package].listing?.needs[position] = dependencies
    case .unavailable(let obstacle):
      packageTable[package].listing?.needs[position] = []
      let release = ReleaseSet(only: position)
      let fact = Fact<World>.unavailable(
        packageTable[package].name, listing.versions(in: release), obstacle)
      solver.add(Incompatibility([Term(package, release)], cause: packageTable.cause(fact)))
    }
  }

  // MARK: Decisions

  /// Tries the most preferred release that is still possible: adds the dependencies of the release,
  /// and decides on the release unless a dependency rules it out.
  private mutating func tryRelease(of package: PackageID) -> Step {
    guard let known = solver.solution.known(of: package),
      let position = preferences[package.index]?.first(in: known.releases)
    else { preconditionFailure("an open package has a release that fits what is known of it") }
    if triedClauses[package.index][position] == nil,
      let step = recordNeeds(of: package, at: position)
    {
      return step
    }
    versionsTried += 1
    let isPossible = triedClauses[package.index][position, default: []].allSatisfy { number in
      clauses[number].id.map { !solver.forbids($0, package, position) } ?? true
    }
    // If a dependency is already violated, propagation rules out this release and all others that
    // share the dependency, without the cost of a decision and a conflict.
    if isPossible { solver.decide(package, position) } else { solver.revisit(package) }
    return .working
  }

  /// Adds the dependencies of a release as incompatibilities.
  ///
  /// - Returns: The step to return if data is missing or the search must restart, or `nil` if the
  ///   dependencies were added.
  private mutating func recordNeeds(of package: PackageID, at position: Int) -> Step? {
    guard let listing = packageTable[package].listing else { return nil }
    guard let needs = listing.needs[position] else {
      return .needs(.needs(of: packageTable[package].name, at: listing.versions[position]), for: [])
    }
    if admitPrereleases(namedBy: needs) { return .restart }
    let needed = needs.map { number(of: $0.package) }
    if let missing = firstUnlisted(needs[...], needed) { return missing }
    triedClauses[package.index][position] = needs.indices.map {
      clauseIndex($0, of: needs, on: needed[$0], by: package, at: position)
    }
    return nil
  }

  /// Returns a step that requests the listing of the first of `packages` without one, or `nil` if
  /// all of them have a listing.
  ///
  /// - Parameters:
  ///   - dependencies: The dependencies on `packages`, which the search is about to add.
  ///   - packages: The packages whose listings are required.
  private func firstUnlisted(
    _ dependencies: ArraySlice<Dependency<World>>, _ packages: [PackageID]
  ) -> Step? {
    guard let missing = packages.first(where: { packageTable.entries[$0.index].listing == nil })
    else {
      return nil
    }
    return .needs(.listing(packageTable[missing].name), for: Array(dependencies))
  }

  /// Admits the prereleases named in `needs`.
  ///
  /// - Returns: Whether the search must restart, because one of the packages was already listed
  ///   without its prereleases and the facts about it no longer hold.
  private mutating func admitPrereleases(namedBy needs: [Dependency<World>]) -> Bool {
    var mustRestart = false
    for dependency in needs where dependency.admitsPrereleases {
      guard prereleasesAdmitted.insert(dependency.package).inserted else { continue }
      let listing = packageTable.number(of: dependency.package).flatMap { packageTable[$0].listing }
      mustRestart =
        mustRestart || listing?.obstructed.contains { $0.obstacle == .prerelease } ?? false
    }
    return mustRestart
  }

  /// Adds a dependency of a release as an incompatibility, and returns the index of the dependency
  /// in `clauses`.
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
  private mutating func clauseIndex(
    _ index: Int, of needs: [Dependency<World>], on needed: PackageID, by dependent: PackageID,
    at position: Int
  ) -> Int {
    let dependency = needs[index]
    let key = DependencyKey(dependent: dependent, needed: needed, versions: dependency.versions)
    let number = clauseIndices[key] ?? clauses.count
    if number == clauses.count {
      clauses.append(DependencyClause(id: nil, dependents: .empty))
      clauseIndices[key] = number
    }
    let known = clauses[number]
    guard !known.dependents.contains(position), let listing = packageTable[dependent].listing else {
      return number
    }
    let run = ReleaseSet([listing.run(around: position, needing: index)])
    let dependents = known.dependents.union(run)
    let incompatibility = Incompatibility(
      [
        Term(dependent, dependents),
        Term(not: needed, packageTable.releases(of: needed, in: dependency.versions)),
      ], cause: packageTable.cause(neededBy: dependent, at: dependents, dependency))
    clauses[number] = DependencyClause(
      id: incompatibility.isVacuous ? nil : solver.add(incompatibility, inPlaceOf: known.id),
      dependents: dependents)
    return number
  }

  /// Returns the number of a package, assigning one if it is new.
  private mutating func number(of name: World.Package) -> PackageID {
    if let known = packageTable.number(of: name) { return known }
    let package = solver.addPackage()
    packageTable.append(name, as: package)
    preferences.append(nil)
    decisionQueue.addPackage()
    triedClauses.append([:])
    return package
  }
}

/// A dependency, and the incompatibility that states it.
private struct DependencyClause {
  /// The incompatibility, or `nil` if nothing follows from the dependency, such as for a release
  /// that needs its own version.
  let id: IncompatibilityID?

  /// The releases known to have the dependency.
  let dependents: ReleaseSet
}
