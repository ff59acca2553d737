internal import LibC

/// A bounded queue that passes batches from a producing thread to a consuming task.
///
/// When the task takes a batch, the previous batch goes back to the producer, which replaces its
/// objects. The old objects are thus freed on the thread that allocated them, without a lock. If
/// the task keeps a batch, the array is copied on write, so the batch of the task does not change.
///
/// `lock` guards all state, which makes `@unchecked Sendable` valid. `Mutex` does not work with
/// a condition variable, which the thread needs to wait while the queue is full.
@safe
final class BatchQueue<Element: Sendable>: @unchecked Sendable {
  /// The mutex that guards all state.
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  /// Signaled when a full queue has room again, or is closed.
  private let roomAvailable = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// The maximum number of batches in the queue.
  private let capacity: Int
  /// The batches that the task has not taken yet.
  private var batches: [[Element]] = []
  /// The batch that the task is using.
  private var batchInUse: [Element]?
  /// Used batches, to be refilled.
  private var usedBatches: [[Element]] = []
  /// The result of the producer, or `nil` while more batches may follow.
  private var end: Result<Void, StoreError>?
  /// Whether the consumer has stopped, so that no more batches are accepted.
  private var isClosed = false
  /// The continuation of the task that is waiting for a batch, or `nil` if none is waiting.
  private var consumer: UnsafeContinuation<Void, Never>?

  init(capacity: Int) {
    self.capacity = capacity
    unsafe pthread_mutex_init(lock, nil)
    unsafe pthread_cond_init(roomAvailable, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(roomAvailable)
    unsafe pthread_mutex_destroy(lock)
    unsafe roomAvailable.deallocate()
    unsafe lock.deallocate()
  }

  /// Runs `body` while holding `lock`.
  private func locked<R>(_ body: () -> R) -> R {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    return body()
  }

  /// Waits until the queue has room, adds a batch, and returns `true`. Returns `false` if the queue
  /// is closed.
  func put(_ batch: [Element]) -> Bool {
    var waiting: UnsafeContinuation<Void, Never>?
    let isAccepted = locked {
      while batches.count >= capacity && !isClosed { unsafe pthread_cond_wait(roomAvailable, lock) }
      guard !isClosed else { return false }
      batches.append(batch)
      unsafe waiting = takeConsumer()
      return true
    }
    unsafe waiting?.resume()
    return isAccepted
  }

  /// Returns a used batch that may be overwritten, or `nil` if there is none.
  func takeUsedBatch() -> [Element]? { locked { usedBatches.popLast() } }

  /// Marks the end of the batches, unless it is marked already. The task receives `result` after
  /// the last one.
  func finish(_ result: Result<Void, StoreError>) {
    var waiting: UnsafeContinuation<Void, Never>?
    locked {
      end = end ?? result
      unsafe waiting = takeConsumer()
    }
    unsafe waiting?.resume()
  }

  /// Whether the producer has finished, although batches may remain in the queue.
  var isFinished: Bool { locked { end != nil } }

  /// Rejects further batches. A ``put(_:)`` that is waiting for room returns `false`. A task that
  /// is waiting for a batch receives ``StoreError/cancelled`` at once, although SQLite may take
  /// some milliseconds to leave a sort.
  func cancel() {
    locked {
      isClosed = true
      unsafe pthread_cond_signal(roomAvailable)
    }
    finish(.failure(.cancelled))
  }

  /// Removes and returns the waiting continuation, or returns `nil` if no task is waiting. The
  /// caller must hold `lock`, and resume the continuation after releasing `lock`.
  private func takeConsumer() -> UnsafeContinuation<Void, Never>? {
    defer { unsafe consumer = nil }
    return unsafe consumer
  }

  /// Returns the next batch, waiting for it if necessary, or `nil` after the last one.
  ///
  /// - Throws: The error of the producer.
  func next() async throws(StoreError) -> [Element]? {
    while true {
      let (batch, end) = take()
      if let batch { return batch }
      if let end {
        try end.get()
        return nil
      }
      unsafe await withUnsafeContinuation { continuation in
        let isReady = locked {
          // The producer may have added a batch or finished since `take()`.
          guard batches.isEmpty && self.end == nil else { return true }
          unsafe consumer = continuation
          return false
        }
        if isReady { unsafe continuation.resume() }
      }
    }
  }

  /// Gives the used batch back to the producer, then takes the next batch.
  ///
  /// - Returns: The next batch and `nil`, or, if the queue is empty, `nil` and the producer's
  ///   result. The result is `nil` while the producer is running.
  private func take() -> ([Element]?, Result<Void, StoreError>?) {
    locked {
      if let batchInUse { usedBatches.append(batchInUse) }
      batchInUse = nil
      guard !batches.isEmpty else { return (nil, end) }
      unsafe pthread_cond_signal(roomAvailable)
      batchInUse = batches.removeFirst()
      return (batchInUse, nil)
    }
  }
}
