internal import Synchronization

/// Threads for work that blocks and computes, as many as there are processors, whoever gives the work.
///
/// Of what waits the largest is begun first: begun last, it would be waited for alone at the end. A thread ends when nothing waits.
package final class Workers: Sendable {
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

  /// - Parameter threads: how much is worked on at once.
  package init(threads: Int = Processors.count) {
    limit = max(1, threads)
  }

  /// The result of `body`, run on one of the threads.
  ///
  /// - Parameter size: how much work it is, in the unit of all that is given to these workers. Of equal ones the first comes first.
  package func result<Success: Sendable, Failure: Error>(
    size: Int, of body: @escaping @Sendable () throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    let result: Result<Success, Failure> = await withCheckedContinuation { continuation in
      give(
        Work(size: size) {
          do throws(Failure) {
            continuation.resume(returning: .success(try body()))
          } catch {
            continuation.resume(returning: .failure(error))
          }
        })
    }
    return try result.get()
  }

  /// How much is given and not begun.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  private func give(_ work: Work) {
    let mustStart = state.withLock { state in
      state.waiting.insert(work, at: Self.place(of: work, in: state.waiting))
      if state.threads == limit { return false }
      state.threads += 1
      return true
    }
    // Without a thread the work is done all the same, at the cost of a pool's thread.
    if mustStart, !Thread.start({ self.workOff() }) { workOff() }
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
