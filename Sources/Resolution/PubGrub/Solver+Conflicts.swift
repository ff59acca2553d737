// Conflict resolution. See <doc:Resolution#Conflict-resolution>.
extension Solver {
  /// Resolves a satisfied incompatibility with the causes of its satisfiers, until the resolvent
  /// implies a new term after backtracking, or has no terms left.
  ///
  /// Each resolvent is satisfied by earlier assignments than the incompatibility before it, so the
  /// loop terminates and needs no other limit. See <doc:Resolution#Conflict-resolution>.
  mutating func resolveConflict(_ conflict: IncompatibilityID) -> Propagation {
    for package in changed { isChanged[package.index] = false }
    changed.removeAll(keepingCapacity: true)
    conflicts += 1
    lastUses[conflict.index] = Int32(conflicts)
    var terms = SatisfiedTerms(incompatibilities[conflict.index].terms, in: solution)
    var derivation = Incompatibility.Derivation(start: conflict)
    while let round = latestSatisfier(of: terms) {
      let satisfier = solution.assignments[round.satisfier]
      let previousLevel = round.previous.map { solution.assignments[$0].level } ?? 0
      guard let cause = satisfier.cause, previousLevel == satisfier.level else {
        return learn(&terms, &derivation, of: satisfier.package, backtrackingTo: previousLevel)
      }
      lastUses[cause.index] = Int32(conflicts)
      terms.resolve(
        with: incompatibilities[cause.index].terms, on: satisfier.package, in: solution)
      derivation.steps.append(.init(id: cause, package: satisfier.package))
    }
    let id = record(terms.terms, derivation)
    refutation = id
    return .refuted(id)
  }

  /// Adds a learned incompatibility, and backtracks to the level at which it implies a new term.
  ///
  /// Forgets between the two: after the incompatibility is recorded, so that its derivation counts
  /// as used, and before its causes are removed from the partial solution.
  ///
  /// - Parameters:
  ///   - terms: The terms of the incompatibility.
  ///   - derivation: The resolutions that led to them.
  ///   - last: The package of the term that was satisfied last.
  ///   - level: The level at which all other terms were satisfied.
  private mutating func learn(
    _ terms: inout SatisfiedTerms, _ derivation: inout Incompatibility.Derivation,
    of last: PackageID, backtrackingTo level: Int
  ) -> Propagation {
    var level = level
    var levelCount = 0
    if isHard, !derivation.steps.isEmpty {
      minimize(&terms, keeping: last, &derivation)
      level = latestSatisfier(of: terms)?.previous.map { solution.assignments[$0].level } ?? 0
      levelCount = terms.levelCount(in: solution)
    }
    // An array that grew may have room for twice as many elements.
    derivation.steps = derivation.steps.map { $0 }
    let id = record(terms.terms, derivation)
    if isHard { forgetIfDue(keeping: derivation) }
    solution.backtrack(toLevel: level)
    raiseWeights(of: terms.terms)
    restartIfDue()
    if !derivation.steps.isEmpty {
      remembered.append(Learned(id: id, levelCount: levelCount))
      lastUses[id.index] = Int32(conflicts)
      watchedTerms.add(terms.terms, of: id, in: solution)
    }
    unexamined.append(id)
    return .learned(id)
  }

  /// Adds the result of a derivation to the derivation graph, unless it has no steps, and returns
  /// its identifier.
  private mutating func record(
    _ terms: [Term], _ derivation: Incompatibility.Derivation
  ) -> IncompatibilityID {
    derivation.steps.isEmpty
      ? derivation.start : record(Incompatibility(terms, derivedBy: derivation))
  }

  /// Counts a conflict for the packages of the terms that were learned.
  private mutating func raiseWeights(of terms: [Term]) {
    for term in terms {
      weights[term.package.index] += 1
      recentWeights[term.package.index] += recentIncrement
      solution.touch(term.package)
    }
    recentIncrement *= 1.05
    if recentIncrement < 1e100 { return }
    for index in recentWeights.indices {
      recentWeights[index] /= recentIncrement
      solution.touch(PackageID(index: index))
    }
    recentIncrement = 1
  }

  /// Removes all decisions if there have been many conflicts since that last happened. What was
  /// learned stays. See <doc:Resolution#Restarts>.
  private mutating func restartIfDue() {
    guard conflicts - lastRestart >= restartInterval else { return }
    restarts += 1
    isSparse = decisionCount - lastRestartDecisions > 10 * (conflicts - lastRestart)
    lastRestartDecisions = decisionCount
    lastRestart = conflicts
    for index in weights.indices { solution.touch(PackageID(index: index)) }
    restartInterval += max(1, restartInterval / 2)
    solution.backtrack(toLevel: 0)
  }

  /// Returns the satisfier of a satisfied incompatibility and the previous satisfier, both as
  /// indices of assignments, or `nil` if the incompatibility has no terms.
  ///
  /// The satisfier is the assignment that made the last term true. The previous satisfier is the
  /// latest other assignment needed to make all terms true, or `nil` if there is none.
  private func latestSatisfier(of terms: SatisfiedTerms) -> (satisfier: Int, previous: Int?)? {
    var latest: (index: Int, place: Int)?
    var previous: Int?
    for (place, index) in terms.satisfiers.enumerated() {
      if let found = latest, found.index > index {
        previous = max(previous ?? index, index)
      } else {
        if let found = latest { previous = max(previous ?? found.index, found.index) }
        latest = (index, place)
      }
    }
    guard let latest else { return nil }
    if let own = ownTerm(of: latest.index),
      let previousSatisfier = solution.previousSatisfier(
        of: own, at: latest.index, for: terms.terms[latest.place])
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
}
