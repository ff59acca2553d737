package import Diagnostics
package import Layout
internal import Vocabulary

extension Policy {
  /// Returns the violations by an installation that only its receipt describes. A receipt states
  /// neither the publisher nor the time of the release.
  private func violations(of receipt: Receipt) -> [PolicyViolation] {
    func violation(_ matter: PolicyViolation.Matter, _ line: PolicyLine) -> PolicyViolation {
      PolicyViolation(matter, line, tool: receipt.tool, version: receipt.version)
    }
    if let line = line(forbiddingSource: receipt.source) {
      return [violation(.source(receipt.source), line)]
    }
    return ruleAboutReleases.map { [violation(.unrecorded, $0)] } ?? []
  }

  /// Checks installations that only their receipts describe.
  ///
  /// - Throws: ``Problem/policy(_:)`` with everything that is forbidden.
  package func check(_ receipts: [Receipt]) throws(Problem) {
    let violations = receipts.flatMap(violations)
    if !violations.isEmpty { throw .policy(.forbidden(violations)) }
  }
}
