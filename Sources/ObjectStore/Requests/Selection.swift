/// A grouping of a fetch's objects, applied before values are selected.
package struct FetchGrouping<E: Entity>: Sendable {
  /// The properties and expressions to group by.
  let terms: [SQLTerm]
  /// The condition on the groups, or `nil` for all groups.
  let condition: SQLTerm?

  /// Groups the objects by each combination of the properties' values.
  ///
  /// - Parameter condition: A condition on aggregates, such as `.count() > 3`. Groups that do
  ///   not satisfy it are left out.
  package static func by<each V: ColumnValue>(
    _ path: repeat KeyPath<E, each V>, having condition: Filter<E>? = nil
  ) -> FetchGrouping {
    by(repeat ValueExpression(each path), having: condition)
  }

  /// Groups the objects by each combination of the expressions' values.
  ///
  /// - Parameter condition: A condition on aggregates, such as `.count() > 3`. Groups that do
  ///   not satisfy it are left out.
  package static func by<each V: ColumnValue>(
    _ expression: repeat ValueExpression<E, each V>, having condition: Filter<E>? = nil
  ) -> FetchGrouping {
    var terms: [SQLTerm] = []
    for term in repeat (each expression).term { terms.append(term) }
    return FetchGrouping(terms: terms, condition: condition?.term)
  }
}

/// Expressions for a selection: a property, and aggregates over the objects of a group. Without a
/// grouping, an aggregate covers all objects of the fetch.
extension ValueExpression {
  /// Returns an expression for the value of a property, for use in a list of expressions.
  package static func property(_ path: KeyPath<E, V>) -> ValueExpression { ValueExpression(path) }
}

extension ValueExpression where V == Int {
  /// Returns an expression for the number of objects in the group.
  package static func count() -> ValueExpression {
    ValueExpression(.function("count", [.value(.integer(1))]))
  }
}

extension ValueExpression where V == Int64 {
  /// Returns an expression for the sum of whole numbers, which is 0 if there are no objects. `nil`
  /// counts as 0. The query fails with SQLite's message "integer overflow" if the sum exceeds 64
  /// bits.
  package static func sum<W: ColumnValue>(
    _ path: KeyPath<E, W>
  ) -> ValueExpression where W.Content: BinaryInteger {
    ValueExpression(
      .function(
        "coalesce", [.function("sum", [.property(Column.offset(of: path))]), .value(.integer(0))]))
  }
}

extension ValueExpression where V == Double {
  /// Returns an expression for the sum of floating-point numbers, which is 0 if there are no
  /// objects. `nil` counts as 0.
  package static func sum<W: ColumnValue>(
    _ path: KeyPath<E, W>
  ) -> ValueExpression where W.Content == Double {
    ValueExpression(.function("total", [.property(Column.offset(of: path))]))
  }
}

extension ReadAccess where Self: ~Copyable {
  /// Returns values of the objects that a fetch describes, as tuples.
  ///
  /// ```swift
  /// for (state, count) in try snapshot.select(
  ///   .property(\.state), .count(), from: FetchRequest(File.self), grouped: .by(\.state)) { … }
  /// ```
  ///
  /// - Parameters:
  ///   - expression: The elements of the tuples.
  ///   - fetch: The objects, and the order and range of the tuples.
  ///   - grouping: The properties to group by, or `nil` for no grouping.
  /// - Throws: ``StoreError/unreadable`` if the result of an expression exceeds 64 bits, or another
  ///   ``StoreError`` of the read.
  package func select<E: Entity, each V: ColumnValue>(
    _ expression: repeat ValueExpression<E, each V>, from fetch: FetchRequest<E>,
    grouped grouping: FetchGrouping<E>? = nil
  ) throws(StoreError) -> [(repeat each V)] {
    var terms: [SQLTerm] = []
    for term in repeat (each expression).term { terms.append(term) }
    var tuples: [(repeat each V)] = []
    let sql = fetch.sql(selecting: terms, grouping)
    // SQLite switches to floating-point numbers if a whole number exceeds 64 bits.
    let isComputed = terms.contains(where: \.isArithmetic)
    try connection.forEachRow(of: sql) { (row) throws(StoreError) in
      if isComputed {
        var cells = row
        repeat try cells.nextCell().checkIsExact(as: (each V).self)
      }
      tuples.append((repeat try (each V)(row.nextCell())))
      return true
    }
    return tuples
  }
}

extension FetchRequest {
  /// Returns the `SELECT` statement with `terms` as its result columns.
  func sql(selecting terms: [SQLTerm], _ grouping: FetchGrouping<E>?) -> SQLText {
    var sql = SQLText(over: E.table)
    sql.append("SELECT ")
    sql.append(list: terms)
    sql.append(" FROM \(E.table.quotedName)")
    appendConditions(to: &sql, grouping)
    return sql
  }
}
