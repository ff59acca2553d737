// What makes a learned incompatibility shorter. See <doc:Resolution#Hard-searches>.
extension Solver {
  /// Resolves a learned incompatibility with the causes of its terms wherever the result has the
  /// same terms but one, which is dropped or states less.
  ///
  /// - Parameters:
  ///   - satisfied: The terms of the incompatibility, all of them satisfied.
  ///   - last: The package of the term that was satisfied last, which stays as it is.
  ///   - derivation: The resolutions that led to the terms, to which those performed are added.
  func minimize(
    _ satisfied: inout SatisfiedTerms, keeping last: PackageID,
    _ derivation: inout Incompatibility.Derivation
  ) {
    var index = 0
    while index < satisfied.terms.count {
      let term = satisfied.terms[index]
      guard term.package != last,
        let id = solution.assignments[satisfied.satisfiers[index]].cause,
        let joined = simplification(of: term, among: satisfied.terms, by: id)
      else {
        index += 1
        continue
      }
      derivation.steps.append(.init(id: id, package: term.package))
      satisfied.replace(at: index, by: joined, in: solution)
    }
  }

  /// Returns the term that takes the place of one of `terms` if they are resolved with an
  /// incompatibility, or `nil` if the term would state no less, or other terms would state more.
  private func simplification(
    of term: Term, among terms: [Term], by id: IncompatibilityID
  ) -> Term? {
    var result: Term?
    var next = 0
    for other in incompatibilities[id.index].terms {
      while next < terms.count, terms[next].package < other.package { next += 1 }
      guard next < terms.count, terms[next].package == other.package else { return nil }
      if other.package == term.package {
        if other.isSubset(of: term) { return nil }
        result = term.union(other)
      } else if !terms[next].isSubset(of: other) {
        return nil
      }
    }
    return result
  }
}
