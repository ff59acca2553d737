extension ReadAccess where Self: ~Copyable {
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
