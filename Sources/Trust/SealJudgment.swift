/// The result of judging a lock that may be sealed.
package struct SealJudgment: Hashable, Sendable {
  /// The premise under which the lock may be sealed.
  package let premise: SealPremise
  /// Whether the result depends only on the premise and on the examined files, and each of these
  /// was read, or is missing. Otherwise, for example if the user's consent counted, each change to
  /// the root must judge the lock again.
  package let restsOnFiles: Bool

  /// Creates a result.
  package init(_ premise: SealPremise, restsOnFiles: Bool = false) {
    self.premise = premise
    self.restsOnFiles = restsOnFiles
  }
}
