internal import CSQLite
internal import Synchronization

/// How far a request has come, and the way to cancel it from another thread or task.
@usableFromInline
package final class RequestProgress: Sendable {
  private let completedCount = Atomic<Int>(0)
  private let totalCount = Atomic<Int>(-1)
  private let cancelled = Atomic<Bool>(false)
  private let running = Mutex<Connection?>(nil)
  private let report: (@Sendable (RequestProgress) -> Void)?

  /// - parameter report: called now and then while the request runs, on its thread.
  package init(report: (@Sendable (RequestProgress) -> Void)? = nil) { self.report = report }

  /// How many objects are done.
  package var completed: Int { completedCount.load(ordering: .relaxed) }

  /// How many objects there are to do; nil where nobody asked for them to be counted first.
  package var total: Int? {
    let total = totalCount.load(ordering: .relaxed)
    return total < 0 ? nil : total
  }

  package var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

  /// Ends the request with `StoreError.cancelled`, and a statement that is running at once. What it has
  /// changed is rolled back. After the request's end this does nothing.
  package func cancel() {
    cancelled.store(true, ordering: .relaxed)
    running.withLock { $0?.interrupt() }
  }

  func complete(_ count: Int) {
    completedCount.store(count, ordering: .relaxed)
    report?(self)
  }

  func expect(_ count: Int) { totalCount.store(count, ordering: .relaxed) }

  func requireUncancelled() throws(StoreError) {
    if isCancelled { throw .cancelled }
  }

  /// Makes `connection` the one that ``cancel()`` interrupts, while `body` runs.
  func whileRunning<R>(
    on connection: Connection, _ body: () throws(StoreError) -> R
  ) throws(StoreError) -> R {
    running.withLock { $0 = connection }
    defer { running.withLock { $0 = nil } }
    try requireUncancelled()
    return try body()
  }
}

extension Connection {
  /// Ends the statements that run now (`sqlite3_interrupt`); may be called from any thread.
  func interrupt() { unsafe sqlite3_interrupt(pointer) }

  /// Runs `body`, which is one statement, while reporting to `progress` and asking it.
  func watched<R>(
    by progress: RequestProgress?, _ body: () throws(StoreError) -> R
  ) throws(StoreError) -> R {
    guard let progress else { return try body() }
    let watch = InterruptionCheck(progress, recorder)
    unsafe sqlite3_progress_handler(
      pointer, 10_000,
      { context in
        guard let context = unsafe context else { return 0 }
        let watch = unsafe Unmanaged<InterruptionCheck>.fromOpaque(context).takeUnretainedValue()
        return watch.continues ? 0 : 1
      }, Unmanaged.passUnretained(watch).toOpaque())
    defer {
      unsafe sqlite3_progress_handler(pointer, 0, nil, nil)
      withExtendedLifetime(watch) {}
    }
    return try progress.whileRunning(on: self, body)
  }
}

/// What the progress handler sees.
private final class InterruptionCheck {
  private let progress: RequestProgress
  private let recorder: ChangeRecorder

  init(_ progress: RequestProgress, _ recorder: ChangeRecorder) {
    self.progress = progress
    self.recorder = recorder
  }

  var continues: Bool {
    progress.complete(recorder.count)
    return !progress.isCancelled
  }
}
