/// The half of PubGrub that derives terms from the known incompatibilities, and learns new
/// incompatibilities from contradictions.
///
/// It refers to packages and releases by number, and leaves decisions to ``Search``. See
/// <doc:Resolution#Unit-propagation> and <doc:Resolution#Conflict-resolution>.
struct Solver: Sendable {
  /// The outcome of a call to ``propagate()``.
  enum Propagation: Equatable, Sendable {
    /// Nothing more follows. A decision is needed.
    case settled

    /// The solver learned this incompatibility and backtracked to the level at which it implies
    /// a new term.
    case learned(IncompatibilityID)

    /// This incompatibility has no terms, so no solution exists.
    case refuted(IncompatibilityID)
  }

  /// Every incompatibility added or derived so far. Their causes form the derivation graph.
  private(set) var incompatibilities: [Incompatibility] = []
  /// The current assignments.
  private(set) var solution = PartialSolution()

  /// The number of contradictions resolved so far.
  private(set) var conflicts = 0

  /// For each package, the number of conflicts that resulted in an incompatibility with a term
  /// about the package.
  private(set) var weights: [Int] = []

  /// The number of conflicts at which the solver last removed all decisions.
  private var lastRestart = 0

  /// The number of conflicts from one restart to the next.
  private var restartInterval = 100

  /// For each package, the incompatibilities that have a term about the package and that
  /// propagation examines, oldest first.
  private var mentions: [[IncompatibilityID]] = []

  /// For each incompatibility, the level at which one of its terms was last contradicted, or `nil`
  /// if none ever was. Nothing follows from the incompatibility while that level is active.
  private var contradictedSince: [PartialSolution.Level?] = []

  /// The queue of propagation: packages whose known terms or incompatibilities have changed, oldest
  /// change first.
  private var changed: [PackageID] = []

  /// The incompatibility without terms, or `nil` if none has been found.
  private var refutation: IncompatibilityID?

  /// Adds a subject and returns its number.
  ///
  /// - Parameter isDecided: Whether a release must be decided. False for the need for a package on
  ///   a platform.
  mutating func addPackage(isDecided: Bool = true) -> PackageID {
    mentions.append([])
    weights.append(0)
    solution.addPackage(isDecided: isDecided)
    return PackageID(index: mentions.count - 1)
  }

  /// Adds an incompatibility, which the next propagation examines, and returns its identifier.
  @discardableResult
  mutating func add(_ incompatibility: Incompatibility) -> IncompatibilityID {
    let id = record(incompatibility)
    for term in incompatibility.terms {
      mentions[term.package.index].append(id)
      changed.append(term.package)
    }
    if incompatibility.terms.isEmpty { refutation = id }
    return id
  }

  /// Adds an incompatibility, which propagation examines instead of `old` from then on.
  ///
  /// The new incompatibility must imply `old`, unless `old` is `nil`. `old` remains in the
  /// derivation graph, because a proof may use it.
  mutating func add(
    _ incompatibility: Incompatibility, inPlaceOf old: IncompatibilityID?
  ) -> IncompatibilityID {
    if let old {
      for term in incompatibilities[old.index].terms {
        mentions[term.package.index].removeAll { $0 == old }
      }
    }
    return add(incompatibility)
  }

  /// Chooses the release at `index` of an open package. The release must satisfy the known term of
  /// the package.
  mutating func decide(_ package: PackageID, _ index: Int) {
    solution.decide(package, index)
    changed.append(package)
  }

  /// Adds a package to the queue of the next propagation.
  ///
  /// A contradiction clears the queue, so some terms that follow may not have been derived. They
  /// are derived when the package is examined again.
  mutating func revisit(_ package: PackageID) {
    changed.append(package)
  }

  /// Returns whether choosing the release at `index` of `package` now would satisfy every term of
  /// an incompatibility.
  func forbids(_ id: IncompatibilityID, _ package: PackageID, _ index: Int) -> Bool {
    incompatibilities[id.index].terms.allSatisfy { term in
      term.package == package
        ? term.releases.contains(index) == term.isPositive
        : solution.verdict(on: term) == .satisfied
    }
  }

  /// Returns an incompatibility and all those from which it follows, in order of creation.
  func proof(of conclusion: IncompatibilityID) -> [IncompatibilityID] {
    var isReached = Set([conclusion])
    var pending = [conclusion]
    while let id = pending.popLast() {
      guard case .derived(let left, let right, _) = incompatibilities[id.index].cause else {
        continue
      }
      for parent in [left, right] where isReached.insert(parent).inserted {
        pending.append(parent)
      }
    }
    return isReached.sorted()
  }

  /// Performs unit propagation until nothing more follows, or resolves the first contradiction.
  mutating func propagate() -> Propagation {
    if let refutation { return .refuted(refutation) }
    var next = 0
    while next < changed.count {
      let package = changed[next]
      next += 1
      // Examines the newest incompatibilities first, because those learned later are more general.
      var index = mentions[package.index].count
      var settled = 0
      while index > 0 {
        index -= 1
        let id = mentions[package.index][index]
        if let since = contradictedSince[id.index], solution.isActive(since) {
          if since.depth == 0 { settled += 1 }
          continue
        }
        switch relation(of: id) {
        case .inconclusive: break
        case .contradicted: contradictedSince[id.index] = solution.level
        case .almostSatisfied(let index):
          let term = incompatibilities[id.index].terms[index]
          solution.derive(term.negation, cause: id)
          contradictedSince[id.index] = solution.level
          changed.append(term.package)
        case .satisfied:
          changed.removeAll(keepingCapacity: true)
          return resolveConflict(id)
        }
      }
      // A removal copies the list, so it waits until it can remove more than half of the list and
      // more than a few incompatibilities.
      if settled > 32, settled > mentions[package.index].count / 2 { forgetSettled(package) }
    }
    changed.removeAll(keepingCapacity: true)
    return .settled
  }

