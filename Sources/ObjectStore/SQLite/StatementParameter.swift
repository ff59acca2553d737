internal import CSQLite

/// A parameter of a statement (`sqlite3_bind_*`). Bound values are copied.
@safe
@frozen
@usableFromInline
package struct StatementParameter {
  @usableFromInline let statement: OpaquePointer
  /// The index of the parameter. The first is 1.
  @usableFromInline let index: Int32
  /// The statement's buffer for texts and blobs.
  private let buffer: UnsafeMutablePointer<BindingBuffer>

  init(statement: OpaquePointer, index: Int32, buffer: UnsafeMutablePointer<BindingBuffer>) {
    unsafe self.statement = statement
    self.index = index
    unsafe self.buffer = buffer
  }

  /// Binds NULL.
  @usableFromInline
  package func setNull() throws(StoreError) {
    try check(unsafe sqlite3_bind_null(statement, index))
  }

  /// Binds an `INTEGER`.
  @usableFromInline
  package func set(_ number: Int64) throws(StoreError) {
    try check(unsafe sqlite3_bind_int64(statement, index, number))
  }

  /// Binds a `REAL`.
  ///
  /// - Throws: ``StoreError/notANumber`` for NaN, which SQLite would store as NULL.
  @usableFromInline
  package func set(_ number: Double) throws(StoreError) {
    guard !number.isNaN else { throw .notANumber }
    try check(unsafe sqlite3_bind_double(statement, index, number))
  }

  /// Binds a `TEXT` in UTF-8.
  @usableFromInline
  package func set(_ text: String) throws(StoreError) {
    var text = text
    let code = text.withUTF8 { unsafe bind(utf8: $0) }
    try check(code)
  }

  /// Binds a text and returns SQLite's result code.
  private func bind(utf8 bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
    let bytes = UnsafeRawBufferPointer(bytes)
    let copy = unsafe buffer.pointee.copy(bytes)
    // A null pointer would bind NULL instead of an empty text.
    guard let start = unsafe copy ?? bytes.baseAddress else {
      return unsafe sqlite3_bind_text64(statement, index, "", 0, nil, UInt8(SQLITE_UTF8))
    }
    return unsafe sqlite3_bind_text64(
      statement, index, start.assumingMemoryBound(to: CChar.self), UInt64(bytes.count),
      copy == nil ? Self.transient : nil, UInt8(SQLITE_UTF8))
  }

  /// Binds a `BLOB`.
  @usableFromInline
  package func set(_ bytes: [UInt8]) throws(StoreError) {
    var code = SQLITE_OK
    unsafe bytes.withUnsafeBytes { unsafe code = bind(raw: $0) }
    try check(code)
  }

  /// Binds the bytes at an address as a `BLOB`.
  func set(raw bytes: UnsafeRawBufferPointer) throws(StoreError) {
    try check(unsafe bind(raw: bytes))
  }

  /// Binds a blob and returns SQLite's result code.
  private func bind(raw bytes: UnsafeRawBufferPointer) -> Int32 {
    guard let start = bytes.baseAddress, bytes.count > 0 else {
      // A null pointer would bind NULL instead of an empty blob.
      return unsafe sqlite3_bind_zeroblob(statement, index, 0)
    }
    let copy = unsafe buffer.pointee.copy(bytes)
    return unsafe sqlite3_bind_blob64(
      statement, index, copy ?? start, UInt64(bytes.count), copy == nil ? Self.transient : nil)
  }

  /// Binds a value in its storage class.
  @usableFromInline
  package func set(_ value: StoredValue) throws(StoreError) {
    switch value {
    case .null: try setNull()
    case .integer(let number): try set(number)
    case .real(let number): try set(number)
    case .text(let text): try set(text)
    case .blob(let bytes): try set(bytes)
    }
  }

  /// The destructor `SQLITE_TRANSIENT`, with which SQLite copies the bytes before the call returns.
  /// Swift cannot import the macro, which is a cast. Bytes in the buffer stay in place and need no
  /// copy, so they are bound with `nil` (`SQLITE_STATIC`).
  private static var transient: sqlite3_destructor_type {
    unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  /// Throws ``StoreError/sqlite`` unless `code` is `SQLITE_OK`.
  private func check(_ code: Int32) throws(StoreError) {
    guard code != SQLITE_OK else { return }
    throw .sqlite(ResultCode(rawValue: code), detail: "")
  }
}
