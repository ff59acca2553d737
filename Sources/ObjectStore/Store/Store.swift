internal import CSQLite
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
    /// The maximum time that a write waits for the write of another process.
    package var busyTimeout: Duration

    /// Creates options. By default, a write waits up to ten seconds.
    package init(busyTimeout: Duration = .seconds(10)) { self.busyTimeout = busyTimeout }
  }

  /// The file or memory that contains the objects.
  package let location: Location
  /// The entities and the schema version.
  package let model: Model

  /// Whether the store can only be read, because this user cannot write its file or folder.
  package let isReadOnly: Bool

  /// The factory for connections to the file, or `nil` for a store in memory.
  private let connectionFactory: ConnectionFactory?
  /// The connection for writing, or `nil` before the first write to a file.
  private let writer: Mutex<Connection?>
  /// The idle connections for reading.
  private let readers = ReaderPool()
  /// The registered observers by their numbers.
  private let observers = Mutex<[Int: @Sendable (ChangeSet) -> Void]>([:])
  /// The number of the observer registered last.
  private let lastObserverNumber = Atomic<Int>(0)
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
      self.init(location, model, connectionFactory: nil, writer: connection)
    case .file(let path):
      let connectionFactory = ConnectionFactory(
        file: StoreFile(path: path), model: model, options: options)
      let connection = try connectionFactory.connect()
      try connectionFactory.requireCurrentVersion(connection)
      self.init(
        location, model, connectionFactory: connectionFactory, writer: nil,
        isReadOnly: connection.isReadOnly)
      readers.release(connection)
    }
  }

  private init(
    _ location: Location, _ model: Model, connectionFactory: ConnectionFactory?,
    writer: Connection?,
    isReadOnly: Bool = false
  ) {
    self.location = location
    self.model = model
    self.connectionFactory = connectionFactory
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
    try requireNotWriting()
    let connection = try reader()
    defer { readers.release(connection) }
    // The snapshot starts when `begin` reads the schema version. `BEGIN` alone does not start it.
    try connection.begin("BEGIN", for: model)
    defer { connection.endReading() }
    return try body(Snapshot(connection: connection))
  }

  /// Runs `body` in one write transaction and commits it when `body` returns.
  ///
  /// The changes are durable when `write` returns. If `body` throws, all of them are rolled back.
  ///
  /// - Throws: The error that `body` throws, ``StoreError/busy`` if another process holds the write
  ///   lock for too long, ``StoreError/newerSchema`` if another process migrated the store,
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
      let observers = observers.withLock { Array($0.values) }
      let recorder = connection.recorder
      recorder.begin(keepingIdentities: !observers.isEmpty)
      connection.setUpdateHook(to: observers.isEmpty ? nil : recorder)
      // A plain `BEGIN` would let another process write between the reads and the writes of `body`.
      try connection.begin("BEGIN IMMEDIATE", for: model)
      defer { recorder.end() }
      do throws(StoreError) {
        result = try body(
          Transaction(connection: connection, model: model, isSoleRequest: isSoleRequest))
        try connection.statement("COMMIT").run()
      } catch {
        connection.rollback()
        throw error
      }
      // Observers are called after the commit, so they never receive changes that are rolled back.
      let changes = recorder.changes
      if !changes.isEmpty { for observer in observers { observer(changes) } }
    }
    guard let result else { preconditionFailure("a committed transaction has a result") }
    return result
  }

  /// Registers an observer that is called after each commit with changes.
  ///
  /// The observer runs on the writer's thread, in commit order, before the write returns. Using
  /// the store inside the observer throws ``StoreError/nested``. Commits through other ``Store``
  /// objects, in this process or another, are not observed.
  ///
  /// - Returns: An object that keeps the observer registered until it is deallocated.
  package func observe(_ observer: @escaping @Sendable (ChangeSet) -> Void) -> Observation {
    let number = lastObserverNumber.add(1, ordering: .relaxed).newValue
    observers.withLock { $0[number] = observer }
    return Observation { [weak self] in
      _ = self?.observers.withLock { $0.removeValue(forKey: number) }
    }
  }

  /// Returns a stream of the changes of each commit from now on.
  package func changes() -> AsyncStream<ChangeSet> {
    let (stream, continuation) = AsyncStream<ChangeSet>.makeStream()
    let observation = observe { continuation.yield($0) }
    // Capturing the observation keeps the observer registered until the stream ends.
    continuation.onTermination = { _ in withExtendedLifetime(observation) {} }
    return stream
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
  private func requireNotWriting() throws(StoreError) {
    guard writingThread.load(ordering: .relaxed) != Self.currentThread else { throw .nested }
  }

  /// Runs `body` with the connection for writing, while holding the lock that serializes the
  /// writers of this process.
  func withWriter(
    _ body: (Connection) throws(StoreError) -> Void
  ) throws(StoreError) {
    if isReadOnly { throw .readOnly(path: path, ResultCode(rawValue: SQLITE_READONLY)) }
    try requireNotWriting()
    try writer.withLock { (writer) throws(StoreError) in
      let connection: Connection
      if let writer { connection = writer } else { connection = try reader() }
      writer = connection
      writingThread.store(Self.currentThread, ordering: .relaxed)
      defer { writingThread.store(0, ordering: .relaxed) }
      try connection.prepareForWriting()
      try body(connection)
      if connectionFactory == nil { readers.invalidate() }
    }
  }

  /// The id of the calling thread (`pthread_self`).
  private static var currentThread: UInt {
    #if canImport(Darwin)
      UInt(bitPattern: pthread_self())
    #else
      UInt(pthread_self())
    #endif
  }

  /// The path that errors report.
  private var path: String {
    switch location {
    case .file(let path): path
    case .memory: ":memory:"
    }
  }
}

