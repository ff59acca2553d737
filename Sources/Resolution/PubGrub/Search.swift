/// The deciding half of PubGrub: a state machine without I/O that emits requests for data.
///
/// The steps do not depend on the order or delay of the responses. See
/// <doc:Resolution#Decision-making>.
struct Search<World: Universe>: Sendable {
  /// The result of one step.
  enum Step: Sendable {
    /// There is more to do.
    case working

    /// The search needs a response to continue. The dependencies are those it is about to add;
    /// the listings of their packages are requested next.
    case needs(ProviderRequest<World>, for: [Dependency<World>])

    /// A tried release names a prerelease of a package whose prereleases were left out. A new
    /// search must admit them from the start.
    case restart

    /// No package is open.
    case solved

    /// This incompatibility proves that there is no solution.
    case refuted(IncompatibilityID)
  }

  /// The requirements of the project.
  let wanted: [Dependency<World>]

  /// Returns the versions of a package that the project accepts if another package needs it.
  private let limits: @Sendable (World.Package) -> [Dependency<World>]

  /// The versions to prefer.
  private let locked: [World.Package: World.Version]

  /// The packages for which a requirement names a prerelease. See <doc:Resolution#Prereleases>.
  private var prereleasesAdmitted: Set<World.Package>

  private(set) var packageTable = PackageTable<World>()
  private(set) var solver = Solver()

  /// The number of times that a version was picked to be tried.
  private var versionsTried = 0

  /// The number of elements of `wanted` that have been added to the solver.
  private var wantedAdded = 0

  private var decisionQueue = DecisionQueue()

  /// For each package whose releases are known, the order in which to try them.
  private var preferences: [Preference?] = []

  /// The dependencies met so far.
  private var requirements: [DependencyClause] = []

  /// For each dependency, its index in `requirements`.
  private var requirementNumbers: [DependencyKey: Int] = [:]

  /// For each package and each of its tried releases, indices into `requirements`.
  private var triedRequirements: [[Int: [Int]]] = []

