internal import CSQLite
internal import LibC
internal import Synchronization

/// A store of objects, in a file or in memory, with the same behaviour.
///
/// One `write` runs at a time, in this process and among all (`BEGIN IMMEDIATE`); a `read` sees the store
/// as it was when it began and neither waits for a writer nor keeps one waiting. Both are synchronous and
/// may be called from any thread. Inside a `write` of the same store no other can begin.
package final class Store: Sendable {
  package enum Location: Sendable, Equatable {
    /// A file; it is created where there is none, in a directory that exists.
    case file(String)
    /// Memory of this process, gone with the store.
    case memory
  }

  package struct Options: Sendable {
    /// How long to wait for another process's write.
    package var busyTimeout: Duration

    package init(busyTimeout: Duration = .seconds(10)) { self.busyTimeout = busyTimeout }
  }

  package let location: Location
  package let model: Model

  /// Whether the store can only be read: its directory or its file cannot be written by this user.
  package let isReadOnly: Bool

  /// How a file is opened; nil for a store in memory.
  private let opening: ConnectionFactory?
  private let writer: Mutex<Connection?>
  private let readers = ReaderPool()
  private let observers = Mutex<[Int: @Sendable (ChangeSet) -> Void]>([:])
  private let observerCount = Atomic<Int>(0)
  private let writingThread = Atomic<UInt>(0)

  /// Opens a store that needs no migration, and creates it where there is none.
  /// - throws: `StoreError.olderSchema` where it must be migrated: see ``open(_:model:options:migration:)``.
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
      self.init(location, model, opening: nil, writer: connection)
    case .file(let path):
      let opening = ConnectionFactory(file: StoreFile(path: path), model: model, options: options)
      let connection = try opening.connect()
      try opening.requireCurrent(connection)
      self.init(
        location, model, opening: opening, writer: nil, isReadOnly: connection.isReadOnly)
      readers.giveBack(connection)
    }
  }

  private init(
    _ location: Location, _ model: Model, opening: ConnectionFactory?, writer: Connection?,
    isReadOnly: Bool = false
  ) {
    self.location = location
    self.model = model
    self.opening = opening
    self.writer = Mutex(writer)
    self.isReadOnly = isReadOnly
  }

  /// Runs `body` in one read transaction.
  /// - throws: What `body` throws; `StoreError.newerSchema`, `.nested`.
  package func read<R>(
    _ body: (borrowing Snapshot) throws(StoreError) -> R
  ) throws(StoreError) -> R {
    try requireNoTransaction()
    let connection = try reader()
    defer { readers.giveBack(connection) }
    // The look at the version is also what makes the snapshot: SQLite's `BEGIN` alone does nothing yet.
    try connection.begin("BEGIN", for: model)
    defer { connection.endReading() }
    return try body(Snapshot(connection: connection))
  }

  /// Runs `body` in one write transaction, and commits it when `body` returns.
  ///
  /// What `body` did is durable when `write` returns. Where `body` throws, nothing of it is kept.
  /// - throws: What `body` throws; `StoreError.busy`, `.newerSchema`, `.full`, `.readOnly`, `.nested`.
  package func write<R>(
    _ body: (borrowing Transaction) throws(StoreError) -> R
  ) throws(StoreError) -> R {
    try write(isSoleRequest: false, body)
  }

  func write<R>(
    isSoleRequest: Bool, _ body: (borrowing Transaction) throws(StoreError) -> R
  ) throws(StoreError) -> R {
    var result: R?
    try withWriter { (connection) throws(StoreError) in
      let observers = observers.withLock { Array($0.values) }
      let recorder = connection.recorder
      recorder.begin(keepingIdentities: !observers.isEmpty)
      connection.listen(with: observers.isEmpty ? nil : recorder)
      // `BEGIN` alone would let another process write between what is read here and what is written.
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
      // Only now: what was rolled back never happened.
      let changes = recorder.changes
      if !changes.isEmpty { for observer in observers { observer(changes) } }
    }
    guard let result else { preconditionFailure("a committed transaction has a result") }
    return result
  }

  /// Calls `observer` on the writer's thread after each commit of this process with changes, in
  /// commit order, before the write returns. Using the store there throws `StoreError.nested`.
  /// - returns: what keeps the observer registered.
  package func observe(_ observer: @escaping @Sendable (ChangeSet) -> Void) -> Observation {
    let number = observerCount.add(1, ordering: .relaxed).newValue
    observers.withLock { $0[number] = observer }
    return Observation { [weak self] in
      _ = self?.observers.withLock { $0.removeValue(forKey: number) }
    }
  }

  /// The changes of each commit from now on, for a task to go through.
  package func changes() -> AsyncStream<ChangeSet> {
    let (stream, continuation) = AsyncStream<ChangeSet>.makeStream()
    let observation = observe { continuation.yield($0) }
    continuation.onTermination = { _ in withExtendedLifetime(observation) {} }
    return stream
  }

  /// A connection to read with; to be given back to the pool.
  func reader() throws(StoreError) -> Connection {
    if let connection = readers.take() { return connection }
    if let opening { return try opening.connect() }
    // A database in memory has one connection only. A reader gets a copy of it, of use until the next
    // commit: so it sees what a reader of a file would see, and never meets the writer.
    var copy: Connection?
    try writer.withLock { (writer) throws(StoreError) in
      copy = try writer?.frozenCopy(generation: readers.generation)
    }
    guard let copy else { preconditionFailure("a store in memory has its connection") }
    return copy
  }

  /// Refuses what would wait for a lock that this thread holds, and so would never end.
  private func requireNoTransaction() throws(StoreError) {
    guard writingThread.load(ordering: .relaxed) != Self.currentThread else { throw .nested }
  }

  /// Runs `body` with the one connection that writes.
  func withWriter(
    _ body: (Connection) throws(StoreError) -> Void
  ) throws(StoreError) {
    if isReadOnly { throw .readOnly(path: path, ResultCode(rawValue: SQLITE_READONLY)) }
    try requireNoTransaction()
    try writer.withLock { (writer) throws(StoreError) in
      let connection: Connection
      if let writer { connection = writer } else { connection = try reader() }
      writer = connection
      writingThread.store(Self.currentThread, ordering: .relaxed)
      defer { writingThread.store(0, ordering: .relaxed) }
      try connection.prepareForWriting()
      try body(connection)
      if opening == nil { readers.invalidate() }
    }
  }

  private static var currentThread: UInt {
    #if canImport(Darwin)
      UInt(bitPattern: pthread_self())
    #else
      UInt(pthread_self())
    #endif
  }

  private var path: String {
    switch location {
    case .file(let path): path
    case .memory: ":memory:"
    }
  }
}

