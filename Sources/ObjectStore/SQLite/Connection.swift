internal import CSQLite
internal import LibC

/// The owner of one `sqlite3 *`, which is closed when the owner is deinitialized.
@safe
struct DatabaseHandle: ~Copyable {
  let pointer: OpaquePointer

  /// Turns off SQLite's memory statistics, which are unused and slow down every row of a batch.
  /// SQLite allows this only before its first use in the process. The initializer of this constant
  /// therefore runs once, before the first connection is opened.
  private static let configuration: Void = bootstrap_sqlite_without_memory_statistics()

  /// The name of the VFS that allocates all of a `-shm` file, or `nil` to use the system's. It is
  /// registered once.
  private nonisolated(unsafe) static let allocatingVFS = unsafe bootstrap_sqlite_allocating_vfs()

  /// Opens a database.
  ///
  /// - Parameters:
  ///   - name: The path or `file:` URI of the database, or `:memory:`.
  ///   - flags: The flags of `sqlite3_open_v2`. `SQLITE_OPEN_NOMUTEX` is added, because SQLite's
  ///     own mutex takes a quarter of the time of a fetch. The store ensures that a connection
  ///     has one user at a time.
  ///   - path: The path that errors report.
  ///   - allocatesSharedMemory: Whether the file system has such small blocks that SQLite does not
  ///     allocate all of its `-shm` file.
  init(
    opening name: String, flags: Int32, path: String, allocatesSharedMemory: Bool
  ) throws(StoreError) {
    Self.configuration
    var pointer: OpaquePointer?
    let code = unsafe sqlite3_open_v2(
      name, &pointer, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI,
      allocatesSharedMemory ? Self.allocatingVFS : nil)
    guard let pointer = unsafe pointer else {
      throw .sqlite(ResultCode(rawValue: code), detail: "")
    }
    guard code == SQLITE_OK else {
      // SQLite returns a connection even on failure, to read the error from.
      let failure = unsafe StoreError(of: pointer, code: code, path: path)
      unsafe sqlite3_close_v2(pointer)
      throw failure
    }
    unsafe sqlite3_extended_result_codes(pointer, 1)
    // A property without a column would otherwise equal its own name, in deletions too.
    unsafe bootstrap_sqlite_without_quoted_texts(pointer)
    unsafe self.pointer = pointer
  }

  deinit { unsafe sqlite3_close_v2(pointer) }
}

