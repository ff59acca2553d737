// What keeps a long search fast: it forgets most of what it learned. See
// <doc:Resolution#Hard-searches>.
extension Solver {
  /// An incompatibility that was learned and is not forgotten.
  struct Learned: Sendable {
    let id: IncompatibilityID

    /// The number of levels at which its terms were satisfied when it was learned. Those of few
    /// levels are used most.
    let levelCount: Int
  }

  /// Whether the search counts as hard, so that it learns less and forgets.
  var isHard: Bool { restarts > 0 }

  /// The number by which ``learnedLimit`` grows each time.
  private var learnedLimitGrowth: Int { 3 * firstRestartInterval }

  /// The number of conflicts during which an incompatibility of few levels stays without a use.
  private var recentConflicts: Int { 10 * firstRestartInterval }

  /// The greatest number of levels that counts as few.
  private static var fewLevels: Int { 6 }

  /// Forgets half of the learned incompatibilities if there are many: those of the most levels.
  /// Keeps those that an assignment follows from, and those of few levels that took part in a
  /// recent conflict.
  mutating func forgetIfDue() {
    guard learned.count >= learnedLimit else { return }
    learnedLimit += learnedLimitGrowth
    let causes = Set(solution.assignments.compactMap(\.cause))
    let order = learned.sorted {
      ($0.levelCount, -lastUses[$0.id.index], $0.id)
        < ($1.levelCount, -lastUses[$1.id.index], $1.id)
    }
    let recent = conflicts - recentConflicts
    learned = Array(order.prefix(order.count / 2))
    for other in order.dropFirst(order.count / 2) {
      let isUseful =
        other.levelCount <= 2
        || other.levelCount <= Self.fewLevels && lastUses[other.id.index] > recent
      if isUseful || causes.contains(other.id) {
        learned.append(other)
      } else {
        forget(other.id)
      }
    }
    watchedTerms.removeAll { isRetired[$0.index] }
    dropUnusedDerivations()
  }
}
