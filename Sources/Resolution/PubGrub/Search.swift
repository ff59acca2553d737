/// The part of a search that adds the dependencies of the releases to try: a state machine without
/// I/O that emits requests for data. ``Decider`` chooses the releases.
///
/// The steps do not depend on when or in which order the responses arrive. See
/// <doc:Resolution#Decision-making>.
struct Search<World: Universe>: Sendable {
  /// The reason why ``advance(within:)`` returned.
  enum Step: Sendable {
    /// The search can continue immediately.
    case working

    /// The search needs the response to a request before it can continue.
    ///
    /// The search is about to add the given dependencies, and will request the listings of their
    /// packages. The list is empty if the dependencies are not known yet, or an earlier step gave
    /// them.
    case needs(ProviderRequest<World>, for: [Dependency<World>])

    /// A dependency of a tried release names a prerelease of a package whose prereleases were
    /// excluded. A new search must admit them from the start.
    case restart

    /// No package is open, so the decisions form a solution.
    case solved

    /// This incompatibility proves that there is no solution.
    case refuted(IncompatibilityID)
  }

  /// What to solve.
  let request: ResolutionRequest<World>

  /// The packages for which a requirement of the project names a prerelease, such as
  /// `>= 2.0.rc1`.
  var prereleasesNamed: Set<World.Package>

  /// The packages whose prereleases can be chosen if a chosen release names one. See
  /// <doc:Resolution#Prereleases>.
  var prereleasesAdmitted: Set<World.Package>

  /// The data received from the provider.
  var packageTable = PackageTable<World>()

  /// What is decided, and what follows from that.
  var decider: Decider

  /// The partial solution and the incompatibilities.
  var solver: Solver {
    _read { yield decider.solver }
    _modify { yield &decider.solver }
  }

  /// The number of requirements of the project that have been added to the solver.
  private var wantedAdded = 0

  /// Whether a step has given the requirements of the project as those about to be added.
  private var isWantedAnnounced = false

  /// The platforms that the project names, ascending.
  let platforms: [World.Platform]

  /// For each dependency encountered so far, its index in ``Decider/clauses``.
  var dependencyIndices: [DependencyKey: Int] = [:]

  /// For each platform obstacle encountered so far, its index in ``Decider/clauses``.
  var obstacleIndices: [ObstacleKey: Int] = [:]

  /// For each element of ``Decider/clauses``, the versions that the dependency accepts, or none for
  /// an obstacle.
  var clauseVersions: [World.Versions] = []

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - request: What to solve.
  ///   - prereleasesAdmitted: The packages for which an earlier search encountered a dependency
  ///     that names a prerelease.
  init(
    _ request: ResolutionRequest<World>,
    admittingPrereleasesOf prereleasesAdmitted: Set<World.Package> = []
  ) {
    self.request = request
    self.prereleasesAdmitted = prereleasesAdmitted
    prereleasesNamed = Set(request.wanted.filter(\.admitsPrereleases).map(\.package))
    platforms = Set(request.wanted.flatMap(\.platforms)).sorted()
    decider = Decider(
      restartInterval: request.restartInterval, hasPlatforms: !platforms.isEmpty)
    for dependency in request.wanted { decider.require(number(of: dependency.package)) }
  }

  /// Returns a new search that admits the prereleases of the same packages, of all packages for
  /// which this search encountered a requirement that names one, and of `packages`.
  func restarted(admittingPrereleasesOf packages: Set<World.Package> = []) -> Search {
    var search = Search(request, admittingPrereleasesOf: prereleasesAdmitted.union(packages))
    search.decider.versionsTried = decider.versionsTried
    return search
  }

  /// The amount of work done so far.
  var statistics: SearchStatistics {
    SearchStatistics(
      versionsTried: decider.versionsTried, conflicts: solver.conflicts,
      incompatibilities: solver.incompatibilities.count, forgotten: solver.forgotten,
      packages: packageTable.entries.count)
  }

  /// The number of versions tried and of contradictions resolved so far.
  var effort: Int { decider.effort }

  /// The packages that took part in the most conflicts, ascending: at most ten, each with at least
  /// a fifth as many conflicts as any other package.
  var mostConflicting: [World.Package] {
    let packages = packageTable.entries.indices.map { PackageID(index: $0) }.filter {
      solver.weights[$0.index] > 0 && packageTable[$0].subject.platform == nil
    }
    let most = packages.sorted {
      (-solver.weights[$0.index], $0) < (-solver.weights[$1.index], $1)
    }.prefix(10)
    guard let first = most.first else { return [] }
    return most.filter { 5 * solver.weights[$0.index] >= solver.weights[first.index] }
      .map { packageTable[$0].subject.package }.sorted()
  }

