/// A property to read from rows. Creating a field searches for the property's column, so create
/// each field only once, before scanning many rows.
@frozen
@usableFromInline
package struct Field<E: Entity, V: ColumnValue>: Sendable {
  /// The index of the property's column. The first is 0.
  @usableFromInline let index: Int32

  /// Creates a field for a property of the schema. Any other key path is a programming error
  /// and traps.
  package init(_ path: KeyPath<E, V>) {
    guard let position = E.table.position(of: Column.offset(of: path)) else {
      preconditionFailure("\(path) has no column in \(E.self)")
    }
    index = Int32(position)
  }
}

/// The current row of a running fetch. Values are read directly from SQLite's memory, without
/// creating an object for the row.
@safe
@frozen
@usableFromInline
package struct RowView<E: Entity>: ~Copyable {
  @usableFromInline let statement: OpaquePointer

  @inlinable
  init(_ statement: OpaquePointer) { unsafe self.statement = statement }

  /// Returns the value of a property in this row.
  ///
  /// - Throws: ``StoreError/unreadable`` if the stored value does not fit the property's type.
  @inlinable
  package func callAsFunction<V: ColumnValue>(_ field: Field<E, V>) throws(StoreError) -> V {
    try V(unsafe Cell(statement: statement, index: field.index))
  }

  /// Passes the bytes of a text or blob to `body` without copying them. Text is UTF-8.
  @inlinable
  package func withBytes<V: ColumnValue, R>(of field: Field<E, V>, _ body: (RawSpan) -> R) -> R {
    body(unsafe Cell(statement: statement, index: field.index).unsafeBytes.bytes)
  }
}

extension ReadAccess where Self: ~Copyable {
  /// Passes each row that a fetch describes to `body`, using constant memory.
  @inlinable
  package func forEachRow<E: Entity>(
    of fetch: FetchRequest<E>, _ body: (borrowing RowView<E>) throws(StoreError) -> Void
  ) throws(StoreError) {
    let rows = try rows(of: fetch)
    defer { rows.end() }
    while try rows.advance() { try body(unsafe RowView(rows.pointer)) }
  }

  /// Passes each row that a fetch describes to `body`, which may throw any error, using constant
  /// memory.
  @inlinable
  package func forEachRow<E: Entity>(
    of fetch: FetchRequest<E>, _ body: (borrowing RowView<E>) throws -> Void
  ) throws {
    let rows = try rows(of: fetch)
    defer { rows.end() }
    while try rows.advance() { try body(unsafe RowView(rows.pointer)) }
  }

  /// Passes the objects that a fetch describes to `body`, one at a time, using constant memory.
  package func forEach<E: Entity>(
    _ fetch: FetchRequest<E>, _ body: (E) throws(StoreError) -> Void
  ) throws(StoreError) {
    let rows = try rows(of: fetch)
    defer { rows.end() }
    try E.schema.forEach(rows, body)
  }

  /// Passes the objects that a fetch describes to `body`, which may throw any error, one at a time,
  /// using constant memory.
  package func forEach<E: Entity>(_ fetch: FetchRequest<E>, _ body: (E) throws -> Void) throws {
    let rows = try rows(of: fetch)
    defer { rows.end() }
    while try rows.advance() {
      var row = rows.row
      try body(try E.schema.decode(&row))
    }
  }

  /// Binds the statement of a fetch and returns its rows. The columns are all properties, in
  /// declaration order.
  @usableFromInline
  func rows<E: Entity>(of fetch: FetchRequest<E>) throws(StoreError) -> Rows {
    let sql = fetch.sql(selecting: E.table.allNames)
    return Rows(try connection.statement(sql))
  }
}
