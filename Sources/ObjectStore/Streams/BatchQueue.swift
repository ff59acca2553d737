internal import LibC

/// A bounded queue that passes batches from a producing thread to a consuming task.
///
/// Asking for a batch returns the previous one to be refilled on the thread that allocated its
/// objects, which frees them without a lock. A task that keeps a batch keeps a copy.
///
/// `lock` guards all state, which makes `@unchecked Sendable` valid. `Mutex` does not work with
/// a condition variable, which the thread needs to wait while the queue is full.
@safe
final class BatchQueue<Element: Sendable>: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let roomAvailable = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let capacity: Int
  private var batches: [[Element]] = []
  /// The batch that the task is using.
  private var lent: [Element]?
  /// Used batches, to be refilled.
  private var spent: [[Element]] = []
  /// How reading ended; `nil` while more batches may follow.
  private var end: Result<Void, StoreError>?
  private var isClosed = false
  /// The task that is waiting for a batch.
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

  private func locked<R>(_ body: () -> R) -> R {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    return body()
  }

  /// Adds a batch, waiting for room first; returns whether more are wanted.
  func put(_ batch: [Element]) -> Bool {
    var waiting: UnsafeContinuation<Void, Never>?
    let isWanted = locked {
      while batches.count >= capacity && !isClosed { unsafe pthread_cond_wait(roomAvailable, lock) }
      guard !isClosed else { return false }
      batches.append(batch)
      unsafe waiting = takeConsumer()
      return true
    }
    unsafe waiting?.resume()
    return isWanted
  }

  /// Returns a used batch that may be overwritten; `nil` if there is none.
  func takeSpent() -> [Element]? { locked { spent.popLast() } }

  /// Ends the queue after its last batch, with the error that stopped reading, if any.
  func finish(_ result: Result<Void, StoreError>) {
    var waiting: UnsafeContinuation<Void, Never>?
    locked {
      end = result
      unsafe waiting = takeConsumer()
    }
    unsafe waiting?.resume()
  }

  var isFinished: Bool { locked { end != nil } }

  /// Stops the producer, which finds the queue closed on its next ``put(_:)``.
  func close() {
    locked {
      isClosed = true
      unsafe pthread_cond_signal(roomAvailable)
    }
  }

  private func takeConsumer() -> UnsafeContinuation<Void, Never>? {
    defer { unsafe consumer = nil }
    return unsafe consumer
  }

  /// Returns the next batch; `nil` after the last.
  ///
  /// - Throws: The error that the queue was finished with.
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
          guard batches.isEmpty && self.end == nil else { return true }
          unsafe consumer = continuation
          return false
        }
        if isReady { unsafe continuation.resume() }
      }
    }
  }

  /// Returns the used batch to the producer, then takes the next batch, or the end if
  /// there is none.
  private func take() -> ([Element]?, Result<Void, StoreError>?) {
    locked {
      if let lent { spent.append(lent) }
      lent = nil
      guard !batches.isEmpty else { return (nil, end) }
      unsafe pthread_cond_signal(roomAvailable)
      lent = batches.removeFirst()
      return (lent, nil)
    }
  }
}
