package import Filesystem

/// The result of judging a lock that may be sealed.
package struct SealJudgment: Sendable {
  /// The premise under which the lock may be sealed.
  package let premise: SealPremise
  /// The files that decided, some of which may not exist. The result is `nil` if something else
  /// decided, too, so that the lock must be judged again after each change of the root.
  package let files: [FilePath]?

  /// Creates a result. By default, the lock must be judged again after each change of the root.
  package init(_ premise: SealPremise, dependingOn files: [FilePath]? = nil) {
    self.premise = premise
    self.files = files
  }
}
