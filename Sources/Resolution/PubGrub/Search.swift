/// The deciding half of PubGrub, without I/O: it returns what it must know and continues with it.
///
/// See <doc:Resolution#Decision-making>. Steps do not depend on the order or delay of answers.
struct Search<World: Universe>: Sendable {
  /// Where the search stands after a step.
  enum Step: Sendable {
    /// There is more to do.
    case working

    /// It cannot go on without an answer. The dependencies are those that it is about to take
    /// up, whose packages will be asked about next.
    case needs(ProviderRequest<World>, for: [Dependency<World>])

    /// A release that was tried names a prerelease of a package whose prereleases were left out:
    /// a new search must admit them from its start.
    case restart

    /// Every package that must be chosen is.
    case solved

    /// This incompatibility says that there is no solution.
    case refuted(IncompatibilityID)
  }

  /// What the project asks for.
  let wanted: [Dependency<World>]
  /// What the project admits of a package that others ask for.
  private let limits: @Sendable (World.Package) -> [Dependency<World>]
  private let locked: [World.Package: World.Version]

  /// Packages of which somebody names a prerelease. See <doc:Resolution#Prereleases>.
  private var prereleasesAdmitted: Set<World.Package>

  private(set) var packageTable = PackageTable<World>()
  private(set) var solver = Solver()

  /// How often a version was picked to be tried.
  private var versionsTried = 0

  /// How many of `wanted` the solver knows.
  private var takenUp = 0

  private var decisionQueue = DecisionQueue()

  /// For each package whose releases are known, which of them to try first.
  private var preferences: [Preference?] = []

  /// The dependencies met so far.
  private var requirements: [DependencyClause] = []
  private var requirementNumbers: [DependencyKey: Int] = [:]

  /// For each package and each of its releases that was tried, the numbers of its requirements.
  private var requirementsOfTried: [[Int: [Int]]] = []

  private struct DependencyKey: Hashable {
    let depender: PackageID
    let needed: PackageID
    let versions: World.Versions
  }

  /// - Parameters:
  ///   - wanted: what the project asks for.
  ///   - limits: what it admits of a package that others ask for.
  ///   - locked: versions to keep if nothing speaks against them.
  ///   - prereleasesAdmitted: packages of which an earlier search found a prerelease named.
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

  /// The same search from its start, with the prereleases admitted that this one found named.
  func restarted() -> Search {
    var search = Search(
      wanted, limits: limits, locked: locked,
      admittingPrereleasesOf: prereleasesAdmitted)
    search.versionsTried = versionsTried
    return search
  }

  /// How much work was done so far.
  var statistics: SearchStatistics {
    SearchStatistics(
      versionsTried: versionsTried, conflicts: solver.conflicts,
      incompatibilities: solver.incompatibilities.count, packages: packageTable.entries.count)
  }

  /// The releases chosen so far, by where they stand in the listing of their package.
  var decisions: [(package: PackageID, place: Int)] {
    solver.solution.assignments.compactMap { assignment in
      assignment.choice.map { (assignment.package, $0) }
    }
  }

  /// Takes up what the project wants; then propagates up to one contradiction, or makes one
  /// decision. See <doc:Resolution#Which-package-first> for the order of decisions.
  mutating func advance() -> Step {
    while takenUp < wanted.count {
      let dependency = wanted[takenUp]
      let package = number(of: dependency.package)
      if let missing = firstUnlisted(wanted[takenUp...], [package]) { return missing }
      let releases = packageTable.releases(of: package, in: dependency.versions)
      let cause = packageTable.cause(.wanted(dependency))
      solver.add(Incompatibility([Term(not: package, releases)], cause: cause))
      takenUp += 1
    }
    switch solver.propagate() {
    case .refuted(let id): return .refuted(id)
    case .learnt: return .working
    case .settled:
      return decisionQueue.next(in: solver).map { tryRelease(of: $0) } ?? .solved
    }
  }

  // MARK: Answers

  /// Takes the answer to a request of `advance`.
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

