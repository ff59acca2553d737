/// What can be asked of a store inside a `read` or a `write`.
@usableFromInline
package protocol ReadAccess: ~Copyable {
  var connection: Connection { get }
}

extension ReadAccess where Self: ~Copyable {
  /// The objects that a fetch describes.
  package func fetch<E: Entity>(_ fetch: FetchRequest<E>) throws(StoreError) -> [E] {
    var objects: [E] = []
    if fetch.isUnrestricted { objects.reserveCapacity(try count(fetch)) }
    let rows = try rows(of: fetch)
    defer { rows.end() }
    _ = try E.schema.collect(rows, .max, &objects)
    return objects
  }

  /// The first object that a fetch describes; nil where there is none.
  package func first<E: Entity>(_ fetch: FetchRequest<E>) throws(StoreError) -> E? {
    var fetch = fetch
    fetch.limit = min(fetch.limit ?? 1, 1)
    return try self.fetch(fetch).first
  }

  /// The object with this identity; nil where there is none.
  package func find<E: Entity>(_ identity: Identity<E>) throws(StoreError) -> E? {
    let statement = try connection.statements(for: E.self).find()
    try statement.slot(1).set(identity.rawValue)
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    var row = statement.row
    return try E.schema.decode(&row)
  }

  /// How many objects a fetch describes.
  package func count<E: Entity>(_ fetch: FetchRequest<E>) throws(StoreError) -> Int {
    var sql = SQLText(over: E.table)
    if fetch.limit == nil && fetch.offset == 0 {
      var unordered = fetch
      unordered.order = []
      sql = unordered.sql(selecting: "count(*)")
    } else {
      sql.append("SELECT count(*) FROM (SELECT 1 FROM \(E.table.quotedName)")
      fetch.appendConditions(to: &sql)
      sql.append(")")
    }
    return Int(try connection.statement(sql.text).integer(sql.values) ?? 0)
  }

  /// The identities of the objects that a fetch describes.
  package func identities<E: Entity>(_ fetch: FetchRequest<E>) throws(StoreError) -> [Identity<E>] {
    var identities: [Identity<E>] = []
    let column = E.table.columns[E.table.identity].quotedName
    try connection.forEachRow(of: fetch.sql(selecting: column)) { (row) throws(StoreError) in
      identities.append(try row.next())
      return true
    }
    return identities
  }

  /// Whether there is any object that a fetch describes.
  package func exists<E: Entity>(_ fetch: FetchRequest<E>) throws(StoreError) -> Bool {
    var fetch = fetch
    fetch.order = []
    fetch.limit = min(fetch.limit ?? 1, 1)
    return try !identities(fetch).isEmpty
  }
}

extension Connection {
  /// Steps through a query; `body` says whether to go on.
  func forEachRow(
    of sql: SQLText, _ body: (inout Row) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let statement = try statement(sql.text)
    try statement.bind(sql.values)
    defer { statement.reset() }
    while try statement.step() {
      var row = statement.row
      guard try body(&row) else { return }
    }
  }
}

/// A store as it was when the `read` began, whatever is written meanwhile.
@usableFromInline
package struct Snapshot: ~Copyable, ReadAccess {
  @usableFromInline package let connection: Connection
}