extension Connection {
  /// Applies the settings for writing, once per connection.
  func prepareForWriting() throws(StoreError) {
    guard !isWriter else { return }
    // SQLite keeps a journal for a statement that may fail halfway. In a temporary file, the
    // journal would cost more time than the statement.
    try execute("PRAGMA temp_store = MEMORY")
    isWriter = true
  }

  /// Applies the settings that the file does not store.
  func configure() throws(StoreError) {
    try execute(
      """
      PRAGMA foreign_keys = ON;
      PRAGMA synchronous = FULL;
      PRAGMA trusted_schema = OFF
      """)
    #if canImport(Darwin)
      // On Apple platforms, `fsync` alone may leave the data in the drive's cache.
      try execute("PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON")
    #endif
  }

  /// Whether the database was opened for reading only (`sqlite3_db_readonly`).
  var isReadOnly: Bool { unsafe sqlite3_db_readonly(pointer, "main") == 1 }

  /// Begins a transaction and verifies that no other process has migrated the store.
  ///
  /// - Parameters:
  ///   - sql: The statement that begins the transaction: `BEGIN` or `BEGIN IMMEDIATE`.
  ///   - model: The model whose version the store must have.
  /// - Throws: ``StoreError/newerSchema`` or ``StoreError/olderSchema`` if the version differs from
  ///   the model's.
  func begin(_ sql: String, for model: Model) throws(StoreError) {
    try statement(sql).run()
    do throws(StoreError) {
      let found = try userVersion()
      if found > model.version { throw .newerSchema(found: found, known: model.version) }
      if found < model.version { throw .olderSchema(found: found, known: model.version) }
    } catch {
      rollback()
      throw error
    }
  }

  /// Ends a transaction and discards its changes. Does nothing if SQLite already rolled it back
  /// (after a full disk or by `OR ROLLBACK`).
  func rollback() {
    guard isInTransaction else { return }
    // A rollback fails only if there is nothing left to roll back.
    try? execute("ROLLBACK")
  }

  /// Ends a read transaction, even while one of its statements is running.
  func endReading() {
    guard isInTransaction else { return }
    try? statement("COMMIT").run()
    // A `COMMIT` that fails leaves the transaction open.
    if isInTransaction { rollback() }
  }
}