  /// Removes the incompatibilities that are contradicted at level 0 from the list of a package.
  /// Level 0 is never undone, so nothing will ever follow from them.
  private mutating func forgetSettled(_ package: PackageID) {
    mentions[package.index].removeAll { contradictedSince[$0.index]?.depth == 0 }
  }

  /// The state of an incompatibility under the partial solution.
  private enum Relation {
    /// All terms are satisfied.
    case satisfied

    /// All terms are satisfied except the one at this index, which is open.
    case almostSatisfied(Int)

    /// At least one term is contradicted.
    case contradicted

    /// At least two terms are open, so nothing follows.
    case inconclusive
  }

  /// Returns the state of an incompatibility. Ignores terms after the second open one, because
  /// nothing follows whether or not they are contradicted.
  private func relation(of id: IncompatibilityID) -> Relation {
    let terms = incompatibilities[id.index].terms
    var open: Int?
    for index in terms.indices {
      switch solution.verdict(on: terms[index]) {
      case .satisfied: continue
      case .contradicted: return .contradicted
      case .open:
        if open != nil { return .inconclusive }
        open = index
      }
    }
    return open.map { .almostSatisfied($0) } ?? .satisfied
  }

  /// Resolves a satisfied incompatibility with the causes of its satisfiers, until the resolvent
  /// implies a new term after backtracking, or has no terms left.
  ///
  /// Each resolvent is satisfied by earlier assignments than the incompatibility before it, so the
  /// loop terminates and needs no other limit. See <doc:Resolution#Conflict-resolution>.
  private mutating func resolveConflict(_ conflict: IncompatibilityID) -> Propagation {
    conflicts += 1
    var id = conflict
    while let round = latestSatisfier(of: incompatibilities[id.index]) {
      let satisfier = solution.assignments[round.satisfier]
      let previousLevel = round.previous.map { solution.assignments[$0].level } ?? 0
      guard let cause = satisfier.cause, previousLevel == satisfier.level else {
        solution.backtrack(toLevel: previousLevel)
        // Propagation examines `conflict` already.
        if id != conflict { mention(id) }
        for term in incompatibilities[id.index].terms {
          weights[term.package.index] += 1
          solution.touch(term.package)
        }
        changed.append(satisfier.package)
        restartIfDue()
        return .learned(id)
      }
      id = record(
        incompatibilities[id.index].resolvent(
          with: incompatibilities[cause.index], on: satisfier.package,
          cause: .derived(id, cause, on: satisfier.package)))
    }
    refutation = id
    return .refuted(id)
  }

  /// Removes all decisions if there have been many conflicts since that last happened. What was
  /// learned stays. See <doc:Resolution#Restarts>.
  private mutating func restartIfDue() {
    guard conflicts - lastRestart >= restartInterval else { return }
    lastRestart = conflicts
    restartInterval += restartInterval / 2
    solution.backtrack(toLevel: 0)
  }

  /// Returns the packages whose known terms or weights have changed since the last call.
  mutating func takeTouched() -> [PackageID] { solution.takeTouched() }

  /// Returns the satisfier of a satisfied incompatibility and the previous satisfier, both as
  /// indices of assignments, or `nil` if the incompatibility has no terms.
  ///
  /// The satisfier is the assignment that made the last term true. The previous satisfier is the
  /// latest other assignment needed to make all terms true, or `nil` if there is none.
  private func latestSatisfier(
    of incompatibility: Incompatibility
  ) -> (satisfier: Int, previous: Int?)? {
    var latest: (index: Int, term: Term)?
    var previous: Int?
    for term in incompatibility.terms {
      let index = solution.satisfier(of: term)
      if let found = latest, found.index > index {
        previous = max(previous ?? index, index)
      } else {
        if let found = latest { previous = max(previous ?? found.index, found.index) }
        latest = (index, term)
      }
    }
    guard let latest else { return nil }
    if let own = ownTerm(of: latest.index),
      let previousSatisfier = solution.previousSatisfier(
        of: own, at: latest.index, for: latest.term)
    {
      previous = max(previous ?? previousSatisfier, previousSatisfier)
    }
    return (latest.index, previous)
  }

  /// Returns the term that the derivation at an index adds by itself, or `nil` for a decision,
  /// which satisfies its term without any other assignment.
  private func ownTerm(of index: Int) -> Term? {
    let assignment = solution.assignments[index]
    return assignment.cause.flatMap {
      incompatibilities[$0.index].term(for: assignment.package)?.negation
    }
  }

  /// Adds an incompatibility to the derivation graph, without making propagation examine it.
  private mutating func record(_ incompatibility: Incompatibility) -> IncompatibilityID {
    incompatibilities.append(incompatibility)
    contradictedSince.append(nil)
    return IncompatibilityID(index: incompatibilities.count - 1)
  }

  /// Adds an incompatibility to the lists of its packages, so that propagation examines it.
  private mutating func mention(_ id: IncompatibilityID) {
    for term in incompatibilities[id.index].terms {
      mentions[term.package.index].append(id)
    }
  }
}
