internal import Synchronization

/// The changes that a listener has not yet received, in commit order.
///
/// A commit never waits for a listener. If the queue is full, it replaces all changes by one
/// ``ChangeReset/overflow``, so a listener that never reads uses a limited amount of memory.
final class ChangeQueue: Sendable {
  /// The maximum numbers of changed objects and of transactions in the queue.
  static let capacity = (changes: 65_536, transactions: 1024)

  fileprivate struct State {
    var sets: [ChangeSet] = []
    /// The number of changed objects in `sets`.
    var count = 0
    /// Why no further changes arrive, or `nil` if they can.
    var failure: StoreError?
    /// The task that waits for changes.
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())
  /// The tables whose changes matter.
  private let tables: Set<String>

  /// Creates a queue for changes to some tables.
  init(tables: Set<String>) { self.tables = tables }

  /// Adds an event.
  func put(_ event: ChangeObservers.Event) {
    let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
      switch event {
      case .changes(let changes): state.add(changes.restricted(to: tables))
      case .failure(let error): state.failure = error
      }
      guard state.hasNews else { return nil }
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }

  /// Removes and returns the changes of the first transaction, or `nil` if none is waiting.
  ///
  /// - Throws: The error that ended the observation, after all changes.
  func takeFirst() throws(StoreError) -> ChangeSet? {
    let (first, failure) = state.withLock { state -> (ChangeSet?, StoreError?) in
      guard !state.sets.isEmpty else { return (nil, state.failure) }
      let first = state.sets.removeFirst()
      state.count -= first.count
      return (first, nil)
    }
    if let failure { throw failure }
    return first
  }

  /// Removes and returns all changes.
  ///
  /// - Throws: The error that ended the observation.
  func takeAll() throws(StoreError) -> [ChangeSet] {
    let (sets, failure) = state.withLock { state in
      defer { (state.sets, state.count) = ([], 0) }
      return (state.sets, state.failure)
    }
    if let failure { throw failure }
    return sets
  }

  /// Waits until the queue is not empty. Only one task may wait at a time.
  ///
  /// - Throws: ``StoreError/cancelled`` if the task is canceled.
  func waitForChanges() async throws(StoreError) {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          if state.hasNews || Task.isCancelled { return true }
          state.waiter = continuation
          return false
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        defer { state.waiter = nil }
        return state.waiter
      }
      waiter?.resume()
    }
    if Task.isCancelled { throw .cancelled }
  }
}

extension ChangeQueue.State {
  /// Whether the queue contains changes or an error.
  fileprivate var hasNews: Bool { !sets.isEmpty || failure != nil }

  /// Adds the changes of a transaction, or drops all changes if there are too many.
  fileprivate mutating func add(_ changes: ChangeSet) {
    if changes.isEmpty { return }
    // After a reset, the listener reads everything, so a second one adds nothing.
    if !changes.isComplete, sets.last?.isComplete == false { return }
    sets.append(changes)
    count += changes.count
    let capacity = ChangeQueue.capacity
    if count > capacity.changes || sets.count > capacity.transactions {
      (sets, count) = ([ChangeSet(.overflow)], 0)
    }
  }
}
