// The best solution after the first one. See
// <doc:Resolution#The-order-of-the-project> and <doc:Resolution#Hard-searches>.
extension Decider {
  /// The state of the search for a better solution.
  struct Improvement: Sendable {
    /// The packages that the project requires. The first `count` are decided before all other
    /// packages, in this order.
    var goals: [PackageID]

    /// The number of goals that are decided first.
    var count = 0

    /// The best solution so far, or `nil` if none has been found.
    var best: [Decision]?

    /// The first solution, or `nil` if the search was hard when it was found. It becomes the answer
    /// if the search for a better one has too many conflicts.
    var fallback: [Decision]?

    /// Whether `fallback` became the answer.
    var isGivenUp = false

    /// For each package in `best`, the index of the chosen release.
    var positions: [PackageID: Int] = [:]
  }

  /// Decides all packages in the order of their conflicts from now on, including those that the
  /// project requires.
  mutating func beginImprovement() {
    improvement = Improvement(goals: wanted)
    for package in wanted { move(package, to: .others) }
  }

  /// Records a solution, and undoes the decisions after those about goals.
  ///
  /// - Returns: Whether a better solution may exist.
  mutating func canImprove() -> Bool {
    let decisions = decisions
    let isFirst = improvement == nil
    if isFirst { beginImprovement() }
    guard var found = improvement else { return false }
    if isFirst { found.fallback = decisions }
    found.best = decisions
    found.positions = Dictionary(
      uniqueKeysWithValues: decisions.map { ($0.package, $0.position) })
    improvement = found
    solver.undoDecisions(after: found.count)
    if isFirst {
      // Propagate before any decision, so that the search skips releases that cannot be chosen.
      for decision in decisions {
        examineNeeds(of: decision.package, at: decision.position)
      }
    }
    return !isFirst
      || found.goals.count > 1 && !found.goals.allSatisfy { isReached($0, in: found) }
  }

  /// Makes another goal the next package to decide, if the decisions agree with the best solution
  /// so far.
  ///
  /// Goals follow the order of the project. In a hard search, goals whose most preferred release is
  /// already part of that solution come first, because they need no search.
  ///
  /// - Returns: Whether no goal is left, so that no better solution exists.
  mutating func isImproved() -> Bool {
    // Copies nothing in the usual case.
    guard solver.solution.level == improvement?.count, let found = improvement, found.best != nil,
      decisions.allSatisfy({ found.positions[$0.package] == $0.position })
    else { return false }
    let rest = found.goals.indices.dropFirst(found.count)
    let reached =
      found.fallback == nil ? rest.first { isReached(found.goals[$0], in: found) } : nil
    guard let next = reached ?? rest.first else { return true }
    let goal = found.goals[next]
    improvement?.goals.remove(at: next)
    improvement?.goals.insert(goal, at: found.count)
    improvement?.count += 1
    move(goal, to: .goal(found.count))
    return false
  }

  /// Returns whether a solution has the most preferred release of a package that the decisions so
  /// far allow.
  private func isReached(_ package: PackageID, in found: Improvement) -> Bool {
    guard let known = solver.solution.known(of: package),
      let first = preferences[package.index]?.first(in: known.releases)
    else { return false }
    return found.positions[package] == first
  }

  /// Starts the search for the best solution when the search becomes hard.
  ///
  /// - Returns: Whether the first solution is the answer, because the search for a better one had
  ///   too many conflicts.
  mutating func endsAtHardness() -> Bool {
    if improvement == nil { beginImprovement() }
    guard let fallback = improvement?.fallback else { return false }
    improvement?.best = fallback
    improvement?.isGivenUp = true
    return true
  }

  private mutating func move(_ package: PackageID, to group: DecisionQueue.Group) {
    decisionQueue.setGroup(group, of: package)
    solver.touch(package)
  }
}
