internal import Synchronization

/// The changes that a listener has not taken yet, in commit order.
///
/// A commit never waits for a listener. If more changes are waiting than the queue holds, it drops
/// them and holds ``ChangeReset/overflow`` in their place, so a listener that never reads costs a
/// bounded amount of memory.
final class ChangeQueue: Sendable {
  /// The most changed objects that wait, and the most transactions.
  static let capacity = (changes: 65_536, transactions: 1024)

  fileprivate struct State {
    var sets: [ChangeSet] = []
    /// The number of changed objects in `sets`.
    var count = 0
    /// Why nothing more follows, or `nil` while the store is followed.
    var failure: StoreError?
    /// The task that waits for changes.
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())
  /// The tables whose changes matter.
  private let tables: Set<String>

  /// Creates a queue for changes to some tables.
  init(tables: Set<String>) { self.tables = tables }

  /// Adds what an observer is told.
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
  /// - Throws: The error that keeps the store from being followed, after all changes.
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
  /// - Throws: The error that keeps the store from being followed.
  func takeAll() throws(StoreError) -> [ChangeSet] {
    let (sets, failure) = state.withLock { state in
      defer { (state.sets, state.count) = ([], 0) }
      return (state.sets, state.failure)
    }
    if let failure { throw failure }
    return sets
  }

  /// Waits until changes are waiting. Only one task may wait at a time.
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
  /// Whether there is something to take.
  fileprivate var hasNews: Bool { !sets.isEmpty || failure != nil }

  /// Adds the changes of a transaction, or drops all changes if there are too many.
  fileprivate mutating func add(_ changes: ChangeSet) {
    if changes.isEmpty { return }
    // After a reset, the listener reads everything, so that a second one says nothing new.
    if !changes.isComplete, sets.last?.isComplete == false { return }
    sets.append(changes)
    count += changes.count
    let capacity = ChangeQueue.capacity
    if count > capacity.changes || sets.count > capacity.transactions {
      (sets, count) = ([ChangeSet(.overflow)], 0)
    }
  }
}
