extension ReadAccess where Self: ~Copyable {
  /// Returns the objects that a fetch describes, in the order of the fetch.
  package func fetch<E: Entity>(_ fetch: FetchRequest<E>) throws(StoreError) -> [E] {
    var objects: [E] = []
    if fetch.isUnrestricted { objects.reserveCapacity(try count(fetch)) }
    let rows = try rows(of: fetch)
    defer { rows.end() }
    _ = try E.schema.collect(rows, .max, &objects)
    return objects
  }

  /// Returns the first object that a fetch describes, or `nil` if there is none.
  package func first<E: Entity>(_ fetch: FetchRequest<E>) throws(StoreError) -> E? {
    var fetch = fetch
    fetch.limit = min(fetch.limit ?? 1, 1)
    return try self.fetch(fetch).first
  }

  /// Returns the number of objects that a fetch describes, within its limit and offset. Other
  /// modules select ``ValueExpression/count()``.
  func count<E: Entity>(_ fetch: FetchRequest<E>) throws(StoreError) -> Int {
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
    return Int(try connection.statement(sql).integer() ?? 0)
  }

  /// Returns the identities of the objects that a fetch describes, in the order of the fetch.
  package func identities<E: Entity>(_ fetch: FetchRequest<E>) throws(StoreError) -> [Identity<E>] {
    var identities: [Identity<E>] = []
    let column = E.table.columns[E.table.identity].quotedName
    try connection.forEachRow(of: fetch.sql(selecting: column)) { (row) throws(StoreError) in
      identities.append(try row.next())
      return true
    }
    return identities
  }

  /// Returns whether a fetch describes at least one object.
  package func exists<E: Entity>(_ fetch: FetchRequest<E>) throws(StoreError) -> Bool {
    var fetch = fetch
    fetch.order = []
    fetch.limit = min(fetch.limit ?? 1, 1)
    return try !identities(fetch).isEmpty
  }
}
