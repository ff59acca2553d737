internal import CSQLite

/// The owner of one `sqlite3 *`: it is closed with its owner.
@safe
struct DatabaseHandle: ~Copyable {
  let pointer: OpaquePointer

  /// Nobody asks how much memory SQLite has, and a batch asks it for memory for every row.
  private static let configuration: Void = bootstrap_sqlite_without_memory_statistics()

  /// - parameter flags: as of `sqlite3_open_v2`; `SQLITE_OPEN_NOMUTEX` is added, since the store sees
  ///   to it that a connection has one user at a time (SQLite's own mutex costs a quarter of a fetch).
  init(opening name: String, flags: Int32, path: String) throws(StoreError) {
    Self.configuration
    var pointer: OpaquePointer?
    let code = unsafe sqlite3_open_v2(
      name, &pointer, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI, nil)
    guard let pointer = unsafe pointer else {
      throw .sqlite(ResultCode(rawValue: code), detail: "")
    }
    guard code == SQLITE_OK else {
      // SQLite hands out a connection even then, to ask what went wrong.
      let failure = unsafe StoreError(of: pointer, code: code, path: path)
      unsafe sqlite3_close_v2(pointer)
      throw failure
    }
    unsafe sqlite3_extended_result_codes(pointer, 1)
    unsafe self.pointer = pointer
  }

  deinit { unsafe sqlite3_close_v2(pointer) }
}

/// A connection with its cached statements, its busy handler and its interrupts.
///
/// Used by one thread at a time: by the holder of the store's write lock, or by whoever took it out of
/// the pool of readers. That is why it may go from thread to thread (`@unchecked Sendable`) though
/// neither SQLite's handle (opened without a mutex) nor the cache is protected.
@safe @usableFromInline
package final class Connection: @unchecked Sendable {
  let path: String
  private let handle: DatabaseHandle
  private let busyTimeout: BusyTimeout
  private var statements: [String: Statement] = [:]
  private var entityStatements: [ObjectIdentifier: EntityStatements] = [:]

  /// Whether the settings of a writer were made.
  var isWriter = false

  /// Hears of changes while a transaction runs that somebody observes.
  let recorder = ChangeRecorder()

  /// The commit that a frozen copy was made after (`ReaderPool.generation`); 0 for a file's connection.
  let generation: Int

  var pointer: OpaquePointer { unsafe handle.pointer }

  init(
    name: String, flags: Int32, path: String, busyTimeout limit: Duration, generation: Int = 0
  ) throws(StoreError) {
    self.path = path
    self.generation = generation
    handle = try DatabaseHandle(opening: name, flags: flags, path: path)
    busyTimeout = BusyTimeout(limit: limit)
    unsafe sqlite3_busy_handler(
      handle.pointer,
      { context, count in
        guard let context = unsafe context else { return 0 }
        let busyTimeout = unsafe Unmanaged<BusyTimeout>.fromOpaque(context).takeUnretainedValue()
        return busyTimeout.waits(attempt: count) ? 1 : 0
      }, Unmanaged.passUnretained(busyTimeout).toOpaque())
  }

  deinit {
    // Before the handle: `sqlite3_close_v2` leaves a connection open that has statements left.
    entityStatements.removeAll()
    statements.removeAll()
  }

  /// Runs statements that give no rows; none of them holds a value from outside.
  func execute(_ sql: String) throws(StoreError) {
    let code = unsafe sqlite3_exec(pointer, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// The statement for `sql`, ready to be bound. Prepared once; while one runs, another is prepared.
  func statement(_ sql: String) throws(StoreError) -> Statement {
    if let cached = statements[sql] {
      guard cached.isRunning else { return cached }
      return try Statement(sql, on: self)
    }
    // Texts repeat; a program that makes ever new ones shall not keep them all.
    if statements.count >= 128 { statements = statements.filter { $0.value.isRunning } }
    let statement = try Statement(sql, on: self)
    statements[sql] = statement
    return statement
  }

  /// The statements that every use of an entity needs, found without building their text.
  func statements(for entity: any Entity.Type) -> EntityStatements {
    let key = ObjectIdentifier(entity)
    if let cached = entityStatements[key] { return cached }
    let made = EntityStatements(for: entity.table, on: self)
    entityStatements[key] = made
    return made
  }

  var isInTransaction: Bool { unsafe sqlite3_get_autocommit(pointer) == 0 }

  /// Some errors make SQLite roll the transaction back. What came after would be kept by itself.
  func requireTransaction() throws(StoreError) {
    guard isInTransaction else { throw .transactionEnded }
  }

  /// How many rows the last statement changed itself, without delete rules (`sqlite3_changes`).
  var changes: Int { unsafe Int(sqlite3_changes(pointer)) }

  /// How many rows were changed since the connection was opened (`sqlite3_total_changes`).
  var totalChanges: Int { unsafe Int(sqlite3_total_changes(pointer)) }

  var lastInsertedRowID: Int64 { unsafe sqlite3_last_insert_rowid(pointer) }

  /// A read-only copy in memory of this database in memory, as it is now.
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

  func userVersion() throws(StoreError) -> Int {
    Int(try statement("PRAGMA user_version").integer() ?? 0)
  }

  func failure(_ code: Int32) -> StoreError {
    unsafe StoreError(of: pointer, code: code, path: path)
  }
}
