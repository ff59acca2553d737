/// A property of an entity, for reading it out of rows; made once before many are read.
@frozen @usableFromInline
package struct Field<E: Entity, V: ColumnValue>: Sendable {
  @usableFromInline let index: Int32

  package init(_ path: KeyPath<E, V>) {
    guard let position = E.table.position(of: Column.offset(of: path)) else {
      preconditionFailure("\(path) has no column in \(E.self)")
    }
    index = Int32(position)
  }
}

/// A row of a running fetch in SQLite's own memory, for scanning very many without making objects.
@safe @frozen @usableFromInline
package struct RowView<E: Entity>: ~Copyable {
  @usableFromInline let statement: OpaquePointer

  @inlinable
  init(_ statement: OpaquePointer) { unsafe self.statement = statement }

  /// The value of a property.
  /// - throws: `StoreError.unreadable`.
  @inlinable
  package func callAsFunction<V: ColumnValue>(_ field: Field<E, V>) throws(StoreError) -> V {
    try V(unsafe Cell(statement: statement, index: field.index))
  }

  /// Lends the bytes of a text or a blob, without copying them.
  @inlinable
  package func withBytes<V: ColumnValue, R>(of field: Field<E, V>, _ body: (RawSpan) -> R) -> R {
    body(unsafe Cell(statement: statement, index: field.index).unsafeBytes.bytes)
  }
}

extension ReadAccess where Self: ~Copyable {
  /// Goes through the rows that a fetch describes, one after the other, in memory that does not grow.
  @inlinable
  package func forEachRow<E: Entity>(
    of fetch: FetchRequest<E>, _ body: (borrowing RowView<E>) throws(StoreError) -> Void
  ) throws(StoreError) {
    let rows = try rows(of: fetch)
    defer { rows.end() }
    while try rows.advance() { try body(unsafe RowView(rows.pointer)) }
  }

  /// Goes through the objects that a fetch describes, one after the other.
  package func forEach<E: Entity>(
    _ fetch: FetchRequest<E>, _ body: (E) throws(StoreError) -> Void
  ) throws(StoreError) {
    let rows = try rows(of: fetch)
    defer { rows.end() }
    try E.schema.forEach(rows, body)
  }

  /// Starts the statement whose rows are the objects of a fetch, each with all properties in their order.
  @usableFromInline
  func rows<E: Entity>(of fetch: FetchRequest<E>) throws(StoreError) -> Rows {
    let sql = fetch.sql(selecting: E.table.allNames)
    let statement = try connection.statement(sql.text)
    try statement.bind(sql.values)
    return Rows(statement)
  }
}
