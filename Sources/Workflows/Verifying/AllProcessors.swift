internal import Diagnostics
internal import Filesystem
internal import Synchronization

/// Threads of our own, one a processor, for work that blocks and computes.
enum AllProcessors {
  /// Calls `body` with each number below `count`, in order of their beginning.
  ///
  /// - Throws: `interrupted` where the task is cancelled; what is not begun by then is left.
  static func run(
    _ count: Int, _ body: @escaping @Sendable (Int) -> Void
  ) async throws(Problem) {
    let work = Work(count)
    await withTaskCancellationHandler {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<min(count, Processors.count) {
          group.addTask {
            await Thread.result { while let index = work.next() { body(index) } }
          }
        }
      }
    } onCancel: {
      work.cancel()
    }
    if Task.isCancelled { throw .interrupted }
  }

  private final class Work: Sendable {
    private let count: Int
    private let begun = Atomic<Int>(0)

    init(_ count: Int) {
      self.count = count
    }

    /// nil where nothing is left.
    func next() -> Int? {
      let index = begun.add(1, ordering: .relaxed).oldValue
      return index < count ? index : nil
    }

    func cancel() { begun.store(count, ordering: .relaxed) }
  }
}
