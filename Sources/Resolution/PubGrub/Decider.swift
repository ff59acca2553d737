/// The part of a search that decides which release to try next, as far as the dependencies of the
/// releases are known.
///
/// It refers to packages and releases by number. Unlike ``Search``, it is not generic, because the
/// compiler does not specialize generic code for the types of another module, and a search takes
/// many steps. See <doc:Resolution#Decision-making>.
struct Decider: Sendable {
  /// The reason why ``advance(within:)`` returned.
  enum Pause: Sendable {
    /// The search can continue immediately.
    case working

    /// The dependencies of the release to try are not known yet.
    case needsData(of: PackageID, at: Int)

    /// No package is open, so the decisions form a solution.
    case complete

    /// The search for a better solution has ended.
    case solved

    /// This incompatibility proves that there is no solution.
    case refuted(IncompatibilityID)
  }

  /// A release that was chosen.
  struct Decision: Sendable {
    let package: PackageID

    /// The index of the release in ``ReleaseTable/versions``.
    let position: Int
  }

  /// The partial solution and the incompatibilities.
  var solver: Solver

  /// The number of times that a version was tried, including repeated tries of the same version.
  var versionsTried = 0

  var decisionQueue = DecisionQueue()

  /// The packages that the project requires, in the order of the project, each once.
  private(set) var wanted: [PackageID] = []

  /// The state of the search for a better solution, or `nil` until a solution is found or the
  /// search becomes hard.
  var improvement: Improvement?

  /// For each package, the order in which to try its releases, or `nil` if they are not known yet.
  private(set) var preferences: [Preference?] = []

  /// The dependencies and platform obstacles encountered so far.
  var clauses: [SharedClause] = []

  /// For each release of each package, its dependencies and platform obstacles as indices into
  /// `clauses`, or `nil` if it was never tried.
  private var needs: [[[Int]?]] = []

  /// Whether the project names platforms.
  private let hasPlatforms: Bool

  /// The number of steps after which ``advance(within:)`` returns, so that its caller can notice
  /// the end of its time.
  private static var stepsAtOnce: Int { 64 }

  /// Creates a decider without packages.
  init(restartInterval: Int, hasPlatforms: Bool) {
    solver = Solver(restartInterval: restartInterval)
    self.hasPlatforms = hasPlatforms
  }

  /// The number of versions tried and of contradictions resolved so far.
  var effort: Int { versionsTried + solver.conflicts }

  /// The releases chosen so far.
  var decisions: [Decision] {
    solver.solution.assignments.compactMap { assignment in
      assignment.choice.map { Decision(package: assignment.package, position: $0) }
    }
  }

  // MARK: Data

  /// Adds a subject and returns its number.
  ///
  /// - Parameter isDecided: Whether a release must be decided. False for the need for a package on
  ///   a platform.
  mutating func addPackage(isDecided: Bool) -> PackageID {
    preferences.append(nil)
    decisionQueue.addPackage()
    needs.append([])
    return solver.addPackage(isDecided: isDecided)
  }

  /// Makes a package one of those that the project requires.
  mutating func require(_ package: PackageID) {
    if wanted.contains(package) { return }
    wanted.append(package)
    decisionQueue.setGroup(.wanted, of: package)
  }

  /// Records the number of releases of a package, and the order in which to try them.
  mutating func list(_ package: PackageID, releases: Int, _ preference: Preference) {
    preferences[package.index] = preference
    needs[package.index] = Array(repeating: nil, count: releases)
  }

  /// Returns whether the releases of a package are known.
  func isListed(_ package: PackageID) -> Bool { preferences[package.index] != nil }

  /// Replaces the incompatibility of a clause by a wider one.
  ///
  /// - Parameters:
  ///   - number: The index of the clause.
  ///   - releases: The releases that have the dependency or the obstacle.
  ///   - package: The package of the releases.
  ///   - terms: The terms of the incompatibility.
  ///   - cause: The cause of the incompatibility.
  mutating func set(
    clause number: Int, to releases: ReleaseSet, of package: PackageID, _ terms: [Term],
    _ cause: Incompatibility.Cause
  ) {
    let incompatibility = Incompatibility(terms, cause: cause)
    clauses[number] = SharedClause(
      id: incompatibility.isVacuous
        ? nil : solver.add(incompatibility, inPlaceOf: clauses[number].id),
      releases: releases,
      other: incompatibility.terms.count == 2
        ? incompatibility.terms.first { $0.package != package } : nil)
  }

  /// Records the dependencies and platform obstacles of a release, as indices into `clauses`.
  mutating func setNeeds(of package: PackageID, at position: Int, to stated: [Int]) {
    needs[package.index][position] = stated
  }

  // MARK: Decisions

  /// Runs up to 64 steps. Each one propagates and then, unless there was a contradiction, makes one
  /// decision. For the order of decisions, see <doc:Resolution#Which-package-first>.
  ///
  /// - Parameter limit: The effort after which to return.
  mutating func advance(within limit: Int) -> Pause {
    for _ in 0..<Self.stepsAtOnce where effort <= limit {
      switch solver.propagate() {
      case .refuted(let id): return .refuted(id)
      case .learned:
        if solver.isHard, endsAtHardness() { return .solved }
      case .settled:
        if isImproved() { return .solved }
        guard let package = decisionQueue.next(in: &solver) else { return .complete }
        let position = preferred(of: package)
        if needs[package.index][position] == nil { return .needsData(of: package, at: position) }
        tryRelease(of: package, at: position)
      }
    }
    return .working
  }

  /// Returns the most preferred release of an open package that is still possible.
  private func preferred(of package: PackageID) -> Int {
    let choices = solver.solution.choices(of: package)
    guard let position = preferences[package.index]?.first(in: choices)
    else { preconditionFailure("an open package has a release that fits what is known of it") }
    return position
  }

  /// Decides on a release whose dependencies are known, unless one of them rules it out.
  mutating func tryRelease(of package: PackageID, at position: Int) {
    versionsTried += 1
    // If a dependency is already violated, propagation rules out this release and all others that
    // share the dependency, without the cost of a decision and a conflict.
    var isPossible = true
    for number in needs[package.index][position] ?? [] {
      if let other = clauses[number].other, !solver.solution.isSatisfied(other) { continue }
      guard let id = clauses[number].id, solver.forbids(id, package, position) else { continue }
      solver.examine(id)
      isPossible = false
    }
    if isPossible {
      solver.decide(package, position)
      if hasPlatforms { examineNeeds(of: package, at: position) }
    }
  }

  /// Queues the dependencies and platform obstacles of a release for the next propagation.
  mutating func examineNeeds(of package: PackageID, at position: Int) {
    for number in needs[package.index][position] ?? [] {
      if let id = clauses[number].id { solver.examine(id) }
    }
  }
}

/// A dependency or a platform obstacle, and the incompatibility that states it.
struct SharedClause {
  /// The incompatibility, or `nil` if nothing follows from it, such as for a release that needs its
  /// own version.
  let id: IncompatibilityID?

  /// The releases known to have the dependency or the obstacle.
  let releases: ReleaseSet

  /// The other of two terms of the incompatibility, or `nil` if there are not two. Mostly, it
  /// suffices to see that the incompatibility does not rule a release out.
  var other: Term?
}