  private mutating func tryRelease(of package: PackageID) -> Step {
    guard let known = solver.solution.known(of: package),
      let place = preferences[package.index]?.first(in: known.releases)
    else { preconditionFailure("an open package has a release that fits what is known of it") }
    if requirementsOfTried[package.index][place] == nil,
      let step = recordNeeds(of: package, at: place)
    {
      return step
    }
    versionsTried += 1
    let isPossible = requirementsOfTried[package.index][place, default: []].allSatisfy { number in
      requirements[number].id.map { !solver.forbids($0, package, place) } ?? true
    }
    // Where a need is known to be unmet, propagation rules the release out, with its likes,
    // without the detour of a decision and a contradiction.
    if isPossible { solver.decide(package, place) } else { solver.revisit(package) }
    return .working
  }

  /// Turns a release's needs into incompatibilities. Returns a step if something is unknown.
  private mutating func recordNeeds(of package: PackageID, at place: Int) -> Step? {
    guard let listing = packageTable[package].listing else { return nil }
    guard let needs = listing.needs[place] else {
      return .needs(.needs(of: packageTable[package].name, at: listing.versions[place]), for: [])
    }
    if admitPrereleases(namedBy: needs) { return .restart }
    let needed = needs.map { number(of: $0.package) }
    if let missing = firstUnlisted(needs[...], needed) { return missing }
    requirementsOfTried[package.index][place] = needs.indices.map {
      requirement($0, of: needs, on: needed[$0], by: package, at: place)
    }
    return nil
  }

  /// Requests the first unlisted of `packages`, those of the first `dependencies`. nil if none.
  private func firstUnlisted(
    _ dependencies: ArraySlice<Dependency<World>>, _ packages: [PackageID]
  ) -> Step? {
    guard let missing = packages.first(where: { packageTable.entries[$0.index].listing == nil })
    else {
      return nil
    }
    return .needs(.listing(packageTable[missing].name), for: Array(dependencies))
  }

  /// Admits prereleases named in `needs`. Returns whether facts noted of their packages are void.
  private mutating func admitPrereleases(namedBy needs: [Dependency<World>]) -> Bool {
    var isTooLate = false
    for dependency in needs where dependency.admitsPrereleases {
      guard prereleasesAdmitted.insert(dependency.package).inserted else { continue }
      let listing = packageTable.number(of: dependency.package).flatMap { packageTable[$0].listing }
      isTooLate = isTooLate || listing?.obstructed.contains { $0.obstacle == .prerelease } ?? false
    }
    return isTooLate
  }

  /// The number of the requirement that a release has with one of its needs.
  ///
  /// Releases that need the same share one. See <doc:Resolution#Needs-in-common>.
  private mutating func requirement(
    _ index: Int, of needs: [Dependency<World>], on needed: PackageID, by depender: PackageID,
    at place: Int
  ) -> Int {
    let dependency = needs[index]
    let key = DependencyKey(depender: depender, needed: needed, versions: dependency.versions)
    let number = requirementNumbers[key] ?? requirements.count
    if number == requirements.count {
      requirements.append(DependencyClause(id: nil, dependers: .empty))
      requirementNumbers[key] = number
    }
    let known = requirements[number]
    guard !known.dependers.contains(place), let listing = packageTable[depender].listing else {
      return number
    }
    let run = ReleaseSet([listing.run(around: place, needing: index)])
    let dependers = known.dependers.union(run)
    let incompatibility = Incompatibility(
      [
        Term(depender, dependers),
        Term(not: needed, packageTable.releases(of: needed, in: dependency.versions)),
      ], cause: packageTable.cause(neededBy: depender, at: dependers, dependency))
    requirements[number] = DependencyClause(
      id: incompatibility.isVacuous ? nil : solver.add(incompatibility, inPlaceOf: known.id),
      dependers: dependers)
    return number
  }

  private mutating func number(of name: World.Package) -> PackageID {
    if let known = packageTable.number(of: name) { return known }
    let package = solver.addPackage()
    packageTable.append(name, as: package)
    preferences.append(nil)
    decisionQueue.addPackage()
    requirementsOfTried.append([:])
    return package
  }
}

/// A dependency as an incompatibility, and which releases are known to have it.
private struct DependencyClause {
  /// Nil where nothing follows: a package that needs itself as it is.
  let id: IncompatibilityID?
  let dependers: ReleaseSet
}
