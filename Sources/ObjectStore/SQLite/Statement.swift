internal import CSQLite

/// A prepared statement (`sqlite3_stmt *`), finalized when it is deinitialized. Its connection must
/// outlive it.
@safe
@usableFromInline
final class Statement {
  /// The `sqlite3_stmt *`.
  let pointer: OpaquePointer
  private unowned let connection: Connection
  /// The buffer for bound texts and blobs. Allocated on its own, because each
  /// ``StatementParameter`` refers to it by address.
  private let buffer: UnsafeMutablePointer<BindingBuffer>

  /// Whether the statement has returned a row and may return more. Until it ends or is reset, no
  /// parameter may be bound.
  private(set) var isRunning = false

  /// Prepares a statement that will be used repeatedly (`SQLITE_PREPARE_PERSISTENT`).
  init(_ sql: String, on connection: Connection) throws(StoreError) {
    self.connection = connection
    var statement: OpaquePointer?
    let code = unsafe sqlite3_prepare_v3(
      connection.pointer, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let statement = unsafe statement else {
      throw connection.failure(code)
    }
    unsafe pointer = statement
    unsafe buffer = .allocate(capacity: 1)
    unsafe buffer.initialize(to: BindingBuffer())
  }

  deinit {
    unsafe sqlite3_finalize(pointer)
    unsafe buffer.deinitialize(count: 1)
    unsafe buffer.deallocate()
  }

  /// Binds values to the parameters, in order.
  func bind(_ values: [StoredValue]) throws(StoreError) {
    var index: Int32 = 0
    for value in values {
      index += 1
      try parameter(index).set(value)
    }
  }

  /// Returns the parameter with this index. The first is 1.
  func parameter(_ index: Int32) -> StatementParameter {
    unsafe StatementParameter(statement: pointer, index: index, buffer: buffer)
  }

  /// Returns the column of the current row with this index. The first is 0.
  func cell(_ index: Int32) -> Cell { unsafe Cell(statement: pointer, index: index) }

  /// The current row, valid until the next step.
  var row: Row { unsafe Row(statement: pointer) }

  /// Steps to the next row and returns whether there is one (`sqlite3_step`).
  func step() throws(StoreError) -> Bool {
    isRunning = true
    let code = unsafe sqlite3_step(pointer)
    if code == SQLITE_ROW { return true }
    isRunning = false
    guard code == SQLITE_DONE else {
      let failure = connection.failure(code)
      reset()
      throw failure
    }
    return false
  }

  /// Runs the statement to its end and resets it.
  func run() throws(StoreError) {
    defer { reset() }
    while try step() {}
  }

  /// Binds values and returns the first column of the first row as an integer, or `nil` if there
  /// is no row.
  func integer(_ values: [StoredValue] = []) throws(StoreError) -> Int64? {
    if !values.isEmpty { try bind(values) }
    defer { reset() }
    return try step() ? cell(0).integer : nil
  }

  /// Makes the statement ready for the next run (`sqlite3_reset`). All parameters must then be
  /// bound again, because the buffer with their values is reused.
  func reset() {
    unsafe sqlite3_reset(pointer)
    unsafe buffer.pointee.clear()
    isRunning = false
  }
}