extension Connection {
  /// Makes the connection the writer, once.
  func prepareForWriting() throws(StoreError) {
    guard !isWriter else { return }
    // Statements that may fail halfway keep a journal of their own; on disk it costs more than they do.
    try execute("PRAGMA temp_store = MEMORY")
    isWriter = true
  }

  /// Settings that are not kept in the file.
  func configure() throws(StoreError) {
    try execute(
      """
      PRAGMA foreign_keys = ON;
      PRAGMA synchronous = FULL;
      PRAGMA trusted_schema = OFF
      """)
    #if canImport(Darwin)
      // Without these, `fsync` on Apple's systems leaves the data in the drive's own cache.
      try execute("PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON")
    #endif
  }

  var isReadOnly: Bool { unsafe sqlite3_db_readonly(pointer, "main") == 1 }

  /// Begins a transaction, then makes sure that nobody has migrated the store meanwhile.
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

  /// Ends a transaction without keeping it. SQLite has ended some by itself (a full disk, `OR ROLLBACK`).
  func rollback() {
    guard isInTransaction else { return }
    // A rollback fails only where there is nothing left to roll back.
    try? execute("ROLLBACK")
  }

  func endReading() {
    guard isInTransaction else { return }
    try? statement("COMMIT").run()
    // A statement that still runs keeps the transaction open.
    if isInTransaction { rollback() }
  }
}
