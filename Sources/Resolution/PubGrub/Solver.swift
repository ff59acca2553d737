/// The reasoning half of PubGrub: which terms follow from the incompatibilities known so far, and
/// what is learnt from a contradiction. It knows packages by number alone and decides nothing.
///
/// See <doc:Resolution#Unit-propagation> and <doc:Resolution#Conflict-resolution>.
struct Solver: Sendable {
  /// What a round of propagation came to.
  enum Propagation: Equatable, Sendable {
    /// Nothing more follows: it is time for a decision.
    case settled

    /// The search learned this incompatibility and jumped back to where it forces another choice.
    case learnt(IncompatibilityID)

    /// A contradiction without decisions: this incompatibility has no terms, so no solution exists.
    case refuted(IncompatibilityID)
  }

  /// Every incompatibility met so far. The derivation graph lives here.
  private(set) var incompatibilities: [Incompatibility] = []
  private(set) var solution = PartialSolution()

  /// Contradictions met so far.
  private(set) var conflicts = 0

  /// For each package, in how many learnt incompatibilities it has a term.
  private(set) var weights: [Int] = []

  /// For each package, the incompatibilities with a term about it, oldest first.
  private var mentions: [[IncompatibilityID]] = []

  /// For each incompatibility, a level since which one of its terms is known to be false: until
  /// that level is taken back, nothing can follow from it.
  private var contradictedSince: [PartialSolution.Level?] = []

  /// Packages of which more is known than propagation has used, in the order that it was learnt.
  private var changed: [PackageID] = []

  private var refutation: IncompatibilityID?

  /// Takes up one more package.
  mutating func addPackage() -> PackageID {
    mentions.append([])
    weights.append(0)
    solution.addPackage()
    return PackageID(index: mentions.count - 1)
  }

  /// Takes up an incompatibility. What follows from it is derived by the next propagation.
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

  /// Takes up an incompatibility that says all that `old` says and more, in its place.
  ///
  /// `old` stays in the derivation graph, where proofs may use it.
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

  /// Chooses the release at `place`, one of those known to fit; the package must be open.
  mutating func decide(_ package: PackageID, _ place: Int) {
    solution.decide(package, place)
    changed.append(package)
  }

  /// Has the next propagation look at all that is known of a package once more.
  ///
  /// A jump back forgets which packages had changed, so something that follows may have been
  /// left underived; it is looked for again when the package's turn comes.
  mutating func revisit(_ package: PackageID) {
    changed.append(package)
  }

  /// Whether choosing the release at `place` of `package` now would make every term true.
  func forbids(_ id: IncompatibilityID, _ package: PackageID, _ place: Int) -> Bool {
    incompatibilities[id.index].terms.allSatisfy { term in
      term.package == package
        ? term.releases.contains(place) == term.isPositive
        : solution.verdict(on: term) == .satisfied
    }
  }

  /// Derives what follows, up to the first contradiction.
  mutating func propagate() -> Propagation {
    if let refutation { return .refuted(refutation) }
    var next = 0
    while next < changed.count {
      let package = changed[next]
      next += 1
      // Newest first: what was learnt last is the most general.
      var place = mentions[package.index].count
      var settled = 0
      while place > 0 {
        place -= 1
        let id = mentions[package.index][place]
        if let since = contradictedSince[id.index], solution.isActive(since) {
          if since.depth == 0 { settled += 1 }
          continue
        }
        switch relation(of: id) {
        case .inconclusive: break
        case .contradicted: contradictedSince[id.index] = solution.level
        case .almostSatisfied(let place):
          let term = incompatibilities[id.index].terms[place]
          solution.derive(term.negation, cause: id)
          contradictedSince[id.index] = solution.level
          changed.append(term.package)
        case .satisfied:
          changed.removeAll(keepingCapacity: true)
          return resolveConflict(id)
        }
      }
      if settled > 32, settled > mentions[package.index].count / 2 { forgetSettled(package) }
    }
    changed.removeAll(keepingCapacity: true)
    return .settled
  }

  /// Drops the mentions of what no decision can make relevant again.
  private mutating func forgetSettled(_ package: PackageID) {
    mentions[package.index].removeAll { contradictedSince[$0.index]?.depth == 0 }
  }

  private enum Relation {
    case satisfied
    /// All terms are true but the one at this place, of which it is open.
    case almostSatisfied(Int)
    case contradicted
    case inconclusive
  }

  private func relation(of id: IncompatibilityID) -> Relation {
    let terms = incompatibilities[id.index].terms
    var open: Int?
    for place in terms.indices {
      switch solution.verdict(on: terms[place]) {
      case .satisfied: continue
      case .contradicted: return .contradicted
      case .open:
        if open != nil { return .inconclusive }
        open = place
      }
    }
    return open.map { .almostSatisfied($0) } ?? .satisfied
  }

  /// Traces a satisfied incompatibility to its causes; undoes decisions until it is unsatisfied.
  ///
  /// The terms were true earlier in each round, so the loop ends; it has no other limit. See
  /// <doc:Resolution#Conflict-resolution>.
  private mutating func resolveConflict(_ conflict: IncompatibilityID) -> Propagation {
    conflicts += 1
    var id = conflict
    while let round = latestSatisfier(of: incompatibilities[id.index]) {
      let satisfier = solution.assignments[round.satisfier]
      let previousLevel = round.previous.map { solution.assignments[$0].level } ?? 0
      guard let cause = satisfier.cause, previousLevel == satisfier.level else {
        solution.backtrack(toLevel: previousLevel)
        if id != conflict { mention(id) }
        for term in incompatibilities[id.index].terms { weights[term.package.index] += 1 }
        changed.append(satisfier.package)
        return .learnt(id)
      }
      id = record(
        incompatibilities[id.index].resolvent(
          with: incompatibilities[cause.index], on: satisfier.package,
          cause: .derived(id, cause, on: satisfier.package)))
    }
    refutation = id
    return .refuted(id)
  }

  /// The assignment with which the incompatibility became satisfied, and the latest one before
  /// that was needed besides; nil if there are no terms.
  private func latestSatisfier(
    of incompatibility: Incompatibility
  ) -> (satisfier: Int, previous: Int?)? {
    var latest: (place: Int, term: Term)?
    var previous: Int?
    for term in incompatibility.terms {
      let place = solution.satisfier(of: term)
      if let found = latest, found.place > place {
        previous = max(previous ?? place, place)
      } else {
        if let found = latest { previous = max(previous ?? found.place, found.place) }
        latest = (place, term)
      }
    }
    guard let latest else { return nil }
    if let own = ownTerm(of: latest.place),
      let helper = solution.helper(of: own, at: latest.place, for: latest.term)
    {
      previous = max(previous ?? helper, helper)
    }
    return (latest.place, previous)
  }

  /// What a derivation adds by itself; nil for a decision, which needs no help.
  private func ownTerm(of place: Int) -> Term? {
    let assignment = solution.assignments[place]
    return assignment.cause.flatMap {
      incompatibilities[$0.index].term(for: assignment.package)?.negation
    }
  }

  private mutating func record(_ incompatibility: Incompatibility) -> IncompatibilityID {
    incompatibilities.append(incompatibility)
    contradictedSince.append(nil)
    return IncompatibilityID(index: incompatibilities.count - 1)
  }

  private mutating func mention(_ id: IncompatibilityID) {
    for term in incompatibilities[id.index].terms {
      mentions[term.package.index].append(id)
    }
  }
}
