/// The queries of a live result: for all rows, and for those of changed objects.
struct ResultQuery<E: Entity>: Sendable {
  /// What was read.
  enum Reading: Sendable {
    /// All rows, in their order.
    case all([ResultRow<E>])
    /// The rows of some objects, or `nil` for one that does not belong to the result.
    case some([(Identity<E>, ResultRow<E>?)])
  }

  let request: FetchRequest<E>
  let order: ResultOrder<E>
  /// The names of the tables that the result depends on.
  let tables: Set<String>

  /// The maximum number of objects to look up one by one. For more, a single query is faster.
  static var lookUpLimit: Int { 1000 }

  init(_ request: FetchRequest<E>, model: Model) {
    self.request = request
    order = ResultOrder(request.order)
    let terms = request.order.map(\.term) + [request.predicate?.term].compactMap(\.self)
    tables = terms.reduce(into: [E.table.name]) { $0.formUnion($1.relatedTables(in: model)) }
  }

  /// Whether the result may lack objects that satisfy the condition.
  var isLimited: Bool { request.limit != nil || request.offset > 0 }

  /// Reads the rows that the changes of some transactions affect.
  func read(
    _ changes: [ChangeSet], in snapshot: borrowing Snapshot
  ) throws(StoreError) -> Reading {
    var identities: Set<Int64> = []
    for set in changes {
      // An object before the offset moves all others.
      if !set.isComplete || request.offset > 0 || dependsOnOthers(in: set) {
        return .all(try readAll(in: snapshot))
      }
      identities.formUnion(set.tables[E.table.name]?.net.keys.map(\.self) ?? [])
      if identities.count > Self.lookUpLimit { return .all(try readAll(in: snapshot)) }
    }
    var rows: [(Identity<E>, ResultRow<E>?)] = []
    for identity in identities.sorted() { rows.append(try read(identity, in: snapshot)) }
    return .some(rows)
  }

  /// Returns whether a transaction may affect objects that it did not change, because the condition
  /// or a sort criterion refers to other objects.
  private func dependsOnOthers(in changes: ChangeSet) -> Bool {
    let terms = request.order.map(\.term) + [request.predicate?.term].compactMap(\.self)
    return terms.contains { $0.containsSubquery { changes.tables[$0.name] != nil } }
  }

  /// Reads all rows.
  func readAll(in snapshot: borrowing Snapshot) throws(StoreError) -> [ResultRow<E>] {
    var sql = selection
    // ``ResultOrder`` also orders by identity.
    let identity = SQLTerm.property(E.table.columns[E.table.identity].offset)
    var ordered = request
    ordered.order.append(Sort(term: identity, isDescending: false))
    ordered.appendConditions(to: &sql)
    return try rows(of: sql, in: snapshot)
  }

  /// Reads the row of one object.
  private func read(
    _ identity: Int64, in snapshot: borrowing Snapshot
  ) throws(StoreError) -> (Identity<E>, ResultRow<E>?) {
    var sql = selection
    sql.append(" WHERE \(E.table.columns[E.table.identity].quotedName) = ")
    sql.append(value: .integer(identity))
    if let predicate = request.predicate {
      sql.append(" AND (")
      sql.append(predicate.term)
      sql.append(")")
    }
    return (Identity(rawValue: identity), try rows(of: sql, in: snapshot).first)
  }

  /// The query for rows, without conditions.
  private var selection: SQLText {
    var sql = SQLText(over: E.table)
    sql.append("SELECT \(E.table.allNames)")
    for term in order.computedTerms {
      sql.append(", ")
      sql.append(term)
    }
    sql.append(" FROM \(E.table.quotedName)")
    return sql
  }

  private func rows(
    of sql: SQLText, in snapshot: borrowing Snapshot
  ) throws(StoreError) -> [ResultRow<E>] {
    var rows: [ResultRow<E>] = []
    try snapshot.connection.forEachRow(of: sql) { (row) throws(StoreError) in
      let object = try E.schema.decode(&row)
      rows.append(
        ResultRow(object: object, computed: order.computedTerms.map { _ in row.nextCell().value }))
      return true
    }
    return rows
  }
}
