internal import Filesystem
internal import Synchronization

/// The seals that a selector has looked at. A command asks many times whether a lock is sealed, and
/// the answer may take a look at every folder of `PATH`.
final class SealMemory: Sendable {
  private let known = Mutex<[FilePath: Bool]>([:])

  /// Returns whether the lock in `folder` is sealed, as `look` says the first time.
  func isSealed(_ folder: FilePath, _ look: () -> Bool) -> Bool {
    if let answer = known.withLock({ $0[folder] }) { return answer }
    let answer = look()
    known.withLock { $0[folder] = answer }
    return answer
  }
}