/// A connection to a database, with its cached statements and its busy handler.
///
/// Used by one thread at a time: the holder of the store's write lock, or the thread that took the
/// connection from the pool of readers. This makes `@unchecked Sendable` valid, although no lock
/// protects SQLite's handle (opened without a mutex) or the cache.
@safe
@usableFromInline
package final class Connection: @unchecked Sendable {
  /// The path that errors report.
  let path: String
  private let handle: DatabaseHandle
  private let busyTimeout: BusyTimeout
  /// The cached statements by their SQL text.
  private var statements: [String: Statement] = [:]
  /// The cached statements by entity type.
  private var entityStatements: [ObjectIdentifier: EntityStatements] = [:]

  /// Whether the settings for writing were applied.
  var isWriter = false

  /// The recorder of changes, active while a running transaction is observed.
  let recorder = ChangeRecorder()

  /// The generation that a frozen copy belongs to (``ReaderPool/generation``), or 0 for any
  /// other connection.
  let generation: Int

  /// The `sqlite3 *`, valid as long as the connection.
  var pointer: OpaquePointer { unsafe handle.pointer }

  /// Opens a database and installs the busy handler.
  ///
  /// - Parameters:
  ///   - name: The path or `file:` URI of the database, or `:memory:`.
  ///   - flags: The flags of `sqlite3_open_v2`.
  ///   - path: The path that errors report.
  ///   - limit: The maximum time to wait for a lock.
  ///   - allocatesSharedMemory: See ``StoreFile/hasSmallBlocks``.
  ///   - whileWaiting: Called once in each wait that lasts noticeably long.
  ///   - generation: The generation of a frozen copy, or 0 for any other connection.
  init(
    name: String, flags: Int32, path: String, busyTimeout limit: Duration,
    allocatesSharedMemory: Bool = false, whileWaiting: @escaping @Sendable () -> Void = {},
    generation: Int = 0
  ) throws(StoreError) {
    self.path = path
    self.generation = generation
    handle = try DatabaseHandle(
      opening: name, flags: flags, path: path, allocatesSharedMemory: allocatesSharedMemory)
    busyTimeout = BusyTimeout(limit: limit, whileWaiting: whileWaiting)
    unsafe sqlite3_busy_handler(
      handle.pointer,
      { context, count in
        guard let context = unsafe context else { return 0 }
        let failure = errno
        let busyTimeout = unsafe Unmanaged<BusyTimeout>.fromOpaque(context).takeUnretainedValue()
        return busyTimeout.waitBeforeRetry(attempt: count, after: failure) ? 1 : 0
      }, Unmanaged.passUnretained(busyTimeout).toOpaque())
  }

  deinit {
    // The statements must be finalized before the handle closes, because `sqlite3_close_v2` keeps
    // a connection with statements open.
    entityStatements.removeAll()
    statements.removeAll()
  }

  /// Runs statements that return no rows (`sqlite3_exec`). The text has no parameters, so all
  /// values are part of it. It must not contain untrusted values.
  func execute(_ sql: String) throws(StoreError) {
    let code = unsafe sqlite3_exec(pointer, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// Returns the statement for `sql`, ready to be bound. The statement is prepared once and cached.
  /// While the cached statement is running, returns a new one that is not cached.
  func statement(_ sql: String) throws(StoreError) -> Statement {
    if let cached = statements[sql] {
      guard cached.isRunning else { return cached }
      return try Statement(sql, on: self)
    }
    // SQL texts usually repeat. The limit of 128 statements bounds the memory of a program that
    // keeps generating new texts.
    if statements.count >= 128 { statements = statements.filter { $0.value.isRunning } }
    let statement = try Statement(sql, on: self)
    statements[sql] = statement
    return statement
  }

  /// Returns the common statements of an entity. They are cached by the entity's type, so a lookup
  /// need not build their SQL text.
  ///
  /// - Parameter sql: Returns the SQL. Called once for each entity.
  func statements(
    for entity: ObjectIdentifier, _ sql: () -> any EntitySQL
  ) -> EntityStatements {
    if let cached = entityStatements[entity] { return cached }
    let made = EntityStatements(sql(), on: self)
    entityStatements[entity] = made
    return made
  }

  /// Lets other processes write first if some are probably waiting.
  func giveWay() { busyTimeout.giveWay() }

  /// Whether a transaction is open (`sqlite3_get_autocommit`).
  var isInTransaction: Bool { unsafe sqlite3_get_autocommit(pointer) == 0 }

  /// Throws ``StoreError/transactionEnded`` if SQLite rolled the transaction back after an error.
  /// Outside a transaction, SQLite would commit each later change on its own.
  func requireTransaction() throws(StoreError) {
    guard isInTransaction else { throw .transactionEnded }
  }

  /// The number of rows changed by the last statement, not counting delete
  /// rules (`sqlite3_changes`).
  var changes: Int { unsafe Int(sqlite3_changes(pointer)) }

  /// The number of rows changed since the connection was opened (`sqlite3_total_changes`).
  var totalChanges: Int { unsafe Int(sqlite3_total_changes(pointer)) }

  /// The row id of the last inserted object (`sqlite3_last_insert_rowid`).
  var lastInsertedRowID: Int64 { unsafe sqlite3_last_insert_rowid(pointer) }

  /// Returns a connection to a read-only copy, in memory, of this in-memory database.
  ///
  /// - Parameter generation: The current generation of the pool that the copy will belong to.
  func frozenCopy(generation: Int) throws(StoreError) -> Connection {
    let copy = try Connection(
      name: ":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, path: path,
      busyTimeout: .zero, generation: generation)
    var size: Int64 = 0
    guard let image = unsafe sqlite3_serialize(pointer, "main", &size, 0) else {
      throw failure(SQLITE_NOMEM)
    }
    let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_READONLY)
    let code = unsafe sqlite3_deserialize(copy.pointer, "main", image, size, size, flags)
    guard code == SQLITE_OK else { throw copy.failure(code) }
    return copy
  }

  /// Returns the schema version of the store (`PRAGMA user_version`).
  func userVersion() throws(StoreError) -> Int {
    Int(try statement("PRAGMA user_version").integer() ?? 0)
  }

  /// Returns the error for a result code, with SQLite's message for the connection's last call.
  func failure(_ code: Int32) -> StoreError {
    unsafe StoreError(of: pointer, code: code, path: path)
  }
}
