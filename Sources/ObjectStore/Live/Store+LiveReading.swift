internal import Filesystem

extension Store {
  /// Runs `body` in a snapshot that contains exactly the commits whose changes `queue` has
  /// received, and takes these changes from the queue.
  ///
  /// - Throws: The error of `body`, of the read, or of the observation.
  func read<R: Sendable>(
    taking queue: ChangeQueue,
    _ body: ([ChangeSet], borrowing Snapshot) throws(StoreError) -> R
  ) throws(StoreError) -> R {
    try requireNotWriting()
    if observers.isDelivering { throw .nested }
    if connectionFactory != nil {
      let connection = try reader()
      defer { readers.release(connection) }
      return try read(on: connection, taking: queue, body)
    }
    // A reader of a store in memory gets a copy of it, which takes longer than what is read here.
    var result: R?
    try withWriterLock { (writer) throws(StoreError) in
      if let writer { result = try read(on: writer, taking: queue, body) }
    }
    guard let result else { preconditionFailure("a store in memory has its connection") }
    return result
  }

  private func read<R: Sendable>(
    on connection: Connection, taking queue: ChangeQueue,
    _ body: ([ChangeSet], borrowing Snapshot) throws(StoreError) -> R
  ) throws(StoreError) -> R {
    var changes: [ChangeSet] = []
    // Also ends the snapshot if taking the changes fails.
    defer { connection.endReading() }
    try observers.betweenCommits { () throws(StoreError) in
      try connection.begin("BEGIN", for: model)
    } then: { () throws(StoreError) in
      changes = try queue.takeAll()
    }
    return try body(changes, Snapshot(connection: connection))
  }

  /// Runs ``read(taking:_:)`` on another thread. Canceling the task ends the read.
  func readOnThread<R: Sendable>(
    taking queue: ChangeQueue,
    _ body: @escaping @Sendable ([ChangeSet], borrowing Snapshot) throws(StoreError) -> R
  ) async throws(StoreError) -> R {
    let result = await onThread(in: reading) { (store, progress) throws(StoreError) -> R in
      try store.read(taking: queue) { (changes, snapshot) throws(StoreError) in
        try progress.whileRunning(on: snapshot.connection) { () throws(StoreError) in
          try body(changes, snapshot)
        }
      }
    }
    guard let result else { throw .cancelled }
    return try result.get()
  }
}