  /// Identifies the dependencies that share one incompatibility.
  private struct DependencyKey: Hashable {
    let dependent: PackageID
    let needed: PackageID
    let versions: World.Versions
  }

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - wanted: The requirements of the project.
  ///   - limits: Returns the versions of a package that the project accepts if another one
  ///     needs it.
  ///   - locked: The versions to keep unless something rules them out.
  ///   - prereleasesAdmitted: The packages for which an earlier search found that a prerelease
  ///     is named.
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
      decisionQueue.setWantedByProject(number(of: dependency.package))
    }
  }

  /// Returns a new search that admits the prereleases that this one found named.
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

  /// The releases chosen so far, by index in the listing of their package.
  var decisions: [(package: PackageID, place: Int)] {
    solver.solution.assignments.compactMap { assignment in
      assignment.choice.map { (assignment.package, $0) }
    }
  }

  /// Performs one step: propagates up to one contradiction, or makes one decision.
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

  // MARK: Answers

  /// Accepts the response to a request emitted by `advance`.
  mutating func supply(_ answer: ProviderResponse<World>, to request: ProviderRequest<World>) {
    switch (answer, request) {
    case (.listing(let listing), .listing(let name)):
      let limits = limits(name)
      if limits.contains(where: \.admitsPrereleases) { prereleasesAdmitted.insert(name) }
      let listed = ReleaseTable(listing, admitsPrereleases: prereleasesAdmitted.contains(name))
      let package = number(of: name)
      packageTable[package].listing = listed
      preferences[package.index] = Preference(
        locked: locked[name].flatMap(listed.place), order: listed.preference)
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

  private mutating func supply(
    _ needs: ReleaseNeeds<World>, for package: PackageID, at version: World.Version
  ) {
    guard let listing = packageTable[package].listing, let place = listing.place(of: version) else {
      return
    }
    switch needs {
    case .dependencies(let dependencies):
      packageTable[package].listing?.needs[place] = dependencies
    case .unavailable(let obstacle):
      packageTable[package].listing?.needs[place] = []
      let release = ReleaseSet(only: place)
      let fact = Fact<World>.unavailable(
        packageTable[package].name, listing.versions(in: release), obstacle)
      solver.add(Incompatibility([Term(package, release)], cause: packageTable.cause(fact)))
    }
  }

  // MARK: Decisions

  /// Decides on the most preferred release that is still possible, unless a dependency rules
  /// it out.
  private mutating func tryRelease(of package: PackageID) -> Step {
    guard let known = solver.solution.known(of: package),
      let place = preferences[package.index]?.first(in: known.releases)
    else { preconditionFailure("an open package has a release that fits what is known of it") }
    if triedRequirements[package.index][place] == nil,
      let step = recordNeeds(of: package, at: place)
    {
      return step
    }
    versionsTried += 1
    let isPossible = triedRequirements[package.index][place, default: []].allSatisfy { number in
      requirements[number].id.map { !solver.forbids($0, package, place) } ?? true
    }
    // If a dependency is violated already, propagation rules out this release and all that share
    // the dependency, without the cost of a decision and a conflict.
    if isPossible { solver.decide(package, place) } else { solver.revisit(package) }
    return .working
  }

  /// Adds the dependencies of a release as incompatibilities.
  ///
  /// - Returns: A step if data is missing or the search must restart; otherwise `nil`.
  private mutating func recordNeeds(of package: PackageID, at place: Int) -> Step? {
    guard let listing = packageTable[package].listing else { return nil }
    guard let needs = listing.needs[place] else {
      return .needs(.needs(of: packageTable[package].name, at: listing.versions[place]), for: [])
    }
    if admitPrereleases(namedBy: needs) { return .restart }
    let needed = needs.map { number(of: $0.package) }
    if let missing = firstUnlisted(needs[...], needed) { return missing }
    triedRequirements[package.index][place] = needs.indices.map {
      requirement($0, of: needs, on: needed[$0], by: package, at: place)
    }
    return nil
  }

  /// Returns a request for the listing of the first of `packages` that has none, or `nil` if
  /// all do.
  ///
  /// - Parameter dependencies: The dependencies on `packages`, which the search is about to add.
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
  /// - Returns: Whether a package was already listed without its prereleases, so that facts about
  ///   it are void.
  private mutating func admitPrereleases(namedBy needs: [Dependency<World>]) -> Bool {
    var isTooLate = false
    for dependency in needs where dependency.admitsPrereleases {
      guard prereleasesAdmitted.insert(dependency.package).inserted else { continue }
      let listing = packageTable.number(of: dependency.package).flatMap { packageTable[$0].listing }
      isTooLate = isTooLate || listing?.obstructed.contains { $0.obstacle == .prerelease } ?? false
    }
    return isTooLate
  }

  /// Returns the index in `requirements` of a dependency of a release, adding the release to it.
  ///
  /// Releases with the same dependency share an entry. See <doc:Resolution#Shared-dependencies>.
  private mutating func requirement(
    _ index: Int, of needs: [Dependency<World>], on needed: PackageID, by dependent: PackageID,
    at place: Int
  ) -> Int {
    let dependency = needs[index]
    let key = DependencyKey(dependent: dependent, needed: needed, versions: dependency.versions)
    let number = requirementNumbers[key] ?? requirements.count
    if number == requirements.count {
      requirements.append(DependencyClause(id: nil, dependents: .empty))
      requirementNumbers[key] = number
    }
    let known = requirements[number]
    guard !known.dependents.contains(place), let listing = packageTable[dependent].listing else {
      return number
    }
    let run = ReleaseSet([listing.run(around: place, needing: index)])
    let dependents = known.dependents.union(run)
    let incompatibility = Incompatibility(
      [
        Term(dependent, dependents),
        Term(not: needed, packageTable.releases(of: needed, in: dependency.versions)),
      ], cause: packageTable.cause(neededBy: dependent, at: dependents, dependency))
    requirements[number] = DependencyClause(
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
    triedRequirements.append([:])
    return package
  }
}

/// A dependency as an incompatibility, with the releases known to have it.
private struct DependencyClause {
  /// `nil` if nothing follows, as for a release that needs its own version.
  let id: IncompatibilityID?
  let dependents: ReleaseSet
}
