internal import CSQLite

/// One column of a statement's current row (`sqlite3_column_*`). Valid until the statement steps on.
@safe @frozen @usableFromInline
package struct Cell {
  @usableFromInline let statement: OpaquePointer
  @usableFromInline let index: Int32

  @inlinable
  init(statement: OpaquePointer, index: Int32) {
    unsafe self.statement = statement
    self.index = index
  }

  @usableFromInline
  package var isNull: Bool { unsafe sqlite3_column_type(statement, index) == SQLITE_NULL }

  @usableFromInline
  package var integer: Int64 { unsafe sqlite3_column_int64(statement, index) }

  @usableFromInline
  package var real: Double { unsafe sqlite3_column_double(statement, index) }

  /// The text. Read as bytes, since `sqlite3_column_text` copies it only to end it with a NUL.
  @usableFromInline
  package var text: String {
    unsafe String(decoding: unsafeBytes, as: UTF8.self)
  }

  package var blob: [UInt8] { unsafe [UInt8](unsafeBytes) }

  /// The bytes of a text or a blob, in SQLite's own memory.
  @usableFromInline
  var unsafeBytes: UnsafeRawBufferPointer {
    let start = unsafe sqlite3_column_blob(statement, index)
    let count = unsafe Int(sqlite3_column_bytes(statement, index))
    return unsafe UnsafeRawBufferPointer(start: start, count: count)
  }

  /// The value in the type that SQLite stores it in.
  package var value: Value {
    switch unsafe sqlite3_column_type(statement, index) {
    case SQLITE_INTEGER: .integer(integer)
    case SQLITE_FLOAT: .real(real)
    case SQLITE_TEXT: .text(text)
    case SQLITE_BLOB: .blob(blob)
    default: .null
    }
  }

  @usableFromInline
  package func unreadable(as type: Any.Type) -> StoreError {
    .unreadable(column: Int(index), value: value, type: "\(type)")
  }
}

/// One parameter of a statement (`sqlite3_bind_*`). Values are copied.
@safe @frozen @usableFromInline
package struct Slot {
  @usableFromInline let statement: OpaquePointer
  @usableFromInline let index: Int32

  @inlinable
  init(statement: OpaquePointer, index: Int32) {
    unsafe self.statement = statement
    self.index = index
  }

  @usableFromInline
  package func set(_ number: Int64) throws(StoreError) {
    try check(unsafe sqlite3_bind_int64(statement, index, number))
  }

  @usableFromInline
  package func set(_ number: Double) throws(StoreError) {
    try check(unsafe sqlite3_bind_double(statement, index, number))
  }

  @usableFromInline
  package func set(_ text: String) throws(StoreError) {
    var text = text
    let code = text.withUTF8 { bytes in
      let start = unsafe UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
      // A null pointer would bind NULL, not the empty text.
      return if let start = unsafe start {
        unsafe sqlite3_bind_text64(
          statement, index, start, UInt64(bytes.count), Self.transient, UInt8(SQLITE_UTF8))
      } else {
        unsafe sqlite3_bind_text64(statement, index, "", 0, Self.transient, UInt8(SQLITE_UTF8))
      }
    }
    try check(code)
  }

  @usableFromInline
  package func set(_ bytes: [UInt8]) throws(StoreError) {
    var code = SQLITE_OK
    unsafe bytes.withUnsafeBytes { unsafe code = bind(raw: $0) }
    try check(code)
  }

  func set(raw bytes: UnsafeRawBufferPointer) throws(StoreError) {
    try check(unsafe bind(raw: bytes))
  }

  private func bind(raw bytes: UnsafeRawBufferPointer) -> Int32 {
    guard let start = bytes.baseAddress, bytes.count > 0 else {
      // A null pointer would bind NULL, not the empty blob.
      return unsafe sqlite3_bind_zeroblob(statement, index, 0)
    }
    return unsafe sqlite3_bind_blob64(
      statement, index, start, UInt64(bytes.count), Self.transient)
  }

  @usableFromInline
  package func set(_ value: Value) throws(StoreError) {
    switch value {
    case .null: try check(unsafe sqlite3_bind_null(statement, index))
    case .integer(let number): try set(number)
    case .real(let number): try set(number)
    case .text(let text): try set(text)
    case .blob(let bytes): try set(bytes)
    }
  }

  /// `SQLITE_TRANSIENT`: SQLite copies before the call returns. Its macro is a cast that Swift cannot import.
  private static var transient: sqlite3_destructor_type {
    unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  private func check(_ code: Int32) throws(StoreError) {
    guard code != SQLITE_OK else { return }
    throw .sqlite(ResultCode(rawValue: code), detail: "")
  }
}
