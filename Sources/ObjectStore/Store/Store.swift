internal import CSQLite
internal import Filesystem
internal import LibC
internal import Synchronization

/// A store of objects, in a file or in memory. Both kinds behave the same, except that a `read` of
/// a store in memory may wait for a running `write`.
///
/// Only one `write` runs at a time, across all processes (`BEGIN IMMEDIATE`). A `read` is a
/// snapshot of the store from the time the `read` began. For a store in a file, it neither waits
/// for a writer nor blocks one. Both methods are synchronous and may be called from any thread, but
/// not inside a `write` of the same store.
package final class Store: Sendable {
  /// The location of a store's objects.
  package enum Location: Sendable, Equatable {
    /// A file at this path, created if missing. Its folder must exist.
    case file(String)
    /// The memory of this process, freed with the store.
    case memory
  }

  /// Settings for opening a store.
  package struct Options: Sendable {
    /// The maximum time that a write waits for another one, of this process or of another.
    package var busyTimeout: Duration
    /// Called once in each wait for another write that lasts noticeably long, on the thread that
    /// waits. It must not use the store.
    package var whileWaiting: @Sendable () -> Void
    /// Whether a store without a log is opened for reading if the disk has no room for the files
    /// that SQLite creates beside it.
    package var readsOnFullDisk: Bool

    /// Creates options. By default, a write waits up to ten seconds.
    package init(
      busyTimeout: Duration = .seconds(10), readsOnFullDisk: Bool = false,
      whileWaiting: @escaping @Sendable () -> Void = {}
    ) {
      self.busyTimeout = busyTimeout
      self.readsOnFullDisk = readsOnFullDisk
      self.whileWaiting = whileWaiting
    }
  }

  /// The file or memory that contains the objects.
  package let location: Location
  /// The entities and the schema version.
  package let model: Model
  private let options: Options

  /// Whether the store can only be read, because this user cannot write its file or folder.
  package let isReadOnly: Bool

  /// The factory for connections to the file, or `nil` for a store in memory.
  let connectionFactory: ConnectionFactory?
  /// The connection for writing, or `nil` before the first write to a file.
  private let writer: Mutex<Connection?>
  /// The idle connections for reading.
  let readers = ReaderPool()
  /// Limits the asynchronous reads to the connections that stay open. SQLite keeps the descriptor
  /// of a closed connection while another one has a lock on the file.
  let reading = AsyncSemaphore(ReaderPool.capacity)
  /// Lets one asynchronous write run at a time, so that those that wait need no threads.
  let writing = AsyncSemaphore(1)
  /// The observers of the file, or of this store if it is in memory.
  let observers: ChangeObservers
  /// The id of the thread that is inside a `write`, or 0 if there is none.
  private let writingThread = Atomic<UInt>(0)

  /// Opens a store that needs no migration, or creates a store if there is none.
  ///
  /// - Throws: ``StoreError/olderSchema`` if the store needs a migration, which
  ///   ``open(_:model:options:migration:)`` runs; ``StoreError/newerSchema`` if a newer program
  ///   wrote the store; or another ``StoreError`` if the store cannot be opened or created.
  package convenience init(
    _ location: Location, model: Model, options: Options = Options()
  ) throws(StoreError) {
    switch location {
    case .memory:
      let connection = try Connection(
        name: ":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, path: ":memory:",
        busyTimeout: options.busyTimeout)
      try connection.define(model)
      try connection.configure()
      self.init(
        location, model, options, connectionFactory: nil, observers: ChangeObservers(),
        writer: connection)
    case .file(let path):
      let connectionFactory = ConnectionFactory(
        file: StoreFile(path: path), model: model, options: options)
      let connection = try connectionFactory.connect()
      try connectionFactory.requireCurrentSchema(connection)
      self.init(
        location, model, options, connectionFactory: connectionFactory,
        observers: .ofFile(at: path), writer: nil, isReadOnly: connection.isReadOnly)
      readers.release(connection)
    }
  }

  private init(
    _ location: Location, _ model: Model, _ options: Options,
    connectionFactory: ConnectionFactory?, observers: ChangeObservers, writer: Connection?,
    isReadOnly: Bool = false
  ) {
    self.location = location
    self.model = model
    self.options = options
    self.connectionFactory = connectionFactory
    self.observers = observers
    self.writer = Mutex(writer)
    self.isReadOnly = isReadOnly
  }

  /// Runs `body` in one read transaction.
  ///
  /// - Throws: The error that `body` throws, ``StoreError/newerSchema`` if another process migrated
  ///   the store, or ``StoreError/nested`` inside a `write`.
  package func read<R>(
    _ body: (borrowing Snapshot) throws(StoreError) -> R
  ) throws(StoreError) -> R {
    let connection = try snapshotConnection()
    defer {
      connection.endReading()
      readers.release(connection)
    }
    return try body(Snapshot(connection: connection))
  }

  /// Returns a connection inside a read transaction. The caller must end the transaction, and then
  /// return the connection with ``release(_:)``.
  func snapshotConnection() throws(StoreError) -> Connection {
    try requireNotWriting()
    let connection = try reader()
    do {
      // The snapshot starts when `begin` reads the schema version. `BEGIN` alone does not start it.
      try connection.begin("BEGIN", for: model)
    } catch {
      readers.release(connection)
      throw error
    }
    return connection
  }

  /// Returns a connection for reading to the pool.
  func release(_ connection: Connection) { readers.release(connection) }

  /// Runs `body` in one write transaction and commits it when `body` returns.
  ///
  /// The changes are durable when `write` returns. If `body` throws, all of them are rolled back.
  ///
  /// - Throws: The error that `body` throws, ``StoreError/busy`` if another write takes too long,
  ///   ``StoreError/cancelled`` if the task is canceled during the wait,
  ///   ``StoreError/newerSchema`` if another process migrated the store,
  ///   ``StoreError/full`` or ``StoreError/readOnly`` if the changes cannot be written, or
  ///   ``StoreError/nested`` inside another `write`.
  package func write<R>(
    _ body: (borrowing Transaction) throws(StoreError) -> R
  ) throws(StoreError) -> R {
    try write(isSoleRequest: false, body)
  }

  /// Runs `body` in one write transaction and commits it when `body` returns.
  ///
  /// - Parameter isSoleRequest: Whether `body` runs only a single request. If the request fails, it
  ///   may then end the whole transaction, because there are no earlier changes to keep.
  func write<R>(
    isSoleRequest: Bool, _ body: (borrowing Transaction) throws(StoreError) -> R
  ) throws(StoreError) -> R {
    var result: R?
    try withWriter { (connection) throws(StoreError) in
      let isObserved = !observers.isEmpty
      let recorder = connection.recorder
      recorder.begin(keepingIdentities: isObserved)
      connection.setUpdateHook(to: isObserved ? recorder : nil)
      connection.giveWay()
      // A plain `BEGIN` would let another process write between the reads and the writes of `body`.
      try connection.begin("BEGIN IMMEDIATE", for: model)
      defer { recorder.end() }
      let changesBefore = connection.totalChanges
      do throws(StoreError) {
        result = try body(
          Transaction(connection: connection, model: model, isSoleRequest: isSoleRequest))
        try observers.commit(on: connection) {
          // A cached copy from before this commit must not be used as the current store.
          if connectionFactory == nil { readers.invalidate() }
          let changedRows = connection.totalChanges - changesBefore
          if changedRows == 0 { return nil }
          guard isObserved, !recorder.hasMissed(changedRows) else { return ChangeSet(.unrecorded) }
          let changes = ChangeSet(recorder)
          return changes.isEmpty ? nil : changes
        }
      } catch {
        connection.rollback()
        throw error
      }
    }
    guard let result else { preconditionFailure("a committed transaction has a result") }
    return result
  }

  /// Returns an idle connection for reading, or opens one. After reading, the caller must return
  /// the connection to the pool.
  func reader() throws(StoreError) -> Connection {
    if let connection = readers.take() { return connection }
    if let connectionFactory { return try connectionFactory.connect() }
    // A database in memory has a single connection, which readers cannot share with the writer.
    // Each reader therefore gets a copy of the database as its snapshot. Other readers can reuse
    // the copy until the next commit.
    var copy: Connection?
    try writer.withLock { (writer) throws(StoreError) in
      copy = try writer?.frozenCopy(generation: readers.generation)
    }
    guard let copy else { preconditionFailure("a store in memory has its connection") }
    return copy
  }

  /// Throws ``StoreError/nested`` if this thread is inside a `write`. Waiting there for the
  /// writer's lock, which the thread itself holds, would never end.
  func requireNotWriting() throws(StoreError) {
    guard writingThread.load(ordering: .relaxed) != ThreadID.current else { throw .nested }
  }

  /// Runs `body` with the connection for writing, while holding the lock that serializes the
  /// writers of this process.
  func withWriter(
    _ body: (Connection) throws(StoreError) -> Void
  ) throws(StoreError) {
    if isReadOnly { throw .readOnly(path: path, ResultCode(rawValue: SQLITE_READONLY)) }
    try requireNotWriting()
    if observers.isDelivering { throw .nested }
    try withWriterLock { (writer) throws(StoreError) in
      let connection: Connection
      if let writer { connection = writer } else { connection = try reader() }
      writer = connection
      writingThread.store(ThreadID.current, ordering: .relaxed)
      defer { writingThread.store(0, ordering: .relaxed) }
      try connection.prepareForWriting()
      try body(connection)
    }
  }

  /// Runs `body` while holding the lock of this process's writers. Waits for it as for the lock of
  /// another process.
  func withWriterLock(
    _ body: (inout Connection?) throws(StoreError) -> Void
  ) throws(StoreError) {
    let wait = BusyTimeout(limit: options.busyTimeout, whileWaiting: options.whileWaiting)
    var attempt: Int32 = 0
    while true {
      let isDone: Void? = try writer.withLockIfAvailable { (writer) throws(StoreError) in
        try body(&writer)
      }
      if isDone != nil { return }
      guard wait.waitBeforeRetry(attempt: attempt, after: 0) else {
        throw StoreError.isWaitCancelled
          ? .cancelled : .busy(ResultCode(rawValue: SQLITE_BUSY))
      }
      attempt += 1
    }
  }

  /// The path that errors report.
  private var path: String {
    switch location {
    case .file(let path): path
    case .memory: ":memory:"
    }
  }
}
