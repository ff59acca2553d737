internal import Synchronization

/// A snapshot of a store for any number of reads, until it is advanced.
///
/// All reads of a view see the same objects, regardless of later writes. A view does not block
/// writers, but the store's log grows until the view is advanced or released.
///
/// A view does not keep its store open: reading after the store is gone throws
/// ``StoreError/closed``.
package final class StoreView: Sendable {
  private struct State {
    weak var store: Store?
    /// The connection with the snapshot, or `nil` if the view could not advance.
    var connection: Connection?
  }

  private let state: Mutex<State>
  /// The id of the thread that is inside a `read`, or 0 if there is none.
  private let readingThread = Atomic<UInt>(0)

  fileprivate init(of store: Store) throws(StoreError) {
    state = Mutex(State(store: store, connection: try store.snapshotConnection()))
  }

  deinit {
    state.withLock { state in
      guard let connection = state.connection else { return }
      connection.endReading()
      state.store?.release(connection)
    }
  }

  /// Runs `body` in the snapshot. Only one thread at a time can read a view.
  ///
  /// - Throws: The error that `body` throws, ``StoreError/closed`` if the store is gone, or
  ///   ``StoreError/nested`` inside a `read` of the same view.
  package func read<R>(
    _ body: (borrowing Snapshot) throws(StoreError) -> R
  ) throws(StoreError) -> R {
    try withState { (state) throws(StoreError) in
      guard state.store != nil, let connection = state.connection else {
        state.connection = nil
        throw .closed
      }
      return try body(Snapshot(connection: connection))
    }
  }

  /// Replaces the snapshot with one of the current store.
  ///
  /// - Throws: ``StoreError/closed`` if the store is gone, ``StoreError/nested`` inside a `read` of
  ///   the same view, or another ``StoreError``, after which the view can only be advanced again.
  package func advance() throws(StoreError) {
    try withState { (state) throws(StoreError) in
      let old = state.connection
      state.connection = nil
      guard let store = state.store else { throw .closed }
      if let old {
        old.endReading()
        store.release(old)
      }
      state.connection = try store.snapshotConnection()
    }
  }

  private func withState<R>(
    _ body: (inout State) throws(StoreError) -> R
  ) throws(StoreError) -> R {
    // A thread that waited for its own lock would wait forever.
    guard readingThread.load(ordering: .relaxed) != ThreadID.current else { throw .nested }
    var result: R?
    try state.withLock { (state) throws(StoreError) in
      readingThread.store(ThreadID.current, ordering: .relaxed)
      defer { readingThread.store(0, ordering: .relaxed) }
      result = try body(&state)
    }
    guard let result else { preconditionFailure("a read that has not thrown has a result") }
    return result
  }
}

extension Store {
  /// Returns a view of the current store.
  package func view() throws(StoreError) -> StoreView { try StoreView(of: self) }
}
