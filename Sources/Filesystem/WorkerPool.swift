internal import LibC
internal import Synchronization

/// Threads for work that blocks and computes, as many as there are processors, whoever gives the work.
///
/// Of what waits the largest is begun first: begun last, it would be waited for alone at the end. A thread ends when nothing waits.
package final class WorkerPool: Sendable {
  private struct Work: Sendable {
    let size: Int
    let run: @Sendable () -> Void
  }

  private struct State {
    /// The next to begin is the last.
    var waiting: [Work] = []
    var threads = 0
  }

  private let limit: Int
  private let state = Mutex(State())

  /// - Parameter threads: the most threads to use. nil: one per available processor (sysconf(3)).
  package init(threads: Int? = nil) {
    limit = max(1, threads ?? sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  }

  /// The result of `body`, run on one of the threads.
  ///
  /// - Parameter size: how much work it is, in the unit of all that is given to these workers. Of equal ones the first comes first.
  package func result<Success: Sendable, Failure: Error>(
    size: Int, of body: @escaping @Sendable () throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    let result: Result<Success, Failure> = await withCheckedContinuation { continuation in
      give(size: size) {
        continuation.resume(returning: Result(catching: body))
      }
    }
    return try result.get()
  }

  /// Calls `body` with each number below `count` on all threads, starting in ascending order.
  /// Cancelling the task skips the numbers that have not started.
  package func forEach(below count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
    let numbers = Numbers(below: count)
    await withTaskCancellationHandler {
      await withTaskGroup(of: Void.self) { group in
        // One work item per thread takes numbers in turn, since there may be many small ones.
        for _ in 0..<min(count, limit) {
          group.addTask {
            await self.result(size: count) { while let number = numbers.next() { body(number) } }
          }
        }
      }
    } onCancel: {
      numbers.end()
    }
  }

  private final class Numbers: Sendable {
    private let count: Int
    private let begun = Atomic<Int>(0)

    init(below count: Int) { self.count = count }

    /// Returns nil if no number is left.
    func next() -> Int? {
      let number = begun.add(1, ordering: .relaxed).oldValue
      return number < count ? number : nil
    }

    func end() { begun.store(count, ordering: .relaxed) }
  }

  /// Queues `run`, the largest work first.
  func give(size: Int, _ run: @escaping @Sendable () -> Void) {
    let work = Work(size: size, run: run)
    let mustStart = state.withLock { state in
      state.waiting.insert(work, at: Self.place(of: work, in: state.waiting))
      if state.threads == limit { return false }
      state.threads += 1
      return true
    }
    // Without a thread the work is done all the same, at the cost of a pool's thread.
    if mustStart, !BlockingThread.start({ self.workOff() }) { workOff() }
  }

  /// Before all that are as large or larger.
  private static func place(of work: Work, in waiting: [Work]) -> Int {
    var (low, high) = (0, waiting.count)
    while low < high {
      let middle = (low + high) / 2
      if waiting[middle].size < work.size { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func workOff() {
    while let work = next() { work.run() }
  }

  private func next() -> Work? {
    state.withLock { state in
      if let work = state.waiting.popLast() { return work }
      state.threads -= 1
      return nil
    }
  }
}
