internal import CSQLite

/// A column of a statement's current row (`sqlite3_column_*`), valid until the next step.
@safe
@frozen
@usableFromInline
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

  /// The text. It is read as bytes, since `sqlite3_column_text` would copy it just to append a NUL.
  @usableFromInline
  package var text: String {
    unsafe String(decoding: unsafeBytes, as: UTF8.self)
  }

  @usableFromInline
  package var blob: [UInt8] { unsafe [UInt8](unsafeBytes) }

  /// The bytes of a text or blob, in SQLite's memory.
  ///
  /// A column lookup costs five times as much as reading its value, so there is only one lookup.
  /// The value is "unprotected", which is harmless on a connection without a mutex.
  @usableFromInline
  var unsafeBytes: UnsafeRawBufferPointer {
    let value = unsafe sqlite3_column_value(statement, index)
    let start = unsafe sqlite3_value_blob(value)
    let count = unsafe Int(sqlite3_value_bytes(value))
    return unsafe UnsafeRawBufferPointer(start: start, count: count)
  }

  /// The value, in the type that SQLite stores it in.
  package var value: StoredValue {
    switch unsafe sqlite3_column_type(statement, index) {
    case SQLITE_INTEGER: .integer(integer)
    case SQLITE_FLOAT: .real(real)
    case SQLITE_TEXT: .text(text)
    case SQLITE_BLOB: .blob(blob)
    default: .null
    }
  }

  /// Returns the error for a value that does not fit a Swift type.
  @usableFromInline
  package func unreadable(as type: Any.Type) -> StoreError {
    .unreadable(column: Int(index), value: value, type: "\(type)")
  }
}
