internal import Filesystem
internal import Synchronization
internal import Trust

/// A cache of consent decisions. A command asks repeatedly, and each answer may require a search of
/// every folder on `PATH`.
final class ConsentMemory: Sendable {
  private struct Guarded: Sendable {
    let executables: GuardedExecutables
    let areMany: Bool
  }

  private let seals = Mutex<[FilePath: Bool]>([:])
  private let guarded = Mutex<Guarded?>(nil)

  /// Returns whether the lock in `folder` is sealed. Only the first call for a folder uses `look`.
  func isSealed(_ folder: FilePath, _ look: () -> Bool) -> Bool {
    if let answer = seals.withLock({ $0[folder] }) { return answer }
    let answer = look()
    seals.withLock { $0[folder] = answer }
    return answer
  }

  /// Returns the executables that need consent, which `find` finds the first time.
  ///
  /// - Parameter areMany: Whether many names will be looked up. If so, executables that were found
  ///   for few names are found again.
  func guarded(areMany: Bool, _ find: () -> GuardedExecutables) -> GuardedExecutables {
    if let known = guarded.withLock({ $0 }), known.areMany || !areMany { return known.executables }
    let found = find()
    guarded.withLock { $0 = Guarded(executables: found, areMany: areMany) }
    return found
  }
}
