internal import Filesystem

/// The asynchronous forms of reading and writing. Each runs on a thread of its own and may wait for
/// locks and the disk there, while the caller's task waits without occupying a thread.
///
/// At most eight reads and one write run at once. Others wait without occupying a thread or a
/// connection. Canceling the task ends the wait or interrupts the running statement. The call then
/// throws ``StoreError/cancelled``, and its changes are rolled back.
extension Store {
  /// Runs `body` in one read transaction, on another thread.
  ///
  /// - Throws: The error that `body` throws, of any type, or a ``StoreError`` of the read.
  package func read<R: Sendable, Failure: Error>(
    _ body: @escaping @Sendable (borrowing Snapshot) throws(Failure) -> R
  ) async throws -> R {
    let result = await onThread(in: reading) { (store, progress) throws -> R in
      try store.read { (snapshot: borrowing Snapshot) throws in
        try progress.start(on: snapshot.connection)
        defer { progress.end(on: snapshot.connection) }
        return try body(snapshot)
      }
    }
    guard let result else { throw StoreError.cancelled }
    return try result.get()
  }

  /// Runs `body`, which throws only errors of the store, in one read transaction, on another
  /// thread.
  package func read<R: Sendable>(
    _ body: @escaping @Sendable (borrowing Snapshot) throws(StoreError) -> R
  ) async throws(StoreError) -> R {
    let result = await onThread(in: reading) { (store, progress) throws(StoreError) -> R in
      try store.read { (snapshot: borrowing Snapshot) throws(StoreError) in
        try progress.whileRunning(on: snapshot.connection) { () throws(StoreError) in
          try body(snapshot)
        }
      }
    }
    guard let result else { throw .cancelled }
    return try result.get()
  }

  /// Runs `body` in one write transaction, on another thread, and commits it when `body` returns.
  /// If `body` throws, all of its changes are rolled back.
  ///
  /// - Throws: The error that `body` throws, of any type, or a ``StoreError`` of the write.
  package func write<R: Sendable, Failure: Error>(
    _ body: @escaping @Sendable (borrowing Transaction) throws(Failure) -> R
  ) async throws -> R {
    let result = await onThread(in: writing) { (store, progress) throws -> R in
      try store.write { (transaction: borrowing Transaction) throws in
        try progress.start(on: transaction.connection)
        defer { progress.end(on: transaction.connection) }
        let result = try body(transaction)
        // A cancellation between two statements interrupts neither.
        try progress.checkCancellation()
        return result
      }
    }
    guard let result else { throw StoreError.cancelled }
    return try result.get()
  }

  /// Runs a request in its own transaction, on another thread. The changes are durable when
  /// `execute` returns.
  package func execute<Outcome>(
    _ request: some StoreRequest<Outcome>, progress: RequestProgress = RequestProgress()
  ) async throws(StoreError) -> Outcome {
    let result = await onThread(in: writing, progress) {
      (store, progress) throws(StoreError) -> Outcome in
      try store.execute(request, progress: progress)
    }
    guard let result else { throw .cancelled }
    return try result.get()
  }

  /// Runs `body` on a new thread as soon as `turn` has a slot, with a progress that is canceled
  /// together with the task. Returns `nil` if the task is canceled before that.
  func onThread<R: Sendable, Failure: Error>(
    in turn: AsyncSemaphore, _ progress: RequestProgress = RequestProgress(),
    _ body: @escaping @Sendable (Store, RequestProgress) throws(Failure) -> R
  ) async -> Result<R, Failure>? {
    await turn.runUnlessCancelled {
      await withTaskCancellationHandler {
        await BlockingThread.result { () -> Result<R, Failure> in
          Result { () throws(Failure) in try body(self, progress) }
        }
      } onCancel: {
        progress.cancel()
      }
    }
  }
}
