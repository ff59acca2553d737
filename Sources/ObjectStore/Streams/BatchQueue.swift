internal import LibC

/// Hands batches from a thread that makes them to a task that uses them, a few ahead and no more.
///
/// Asking for a batch returns the previous one to be refilled on the thread that allocated its
/// objects, which frees them without a lock. A task that keeps a batch keeps a copy.
///
/// All state is guarded by `lock`, which is what makes `@unchecked Sendable` true; `Mutex` cannot be waited
/// on together with a condition, and the thread has to wait while the queue is full.
@safe
final class BatchQueue<Element: Sendable>: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let isRoomy = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let capacity: Int
  private var batches: [[Element]] = []
  /// What the task has now.
  private var lent: [Element]?
  private var spent: [[Element]] = []
  private var end: Result<Void, StoreError>?
  private var isClosed = false
  private var consumer: UnsafeContinuation<Void, Never>?

  init(capacity: Int) {
    self.capacity = capacity
    unsafe pthread_mutex_init(lock, nil)
    unsafe pthread_cond_init(isRoomy, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(isRoomy)
    unsafe pthread_mutex_destroy(lock)
    unsafe isRoomy.deallocate()
    unsafe lock.deallocate()
  }

  private func locked<R>(_ body: () -> R) -> R {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    return body()
  }

  /// Adds a batch, after waiting for room; says whether anybody still wants more.
  func put(_ batch: [Element]) -> Bool {
    var waiting: UnsafeContinuation<Void, Never>?
    let isWanted = locked {
      while batches.count >= capacity && !isClosed { unsafe pthread_cond_wait(isRoomy, lock) }
      guard !isClosed else { return false }
      batches.append(batch)
      unsafe waiting = takeConsumer()
      return true
    }
    unsafe waiting?.resume()
    return isWanted
  }

  /// A batch that was used and may be written over, where there is one.
  func takeSpent() -> [Element]? { locked { spent.popLast() } }

  /// Says that no more batches come, and why.
  func finish(_ result: Result<Void, StoreError>) {
    var waiting: UnsafeContinuation<Void, Never>?
    locked {
      end = result
      unsafe waiting = takeConsumer()
    }
    unsafe waiting?.resume()
  }

  var isFinished: Bool { locked { end != nil } }

  /// Says that no more batches are wanted.
  func close() {
    locked {
      isClosed = true
      unsafe pthread_cond_signal(isRoomy)
    }
  }

  private func takeConsumer() -> UnsafeContinuation<Void, Never>? {
    defer { unsafe consumer = nil }
    return unsafe consumer
  }

  /// The next batch, or nil after the last.
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

  private func take() -> ([Element]?, Result<Void, StoreError>?) {
    locked {
      if let lent { spent.append(lent) }
      lent = nil
      guard !batches.isEmpty else { return (nil, end) }
      unsafe pthread_cond_signal(isRoomy)
      lent = batches.removeFirst()
      return (lent, nil)
    }
  }
}
