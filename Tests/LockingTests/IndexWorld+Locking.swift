import Filesystem
import IndexWorlds
import Locking
import Trust
import Vocabulary

extension IndexWorld {
  /// A lock workflow with a fixed time in 2027 and an empty record of consent.
  var locking: LockWorkflow { locking(under: environment) }

  /// Returns a lock workflow in which these variables decide what is accepted.
  func locking(under variables: Environment) -> LockWorkflow {
    LockWorkflow(
      sources: sources,
      trust: TrustGate(TrustRule(root, variables), formatPath: \.string) { _ in },
      now: ReleaseTime(secondsSince1970: 1_800_000_000)
    ) { _ in }
  }
}