  /// The releases of the solution. Call only after a step has returned `solved`.
  var solution: [Decider.Decision] { decider.improvement?.best ?? decider.decisions }

  /// Whether the first solution is the answer, because the search for a better one had too many
  /// conflicts.
  var isGivenUp: Bool { decider.improvement?.isGivenUp ?? false }

  /// Runs some steps, as described at ``Decider/advance(within:)``.
  ///
  /// The first steps add the requirements of the project.
  ///
  /// - Parameter limit: The effort after which to return.
  mutating func advance(within limit: Int) -> Step {
    if let step = addWanted() { return step }
    switch decider.advance(within: limit) {
    case .working: return .working
    case .solved: return .solved
    case .refuted(let id): return .refuted(id)
    case .needsData(let package, let position):
      if let step = recordNeeds(of: package, at: position) { return step }
      decider.tryRelease(of: package, at: position)
      return .working
    case .complete:
      return excludeUnnamedPrerelease() || decider.canImprove() ? .working : .solved
    }
  }

  /// Adds the requirements of the project, unless they are there.
  ///
  /// - Returns: A step that requests a listing that is missing, or `nil` if all were added.
  private mutating func addWanted() -> Step? {
    while wantedAdded < request.wanted.count {
      let dependency = request.wanted[wantedAdded]
      let package = number(of: dependency.package)
      if packageTable[package].listing == nil {
        // Announce all requirements once, not again with each of their listings.
        let announced = isWantedAnnounced ? [] : request.wanted
        isWantedAnnounced = true
        return .needs(.listing(dependency.package), for: announced)
      }
      let releases = packageTable.releases(of: package, in: dependency.versions)
      let cause = packageTable.cause(.wanted(dependency, on: nil))
      solver.add(Incompatibility([Term(not: package, releases)], cause: cause))
      for platform in dependency.platforms {
        let need = number(of: TermSubject(dependency.package, on: platform))
        let cause = packageTable.cause(.wanted(dependency, on: platform))
        solver.add(Incompatibility([Term(not: need, .need)], cause: cause))
      }
      wantedAdded += 1
    }
    return nil
  }

  // MARK: Responses

  /// Records the response to a request emitted by `advance`.
  ///
  /// - Precondition: The response is of the kind that was requested.
  mutating func supply(_ response: ProviderResponse<World>, to request: ProviderRequest<World>) {
    switch (response, request) {
    case (.listing(let listing), .listing(let name)):
      let listing = self.request.revealed[name].map(listing.revealing) ?? listing
      let limits = self.request.limits(name)
      if limits.contains(where: { $0.admitsPrereleases }) { prereleasesNamed.insert(name) }
      let listed = ReleaseTable(
        listing,
        prereleasesNamed.contains(name)
          ? .always : prereleasesAdmitted.contains(name) ? .ifNamed : .no)
      let package = number(of: name)
      packageTable[package].listing = listed
      decider.list(
        package, releases: listed.versions.count,
        Preference(
          locked: self.request.locked[name].flatMap(listed.position), order: listed.preference))
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
    else { return }
    switch needs {
    case .dependencies(let dependencies, let platformObstacles):
      packageTable[package].listing?.needs[position] = dependencies
      if !platformObstacles.isEmpty {
        packageTable[package].listing?.platformObstacles[position] = platformObstacles
      }
    case .unavailable(let obstacle):
      packageTable[package].listing?.needs[position] = []
      let release = ReleaseSet(only: position)
      let cause = packageTable.cause(unavailable: package, release, obstacle, on: nil)
      solver.add(Incompatibility([Term(package, release)], cause: cause))
    }
  }

  /// Returns the number of a package, assigning one if it is new.
  mutating func number(of name: World.Package) -> PackageID {
    packageTable.number(of: name) ?? number(of: TermSubject(name))
  }

  /// Returns the number of a subject, assigning one if it is new.
  mutating func number(of subject: TermSubject<World>) -> PackageID {
    if let known = packageTable.number(of: subject) { return known }
    let package = decider.addPackage(isDecided: subject.platform == nil)
    packageTable.append(subject, as: package)
    return package
  }
}
