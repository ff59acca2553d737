internal import LibC
internal import Synchronization

/// Whether the task that waits for a thread was canceled. A thread itself belongs to no task.
///
/// Work that takes long checks ``isCurrentSet`` from time to time.
package final class CancellationFlag: Sendable {
  @TaskLocal private static var current: CancellationFlag?

  private let isSet = Atomic(false)

  /// Whether the task that waits for the current thread was canceled.
  package static var isCurrentSet: Bool { current?.isSet.load(ordering: .relaxed) ?? false }

  /// Creates a flag that is not set.
  init() {}

  /// Sets the flag.
  func set() { isSet.store(true, ordering: .relaxed) }

  /// Returns the result of `body`, which can check this flag.
  func result<Success, Failure: Error>(
    of body: () throws(Failure) -> Success
  ) -> Result<Success, Failure> {
    Self.$current.withValue(self) { Result(catching: body) }
  }

  /// Ends work that reads a file if nobody waits for it any longer.
  ///
  /// - Throws: ``FileError`` whose ``FileError/isCancellation`` is true.
  package static func check(reading path: FilePath) throws(FileError) {
    if isCurrentSet { throw FileError(.read, path, code: ECANCELED) }
  }
}
