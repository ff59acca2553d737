// Forgetting learned incompatibilities, which keeps a long search fast. See
// <doc:Resolution#Hard-searches>.
extension Solver {
  /// An incompatibility that was learned and is not forgotten.
  struct Learned: Sendable {
    let id: IncompatibilityID

    /// The number of levels at which its terms were satisfied when it was learned. Those of few
    /// levels are used most. The number is 0 for those learned before the first restart, so none of
    /// them is forgotten.
    let levelCount: Int
  }

  /// Whether the search counts as hard, so that it learns less and forgets.
  var isHard: Bool { restarts > 0 }

  /// The number that is added to ``rememberedLimit`` each time it is reached.
  private var rememberedLimitGrowth: Int { 3 * firstRestartInterval }

  /// The number of conflicts during which an incompatibility of few levels is kept unused.
  private var recentConflicts: Int { 10 * firstRestartInterval }

  /// The greatest number of levels that counts as few.
  private static var fewLevels: Int { 6 }

  /// Forgets up to half of the learned incompatibilities if there are many, those with the most
  /// levels first. Keeps each one that is the cause of an assignment, that propagation has not
  /// examined yet, or that has few levels and took part in a recent conflict.
  ///
  /// - Parameter derivation: The derivation of the incompatibility that is being learned. Those
  ///   from which it follows are kept.
  mutating func forgetIfDue(keeping derivation: Incompatibility.Derivation) {
    guard remembered.count >= rememberedLimit else { return }
    rememberedLimit += rememberedLimitGrowth
    var kept = Set(solution.assignments.compactMap(\.cause))
    kept.formUnion(unexamined)
    kept.insert(derivation.start)
    kept.formUnion(derivation.steps.map(\.id))
    let order = remembered.sorted {
      ($0.levelCount, -lastUses[$0.id.index], $0.id)
        < ($1.levelCount, -lastUses[$1.id.index], $1.id)
    }
    let recent = conflicts - recentConflicts
    remembered = Array(order.prefix(order.count / 2))
    for other in order.dropFirst(order.count / 2) {
      let isUseful =
        other.levelCount <= 2
        || other.levelCount <= Self.fewLevels && lastUses[other.id.index] > recent
      if isUseful || kept.contains(other.id) {
        remembered.append(other)
      } else {
        forget(other.id)
      }
    }
    watchedTerms.removeAll { isRetired[$0.index] }
    dropUnusedDerivations()
  }
}
