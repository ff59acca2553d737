internal import CSQLite
internal import Synchronization

/// The progress of a request, and the means to cancel it from another thread or task.
@usableFromInline
package final class RequestProgress: Sendable {
  /// The number of objects processed so far.
  private let completedCount = Atomic<Int>(0)
  /// The number of objects to process, or -1 if it is unknown.
  private let totalCount: Atomic<Int>
  private let cancelled = Atomic<Bool>(false)
  /// Interrupts a running request's connections, and the queues between its reading threads and
  /// tasks. A stream can have several iterators at once.
  private let running = Mutex<[ObjectIdentifier: @Sendable () -> Void]>([:])
  /// The progress of the stream that this iteration belongs to, or `nil` for any other request.
  private let stream: RequestProgress?
  /// Called after each change of the number of processed objects.
  private let report: (@Sendable (RequestProgress) -> Void)?

  /// Creates the progress of a request that has not started.
  ///
  /// - Parameters:
  ///   - total: The number of objects to process, or `nil` if it is unknown.
  ///   - report: Called repeatedly while the request runs, on its thread.
  package init(total: Int? = nil, report: (@Sendable (RequestProgress) -> Void)? = nil) {
    totalCount = Atomic(total ?? -1)
    stream = nil
    self.report = report
  }

  /// Creates the progress of one iteration of a stream. It can be canceled on its own, and reports
  /// to the progress of the stream.
  init(iterationOf stream: RequestProgress) {
    totalCount = Atomic(-1)
    self.stream = stream
    report = nil
  }

  /// The number of objects processed so far. For a stream that is iterated again, those of the
  /// iteration that reported last.
  package var completed: Int { completedCount.load(ordering: .relaxed) }

  /// The number of objects to process, or `nil` if it is unknown.
  package var total: Int? {
    let total = totalCount.load(ordering: .relaxed)
    return total < 0 ? nil : total
  }

  /// Whether ``cancel()`` was called, even if the request had already ended.
  package var isCancelled: Bool {
    cancelled.load(ordering: .relaxed) || stream?.isCancelled == true
  }

  /// Cancels the request and interrupts its running statement. The request rolls back its changes
  /// and throws ``StoreError/cancelled``. Has no effect after the request has ended.
  package func cancel() {
    cancelled.store(true, ordering: .relaxed)
    // Under the lock, because a connection may be closed after its request has ended.
    running.withLock { for interrupt in $0.values { interrupt() } }
  }

  /// Sets the number of processed objects and calls the report closure.
  func reportCompleted(_ count: Int) {
    completedCount.store(count, ordering: .relaxed)
    report?(self)
    stream?.reportCompleted(count)
  }

  /// Sets the number of objects to process.
  func setTotal(_ count: Int) {
    totalCount.store(count, ordering: .relaxed)
    stream?.setTotal(count)
  }

  /// Throws ``StoreError/cancelled`` if the request was canceled.
  func checkCancellation() throws(StoreError) {
    if isCancelled { throw .cancelled }
  }

  /// Runs `body`. Until `body` returns, ``cancel()`` interrupts the statements on `connection`.
  ///
  /// - Throws: ``StoreError/cancelled`` if the request is already canceled, or the error that
  ///   `body` throws.
  func whileRunning<R>(
    on connection: Connection, _ body: () throws(StoreError) -> R
  ) throws(StoreError) -> R {
    try start(on: connection)
    defer { end(on: connection) }
    return try body()
  }

  /// Makes ``cancel()`` interrupt the statements on `connection`, until ``end(on:)``.
  ///
  /// - Throws: ``StoreError/cancelled`` if the request is already canceled.
  func start(on connection: Connection) throws(StoreError) {
    try start(ObjectIdentifier(connection)) { connection.interrupt() }
  }

  /// Makes ``cancel()`` call `interrupt`, until ``end(on:)`` with the same object.
  ///
  /// - Throws: ``StoreError/cancelled`` if the request is already canceled.
  func start(
    _ object: ObjectIdentifier, interrupt: @escaping @Sendable () -> Void
  ) throws(StoreError) {
    running.withLock { $0[object] = interrupt }
    do {
      // Checked after `running` is set, so that no cancellation in between is lost.
      try checkCancellation()
      try stream?.start(object, interrupt: interrupt)
    } catch {
      running.withLock { $0[object] = nil }
      throw error
    }
  }

  /// Ends what ``start(on:)`` began.
  func end(on object: AnyObject) {
    running.withLock { $0[ObjectIdentifier(object)] = nil }
    stream?.end(on: object)
  }
}

extension Connection {
  /// Interrupts the running statements (`sqlite3_interrupt`). May be called from any thread.
  func interrupt() { unsafe sqlite3_interrupt(pointer) }

  /// Runs `body`, which executes a request. While a statement is running, repeatedly reports the
  /// number of changed rows to `progress` and checks whether `progress` was canceled.
  ///
  /// - Throws: ``StoreError/cancelled`` if the request was canceled, or the error that
  ///   `body` throws.
  func reporting<R>(
    to progress: RequestProgress?, _ body: () throws(StoreError) -> R
  ) throws(StoreError) -> R {
    guard let progress else { return try body() }
    let check = InterruptionCheck(progress, recorder)
    unsafe sqlite3_progress_handler(
      // The number of virtual machine instructions between two calls of the handler.
      pointer, 10_000,
      { context in
        guard let context = unsafe context else { return 0 }
        let check = unsafe Unmanaged<InterruptionCheck>.fromOpaque(context).takeUnretainedValue()
        return check.shouldContinueAfterReporting ? 0 : 1
      }, Unmanaged.passUnretained(check).toOpaque())
    defer {
      unsafe sqlite3_progress_handler(pointer, 0, nil, nil)
      withExtendedLifetime(check) {}
    }
    return try progress.whileRunning(on: self, body)
  }
}

/// The context of the progress handler (`sqlite3_progress_handler`), called during a statement.
private final class InterruptionCheck {
  private let progress: RequestProgress
  private let recorder: ChangeRecorder

  init(_ progress: RequestProgress, _ recorder: ChangeRecorder) {
    self.progress = progress
    self.recorder = recorder
  }

  /// Reports the number of changed rows, and is `true` unless the request was canceled.
  var shouldContinueAfterReporting: Bool {
    progress.reportCompleted(recorder.count)
    return !progress.isCancelled
  }
}
