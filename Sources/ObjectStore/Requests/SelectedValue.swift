/// A value to select beside others, under a name: a property, or an aggregate over a group.
package struct SelectedValue<E: Entity>: Sendable {
  let name: String?
  let term: SQLTerm

  package static func property(_ path: KeyPath<E, some ColumnValue>) -> SelectedValue {
    SelectedValue(name: nil, term: .property(Column.offset(of: path)))
  }

  package static func expression(
    _ expression: Expression<E, some ColumnValue>, as name: String
  ) -> SelectedValue {
    SelectedValue(name: name, term: expression.term)
  }

  /// The key in a dictionary of results; for a property, its column's name.
  var key: String {
    if let name { return name }
    guard case .property(let offset) = term else { return "" }
    return E.table.column(at: offset).name
  }
}

/// How the objects of a fetch are put together before values of them are selected.
package struct GroupedFetch<E: Entity>: Sendable {
  let offsets: [Int]
  let condition: SQLTerm?

  /// One group for each combination of the properties' values.
  /// - parameter condition: over aggregates, as in `.count() > 3`; groups that do not satisfy it are left out.
  package static func by<each V: ColumnValue>(
    _ path: repeat KeyPath<E, each V>, having condition: Predicate<E>? = nil
  ) -> GroupedFetch {
    var offsets: [Int] = []
    for offset in repeat Column.offset(of: each path) { offsets.append(offset) }
    return GroupedFetch(offsets: offsets, condition: condition?.term)
  }
}

/// Aggregates over the objects of a group, or over all where there is no grouping.
extension Expression {
  package static func property(_ path: KeyPath<E, V>) -> Expression { Expression(path) }

  /// The smallest value; nil over no objects.
  package static func minimum<W: ColumnValue>(_ path: KeyPath<E, W>) -> Expression where V == W? {
    Expression(.function("min", [.property(Column.offset(of: path))]))
  }

  /// The greatest value; nil over no objects.
  package static func maximum<W: ColumnValue>(_ path: KeyPath<E, W>) -> Expression where V == W? {
    Expression(.function("max", [.property(Column.offset(of: path))]))
  }
}

extension Expression where V == Int {
  package static func count() -> Expression {
    Expression(.function("count", [.value(.integer(1))]))
  }

  /// How many different values a property has.
  package static func countDistinct(_ path: KeyPath<E, some ColumnValue>) -> Expression {
    Expression(.function("count", [.distinct(.property(Column.offset(of: path)))]))
  }
}

extension Expression where V == Int64 {
  /// The sum of whole numbers; 0 over no objects.
  /// - throws: when it is run, an "integer overflow" of SQLite where it exceeds 64 bits.
  package static func sum(_ path: KeyPath<E, some ColumnValue & BinaryInteger>) -> Expression {
    Expression(
      .function(
        "coalesce", [.function("sum", [.property(Column.offset(of: path))]), .value(.integer(0))]))
  }
}

extension Expression where V == Double? {
  /// The mean; nil over no objects.
  package static func average(_ path: KeyPath<E, some ColumnValue>) -> Expression {
    Expression(.function("avg", [.property(Column.offset(of: path))]))
  }
}

extension ReadAccess where Self: ~Copyable {
  /// Values of the objects that a fetch describes, as tuples.
  ///
  /// ```swift
  /// for (state, count) in try snapshot.select(
  ///   .property(\.state), .count(), from: Fetch(File.self), grouped: .by(\.state)) { … }
  /// ```
  /// - parameter isDistinct: whether equal tuples are returned once.
  package func select<E: Entity, each V: ColumnValue>(
    _ expression: repeat Expression<E, each V>, from fetch: FetchRequest<E>,
    grouped grouping: GroupedFetch<E>? = nil,
    isDistinct: Bool = false
  ) throws(StoreError) -> [(repeat each V)] {
    var terms: [SQLTerm] = []
    for term in repeat (each expression).term { terms.append(term) }
    var tuples: [(repeat each V)] = []
    let sql = fetch.sql(selecting: terms, grouping, isDistinct: isDistinct)
    try connection.forEachRow(of: sql) { (row) throws(StoreError) in
      tuples.append((repeat try (each V)(row.nextCell())))
      return true
    }
    return tuples
  }

  /// The same for values whose types are not known where this is written: each row by the values' names.
  package func dictionaries<E: Entity>(
    of selected: [SelectedValue<E>], from fetch: FetchRequest<E>,
    grouped grouping: GroupedFetch<E>? = nil,
    isDistinct: Bool = false
  ) throws(StoreError) -> [[String: StoredValue]] {
    let keys = selected.map(\.key)
    var rows: [[String: StoredValue]] = []
    let sql = fetch.sql(selecting: selected.map(\.term), grouping, isDistinct: isDistinct)
    try connection.forEachRow(of: sql) { (row) throws(StoreError) in
      var values: [String: StoredValue] = [:]
      for key in keys { values[key] = row.nextCell().value }
      rows.append(values)
      return true
    }
    return rows
  }
}

extension FetchRequest {
  func sql(selecting terms: [SQLTerm], _ grouping: GroupedFetch<E>?, isDistinct: Bool) -> SQLText {
    var sql = SQLText(over: E.table)
    sql.append(isDistinct ? "SELECT DISTINCT " : "SELECT ")
    sql.append(list: terms)
    sql.append(" FROM \(E.table.quotedName)")
    appendConditions(to: &sql, grouping)
    return sql
  }
}
