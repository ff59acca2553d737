/// The result of judging a lock that may be sealed.
package struct SealJudgment: Hashable, Sendable {
  /// The premise under which the lock may be sealed.
  package let premise: SealPremise
  /// Whether nothing but the premise and the ``SealCondition/decidingFiles(of:in:)`` decided. If
  /// something else did, such as the user's consent, each change of the root judges the lock again.
  package let restsOnFiles: Bool

  /// Creates a result.
  package init(_ premise: SealPremise, restsOnFiles: Bool = false) {
    self.premise = premise
    self.restsOnFiles = restsOnFiles
  }
}
