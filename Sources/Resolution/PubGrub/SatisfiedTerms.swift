/// The terms of an incompatibility all of which are satisfied, with the assignments that satisfy
/// them: what conflict resolution works on.
struct SatisfiedTerms: Sendable {
  /// The terms, sorted by package, at most one per package.
  private(set) var terms: [Term]

  /// For each term, the index of the earliest assignment that makes it true.
  private(set) var satisfiers: [Int]

  /// Creates the terms of an incompatibility.
  init(_ terms: [Term], in solution: PartialSolution) {
    self.terms = terms
    satisfiers = terms.map(solution.satisfier)
  }

  /// Replaces the terms by those of the resolvent with another incompatibility on `package`. See
  /// <doc:Resolution#Resolution-of-two-incompatibilities>.
  mutating func resolve(with other: [Term], on package: PackageID, in solution: PartialSolution) {
    var merged: [Term] = []
    var indices: [Int] = []
    merged.reserveCapacity(terms.count + other.count)
    indices.reserveCapacity(terms.count + other.count)
    var left = 0
    for term in other {
      while left < terms.count, terms[left].package < term.package {
        merged.append(terms[left])
        indices.append(satisfiers[left])
        left += 1
      }
      guard left < terms.count, terms[left].package == term.package else {
        merged.append(term)
        indices.append(solution.satisfier(of: term))
        continue
      }
      let own = terms[left]
      left += 1
      let joined = own.package == package ? own.union(term) : own.intersection(term)
      if joined.isAlwaysTrue { continue }
      merged.append(joined)
      indices.append(
        joined.choices == own.choices ? satisfiers[left - 1] : solution.satisfier(of: joined))
    }
    merged += terms[left...]
    indices += satisfiers[left...]
    terms = merged
    satisfiers = indices
  }

  /// Replaces the term at an index, or removes it if the new one is always true.
  mutating func replace(at index: Int, by term: Term, in solution: PartialSolution) {
    if term.isAlwaysTrue {
      terms.remove(at: index)
      satisfiers.remove(at: index)
    } else {
      terms[index] = term
      satisfiers[index] = solution.satisfier(of: term)
    }
  }

  /// Returns the number of levels at which the terms became satisfied.
  func levelCount(in solution: PartialSolution) -> Int {
    let levels = satisfiers.map { solution.assignments[$0].level }.sorted()
    return levels.indices.count { $0 == 0 || levels[$0] != levels[$0 - 1] }
  }
}
