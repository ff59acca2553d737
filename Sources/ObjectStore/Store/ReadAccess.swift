/// The queries available inside a `read` or a `write`.
@usableFromInline
package protocol ReadAccess: ~Copyable {
  /// The connection whose transaction the queries belong to.
  var connection: Connection { get }
}

extension ReadAccess where Self: ~Copyable {
  /// Returns the object with this identity, or `nil` if there is none.
  package func find<E: Entity>(_ identity: Identity<E>) throws(StoreError) -> E? {
    let statement = try connection.statements(for: E.self).find()
    try statement.parameter(1).set(identity.rawValue)
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    var row = statement.row
    return try E.schema.decode(&row)
  }
}

extension Connection {
  /// Runs a query and passes each result row to `body` until `body` returns `false`.
  func forEachRow(
    of sql: SQLText, _ body: (inout Row) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let statement = try statement(sql)
    defer { statement.reset() }
    while try statement.step() {
      var row = statement.row
      guard try body(&row) else { return }
    }
  }
}

/// A store as it was when the `read` began, unaffected by later writes.
@usableFromInline
package struct Snapshot: ~Copyable, ReadAccess {
  @usableFromInline package let connection: Connection
}
