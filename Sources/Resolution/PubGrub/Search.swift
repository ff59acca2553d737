/// The deciding half of PubGrub, as a machine without input or output: it says what it must be
/// told, is told, and goes on.
///
/// See <doc:Resolution#Decision-making>. The same answers lead to the same steps, however late
/// and in whatever order they arrive.
struct Search<World: Universe>: Sendable {
  typealias Versions = World.Versions

  /// Where the search stands after a step.
  enum Step: Sendable {
    /// There is more to do.
    case working

    /// It cannot go on without an answer.
    case needs(Request<World>)

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
  private let locked: [World.Package: World.Version]
  private let observer: (any SearchObserver<World>)?

  /// Packages of which somebody names a prerelease. See <doc:Resolution#Prereleases>.
  private(set) var prereleasesAdmitted: Set<World.Package>

  private(set) var catalogue = Catalogue<World>()
  private(set) var solver = Solver<Versions>()

  /// How often a version was picked to be tried.
  private(set) var versionsTried = 0

  /// For each package, where its releases stand that fit what is known of it, with the stamp of
  /// that knowledge.
  private var fitting: [(stamp: Int, places: [Range<Int>], count: Int)?] = []

  /// The incompatibilities of the dependencies met so far, by what they say.
  private var requirements: [RequirementKey: Requirement] = [:]

  private struct RequirementKey: Hashable {
    let depender: PackageID
    let needed: Term<Versions>
  }

  /// Which versions of the depender are known to need it.
  private struct Requirement {
    var id: IncompatibilityID
    var dependers: Versions
  }

  /// - Parameters:
  ///   - wanted: what the project asks for.
  ///   - locked: versions to keep if nothing speaks against them.
  ///   - prereleasesAdmitted: packages of which an earlier search found a prerelease named.
  ///   - observer: is told of each step.
  init(
    _ wanted: [Dependency<World>], locked: [World.Package: World.Version] = [:],
    admittingPrereleasesOf prereleasesAdmitted: Set<World.Package> = [],
    observer: (any SearchObserver<World>)? = nil
  ) {
    self.wanted = wanted
    self.prereleasesAdmitted = prereleasesAdmitted.union(
      wanted.filter(\.admitsPrereleases).map(\.package))
    self.locked = locked
    self.observer = observer
    for dependency in wanted {
      let package = number(of: dependency.package)
      catalogue[package].isWantedByProject = true
      let cause = catalogue.cause(.wanted(dependency))
      solver.add(Incompatibility([Term(not: package, dependency.versions)], cause: cause))
    }
  }

  /// The same search from its start, with the prereleases admitted that this one found named.
  func restarted() -> Search {
    var search = Search(
      wanted, locked: locked, admittingPrereleasesOf: prereleasesAdmitted, observer: observer)
    search.versionsTried = versionsTried
    return search
  }

  /// How much work was done so far.
  var effort: Effort {
    Effort(
      versionsTried: versionsTried, conflicts: solver.conflicts,
      incompatibilities: solver.incompatibilities.count, packages: catalogue.entries.count)
  }

  /// The versions chosen so far, by where they stand in the listing of their package.
  var decisions: [(package: PackageID, place: Int)] {
    solver.solution.assignments.compactMap { assignment in
      guard assignment.isDecision, let version = assignment.version,
        let place = catalogue[assignment.package].listing?.place(of: version)
      else { return nil }
      return (assignment.package, place)
    }
  }

  /// Propagates up to one contradiction, or makes one decision.
  ///
  /// See <doc:Resolution#Which-package-first> for the order of decisions.
  mutating func advance() -> Step {
    switch solver.propagate() {
    case .refuted(let id): return .refuted(id)
    case .learnt(let id):
      if let observer {
        let terms = solver.incompatibilities[id.index].terms.map(named)
        observer.observe(.learnt(terms, level: solver.solution.level.depth))
      }
      return .working
    case .settled:
      let step = decide()
      if case .needs(let request) = step { observer?.observe(.asked(request)) }
      return step
    }
  }

  /// A term with the name of its package.
  func named(_ term: Term<Versions>) -> DerivationGraph<World>.Term {
    DerivationGraph<World>.Term(
      package: catalogue[term.package].name, isPositive: term.isPositive, versions: term.versions)
  }

  // MARK: Answers

  /// Takes the answer to a request of `advance`.
  mutating func supply(_ answer: Answer<World>, to request: Request<World>) {
    switch (answer, request) {
    case (.listing(let listing), .listing(let name)): supply(listing, for: name)
    case (.needs(let needs), .needs(let name, let version)): supply(needs, for: name, at: version)
    default: preconditionFailure("the answer is to another kind of question")
    }
  }

  /// Takes the answer to `.listing(package)`.
  mutating func supply(_ listing: Listing<World>, for name: World.Package) {
    let package = number(of: name)
    switch listing {
    case .releases(let releases):
      catalogue[package].listing = Catalogue.Listed(
        releases, admitsPrereleases: prereleasesAdmitted.contains(name))
    case .unknown(let similar):
      catalogue[package].listing = Catalogue.Listed([], admitsPrereleases: false)
      catalogue[package].listing?.similar = similar
      solver.add(
        Incompatibility([Term(package, .all)], cause: catalogue.cause(.unknownPackage(name))))
    case .unavailable(let obstacle):
      catalogue[package].listing = Catalogue.Listed([], admitsPrereleases: false)
      let cause = catalogue.cause(.unavailable(name, .all, obstacle))
      solver.add(Incompatibility([Term(package, .all)], cause: cause))
    }
  }

