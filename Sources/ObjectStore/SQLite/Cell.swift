internal import CSQLite

/// A column of a statement's current row (`sqlite3_column_*`), valid until the next step.
@safe
@frozen
@usableFromInline
package struct Cell {
  @usableFromInline let statement: OpaquePointer
  /// The index of the column. The first is 0.
  @usableFromInline let index: Int32

  @inlinable
  init(statement: OpaquePointer, index: Int32) {
    unsafe self.statement = statement
    self.index = index
  }

  /// Whether the value is NULL.
  @usableFromInline
  package var isNull: Bool { unsafe sqlite3_column_type(statement, index) == SQLITE_NULL }

  /// The value, converted to an integer if it has another type.
  @usableFromInline
  package var integer: Int64 { unsafe sqlite3_column_int64(statement, index) }

  /// The value, converted to a floating-point number if it has another type.
  @usableFromInline
  package var real: Double { unsafe sqlite3_column_double(statement, index) }

  /// The text, with invalid UTF-8 replaced. The text is read as bytes, because
  /// `sqlite3_column_text` would make a copy only to append a NUL.
  @usableFromInline
  package var text: String {
    unsafe String(decoding: unsafeBytes, as: UTF8.self)
  }

  /// A copy of the blob's bytes.
  @usableFromInline
  package var blob: [UInt8] { unsafe [UInt8](unsafeBytes) }

  /// The bytes of a text or blob, in SQLite's memory. Valid until the next step.
  ///
  /// Looking up a column costs five times as much as reading its value. The address and the size
  /// are therefore read from the result of a single lookup. The result is an "unprotected" value in
  /// SQLite's terms, which makes no difference on a connection without a mutex.
  @usableFromInline
  var unsafeBytes: UnsafeRawBufferPointer {
    let value = unsafe sqlite3_column_value(statement, index)
    let start = unsafe sqlite3_value_blob(value)
    let count = unsafe Int(sqlite3_value_bytes(value))
    return unsafe UnsafeRawBufferPointer(start: start, count: count)
  }

  /// The value, in its storage class.
  package var value: StoredValue {
    switch unsafe sqlite3_column_type(statement, index) {
    case SQLITE_INTEGER: .integer(integer)
    case SQLITE_FLOAT: .real(real)
    case SQLITE_TEXT: .text(text)
    case SQLITE_BLOB: .blob(blob)
    default: .null
    }
  }

  /// Returns the error ``StoreError/unreadable`` for this cell, whose value does not fit `type`.
  @usableFromInline
  package func unreadable(as type: Any.Type) -> StoreError {
    .unreadable(column: Int(index), value: value, type: "\(type)")
  }
}
