/// The half of PubGrub that derives terms from the known incompatibilities, and learns new
/// incompatibilities from contradictions.
///
/// It refers to packages and releases by number, and leaves decisions to ``Decider``. See
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
  var solution = PartialSolution()

  /// The number of contradictions resolved so far.
  var conflicts = 0

  /// For each package, the number of conflicts that resulted in an incompatibility with a term
  /// about the package.
  var weights: [Int] = []

  /// For each package, its conflicts as in `weights`, except that each conflict counts 5 % more
  /// than the one before.
  var recentWeights: [Double] = []

  /// The amount that the next conflict adds to elements of `recentWeights`.
  var recentIncrement = 1.0

  /// Whether there were more than ten decisions per conflict before the last restart. See
  /// <doc:Resolution#Which-package-first>.
  var isSparse = false

  /// The number of decisions so far, including those that were undone.
  var decisionCount = 0

  /// The number of decisions at which the solver last removed all of them.
  var lastRestartDecisions = 0

  /// The number of times that the solver removed all decisions.
  var restarts = 0

  /// The number of conflicts at which the solver last removed all decisions.
  var lastRestart = 0

  /// The number of conflicts from one restart to the next.
  var restartInterval: Int

  /// The number of conflicts to the first restart. What a hard search remembers is a multiple.
  let firstRestartInterval: Int

  /// The two watched terms of each incompatibility.
  var watchedTerms = WatchedTerms()

  /// The learned incompatibilities that are not forgotten.
  var remembered: [Learned] = []

  /// The number of learned incompatibilities that are forgotten.
  private(set) var forgotten = 0

  /// The number of learned incompatibilities at which half of them are forgotten.
  var rememberedLimit: Int

  /// For each incompatibility, the number of conflicts when it last took part in one.
  var lastUses: [Int32] = []

  /// For each incompatibility, whether propagation no longer examines it, because a wider one has
  /// replaced it or because it is forgotten.
  private(set) var isRetired: [Bool] = []

  /// The incompatibilities that the next propagation examines before all others.
  var unexamined: [IncompatibilityID] = []

  /// The queue of propagation: packages whose known terms have changed, oldest change first.
  var changed: [PackageID] = []

  /// For each package, whether it is in `changed`.
  var isChanged: [Bool] = []

  /// The incompatibility without terms, or `nil` if none has been found.
  var refutation: IncompatibilityID?

  /// Creates a solver without packages.
  ///
  /// - Parameter restartInterval: The number of conflicts to the first restart, at least 1.
  init(restartInterval: Int = 100) {
    self.restartInterval = restartInterval
    firstRestartInterval = restartInterval
    rememberedLimit = 20 * restartInterval
  }

  /// Adds a subject and returns its number.
  ///
  /// - Parameter isDecided: Whether a release must be decided. False for the need for a package on
  ///   a platform.
  mutating func addPackage(isDecided: Bool = true) -> PackageID {
    watchedTerms.addPackage()
    isChanged.append(false)
    weights.append(0)
    recentWeights.append(0)
    solution.addPackage(isDecided: isDecided)
    return PackageID(index: weights.count - 1)
  }

  /// Adds an incompatibility, which the next propagation examines, and returns its identifier.
  @discardableResult
  mutating func add(_ incompatibility: Incompatibility) -> IncompatibilityID {
    let id = record(incompatibility)
    watchedTerms.add(incompatibility.terms, of: id, in: solution)
    unexamined.append(id)
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
    if let old { isRetired[old.index] = true }
    return add(incompatibility)
  }

  /// Chooses the release at `index` of an open package. The release must satisfy the known term of
  /// the package.
  mutating func decide(_ package: PackageID, _ index: Int) {
    solution.decide(package, index)
    decisionCount += 1
    markChanged(package)
  }

  /// Removes all decisions after the first `count`, and all that follows from them.
  mutating func undoDecisions(after count: Int) { solution.backtrack(toLevel: count) }

  /// Makes the next propagation examine an incompatibility.
  ///
  /// Propagation examines an incompatibility when a watched term becomes satisfied. What follows
  /// from an incompatibility that was added after its terms were satisfied is forgotten when the
  /// solver backtracks, although those terms remain satisfied. Only an incompatibility with a term
  /// that is not watched is affected, such as a need on a platform.
  mutating func examine(_ id: IncompatibilityID) { unexamined.append(id) }

  /// Adds a package to the queue of propagation, unless it is there already.
  mutating func markChanged(_ package: PackageID) {
    if isChanged[package.index] { return }
    isChanged[package.index] = true
    changed.append(package)
  }

  /// Returns whether choosing the release at `index` of `package` now would satisfy every term of
  /// an incompatibility.
  func forbids(_ id: IncompatibilityID, _ package: PackageID, _ index: Int) -> Bool {
    for term in incompatibilities[id.index].terms {
      if term.package == package {
        if !term.choices.contains(index) { return false }
      } else if !solution.isSatisfied(term) {
        return false
      }
    }
    return true
  }

  /// Drops the terms of an incompatibility, which stays in the derivation graph.
  mutating func forget(_ id: IncompatibilityID) {
    isRetired[id.index] = true
    incompatibilities[id.index] = incompatibilities[id.index].withoutTerms
    forgotten += 1
  }

  /// Drops the derivations of forgotten incompatibilities from which nothing follows that is not
  /// forgotten. No proof can use them.
  mutating func dropUnusedDerivations() {
    var isUsed = isRetired.map { !$0 }
    for index in incompatibilities.indices.reversed() {
      guard case .derived(let derivation) = incompatibilities[index].cause else { continue }
      if isUsed[index] {
        isUsed[derivation.start.index] = true
        for step in derivation.steps { isUsed[step.id.index] = true }
      } else if !derivation.steps.isEmpty {
        incompatibilities[index] = Incompatibility([], derivedBy: .init(start: derivation.start))
      }
    }
  }

  /// Returns an incompatibility and all those from which it follows, in order of creation.
  func proof(of conclusion: IncompatibilityID) -> [IncompatibilityID] {
    var isReached = Set([conclusion])
    var pending = [conclusion]
    while let id = pending.popLast() {
      guard case .derived(let derivation) = incompatibilities[id.index].cause else { continue }
      precondition(!derivation.steps.isEmpty, "a proof uses a derivation that was dropped")
      for parent in [derivation.start] + derivation.steps.map(\.id)
      where isReached.insert(parent).inserted {
        pending.append(parent)
      }
    }
    return isReached.sorted()
  }

  /// Adds a package to those that ``popTouched()`` returns.
  mutating func touch(_ package: PackageID) { solution.touch(package) }

  /// Returns a package whose known term or weight has changed since it was last returned, or `nil`
  /// if there is none.
  mutating func popTouched() -> PackageID? { solution.popTouched() }

  /// Adds an incompatibility to the derivation graph, without making propagation examine it.
  mutating func record(_ incompatibility: Incompatibility) -> IncompatibilityID {
    incompatibilities.append(incompatibility)
    watchedTerms.addIncompatibility()
    isRetired.append(false)
    lastUses.append(0)
    return IncompatibilityID(index: incompatibilities.count - 1)
  }
}
