internal import LibC
internal import Synchronization

/// Threads for work that blocks and computes, by default as many as there are processors. All
/// users of a pool share its threads.
///
/// The largest waiting work starts first, because it would otherwise run alone at the end. A
/// thread ends when no work is waiting.
package final class WorkerPool: Sendable {
  /// A unit of work that waits for a thread.
  private struct Work: Sendable {
    let size: Int
    let run: @Sendable () -> Void
  }

  private struct State {
    /// The waiting work by ascending size. The last element starts next.
    var waiting: [Work] = []
    /// The number of running threads.
    var threads = 0
  }

  /// The maximum number of threads.
  private let limit: Int
  private let state = Mutex(State())

  /// The number of available processors (sysconf(3)).
  package static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Creates a pool, which starts its threads when work arrives.
  ///
  /// - Parameter threads: The maximum number of threads, or `nil` for one per available
  ///   processor.
  package init(threads: Int? = nil) {
    limit = max(1, threads ?? Self.processorCount)
  }

  /// Returns the result of `body`, which runs on one of the threads and can check
  /// ``CancellationFlag``.
  ///
  /// - Parameter size: The amount of work, in a unit that all users of the pool share. Work of
  ///   equal size starts in the order of the calls.
  package func result<Success: Sendable, Failure: Error>(
    size: Int, of body: @escaping @Sendable () throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    let flag = CancellationFlag()
    let result: Result<Success, Failure> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        enqueue(size: size) {
          continuation.resume(returning: flag.result(of: body))
        }
      }
    } onCancel: {
      flag.set()
    }
    return try result.get()
  }

  /// Calls `body` once with each number from 0 to `count - 1`, on all threads. The calls start in
  /// ascending order. Canceling the task skips the calls that have not started.
  package func forEach(below count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
    let numbers = Numbers(below: count)
    await withTaskCancellationHandler {
      await withTaskGroup(of: Void.self) { group in
        // Queues one unit of work per thread, which takes one number after another, because queuing
        // a unit for every number would cost more than a small call.
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

  /// A counter that gives each number below a count to exactly one thread.
  private final class Numbers: Sendable {
    private let count: Int
    private let begun = Atomic<Int>(0)

    init(below count: Int) { self.count = count }

    /// Returns the next number, or `nil` if none is left.
    func next() -> Int? {
      let number = begun.add(1, ordering: .relaxed).oldValue
      return number < count ? number : nil
    }

    /// Skips the numbers that are left.
    func end() { begun.store(count, ordering: .relaxed) }
  }

  /// Queues `run`, the largest work first.
  func enqueue(size: Int, _ run: @escaping @Sendable () -> Void) {
    let work = Work(size: size, run: run)
    let mustStart = state.withLock { state in
      state.waiting.insert(work, at: Self.insertionIndex(of: work, in: state.waiting))
      if state.threads == limit { return false }
      state.threads += 1
      return true
    }
    // If the system cannot create a thread, the work runs here and blocks a thread of Swift's
    // cooperative thread pool.
    if mustStart, !BlockingThread.start({ self.runWaitingWork() }) { runWaitingWork() }
  }

  /// Returns the index before all waiting work of at least the same size, so that work of equal
  /// size starts in the order of the calls.
  private static func insertionIndex(of work: Work, in waiting: [Work]) -> Int {
    var (low, high) = (0, waiting.count)
    while low < high {
      let middle = (low + high) / 2
      if waiting[middle].size < work.size { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Runs waiting work until none is left.
  private func runWaitingWork() {
    while let work = next() { work.run() }
  }

  /// Returns the largest waiting work. If there is none, returns `nil`, and the thread must end.
  private func next() -> Work? {
    state.withLock { state in
      if let work = state.waiting.popLast() { return work }
      state.threads -= 1
      return nil
    }
  }
}