  /// Takes the answer to `.needs(of: package, at: version)`.
  mutating func supply(_ needs: Needs<World>, for name: World.Package, at version: World.Version) {
    let package = number(of: name)
    guard let listing = catalogue[package].listing, let place = listing.place(of: version) else {
      return
    }
    switch needs {
    case .dependencies(let dependencies):
      catalogue[package].listing?.needs[place] = dependencies
    case .unavailable(let obstacle):
      catalogue[package].listing?.needs[place] = []
      let versions = listing.span(place..<place + 1)
      let cause = catalogue.cause(.unavailable(name, versions, obstacle))
      solver.add(Incompatibility([Term(package, versions)], cause: cause))
    }
  }

  // MARK: Decisions

  private mutating func decide() -> Step {
    // What the project wants is decided first, so that nothing else is paid for by an older
    // version of it; packages that only others need are not even asked about until then.
    let open = solver.solution.open
    let isProjectsTurn = open.contains { catalogue[$0].isWantedByProject }
    var best: (choices: Int, package: PackageID)?
    for package in open where catalogue[package].isWantedByProject == isProjectsTurn {
      guard let listing = catalogue[package].listing else {
        return .needs(.listing(catalogue[package].name))
      }
      let choices = fit(of: package, in: listing).count
      if best.map({ (choices, package) < ($0.choices, $0.package) }) ?? true {
        best = (choices, package)
      }
    }
    guard let package = best?.package else { return .solved }
    return tryVersion(of: package)
  }

  private mutating func tryVersion(of package: PackageID) -> Step {
    guard let known = solver.solution.known(of: package),
      let listing = catalogue[package].listing
    else { return .working }
    let name = catalogue[package].name
    let places = fit(of: package, in: listing).places
    guard let place = listing.preferred(among: places, locked: catalogue[package].locked) else {
      let cause = catalogue.cause(.noVersion(name, known.versions))
      solver.add(Incompatibility([known], cause: cause))
      observer?.observe(.exhausted(name, known.versions))
      return .working
    }
    let version = listing.versions[place]
    guard let needs = listing.needs[place] else { return .needs(.needs(of: name, at: version)) }
    versionsTried += 1
    if admitPrereleases(namedBy: needs) { return .restart }
    var isPossible = true
    for dependency in needs {
      let id = requirement(dependency, of: package, at: place)
      if let id, solver.forbids(id, package, version) { isPossible = false }
    }
    // Where a need is known to be unmet, propagation rules the version out, with its likes,
    // without the detour of a decision and a contradiction.
    if isPossible { solver.decide(package, version) } else { solver.revisit(package) }
    observer?.observe(.tried(name, version, isPossible: isPossible))
    return .working
  }

  /// Whether prereleases are named that were left out so far; then facts already noted of their
  /// packages no longer hold.
  private mutating func admitPrereleases(namedBy needs: [Dependency<World>]) -> Bool {
    var isTooLate = false
    for dependency in needs where dependency.admitsPrereleases {
      guard prereleasesAdmitted.insert(dependency.package).inserted else { continue }
      let listing = catalogue.number(of: dependency.package).flatMap { catalogue[$0].listing }
      isTooLate =
        isTooLate || listing?.obstructed.contains { $0.obstacle == .prerelease } ?? false
    }
    return isTooLate
  }

  /// The incompatibility that says that a release needs `dependency`; nil if it says nothing.
  private mutating func requirement(
    _ dependency: Dependency<World>, of depender: PackageID, at place: Int
  ) -> IncompatibilityID? {
    guard let listing = catalogue[depender].listing else { return nil }
    let needed = Term<Versions>(not: number(of: dependency.package), dependency.versions)
    let key = RequirementKey(depender: depender, needed: needed)
    let known = requirements[key]
    if let known, known.dependers.contains(listing.versions[place]) { return known.id }

    let run = listing.span(listing.run(around: place, needing: dependency))
    let dependers = known?.dependers.union(run) ?? run
    let fact = Fact.needed(by: catalogue[depender].name, at: dependers, dependency)
    let incompatibility = Incompatibility(
      [Term(depender, dependers), needed], cause: catalogue.cause(fact))
    if incompatibility.isVacuous { return nil }
    let id =
      known.map { solver.add(incompatibility, inPlaceOf: $0.id) }
      ?? solver.add(incompatibility)
    requirements[key] = Requirement(id: id, dependers: dependers)
    return id
  }

  /// Where the releases stand that fit what is known of an open package.
  private mutating func fit(
    of package: PackageID, in listing: Catalogue<World>.Listed
  ) -> (places: [Range<Int>], count: Int) {
    guard let stamp = solver.solution.stamp(of: package),
      let known = solver.solution.known(of: package)
    else { return ([], 0) }
    if let cached = fitting[package.index], cached.stamp == stamp {
      return (cached.places, cached.count)
    }
    let places = known.versions.positions(in: listing.versions)
    let count = places.reduce(0) { $0 + $1.count }
    fitting[package.index] = (stamp, places, count)
    return (places, count)
  }

  private mutating func number(of name: World.Package) -> PackageID {
    if let known = catalogue.number(of: name) { return known }
    let package = solver.addPackage()
    catalogue.append(name, as: package)
    catalogue[package].locked = locked[name]
    fitting.append(nil)
    return package
  }
}

/// A question to the provider.
package enum Request<World: Universe>: Hashable, Sendable {
  /// What releases has the package?
  case listing(World.Package)

  /// What does the release need?
  case needs(of: World.Package, at: World.Version)
}
