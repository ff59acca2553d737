/// A query for objects of one entity, with a condition, an order, and a range.
@usableFromInline
package struct FetchRequest<E: Entity>: Sendable {
  /// The condition on the objects, or `nil` for every object.
  package var predicate: Filter<E>?
  /// The sort criteria, the most significant one first. Empty for no particular order.
  package var order: [Sort<E>]
  /// The maximum number of objects, or `nil` for all.
  package var limit: Int?
  /// The number of objects to skip, which takes as long as reading them.
  package var offset: Int

  /// Creates a request, by default for all objects in no particular order.
  package init(
    _: E.Type = E.self, where predicate: Filter<E>? = nil, sortedBy order: [Sort<E>] = [],
    limit: Int? = nil, offset: Int = 0
  ) {
    self.predicate = predicate
    self.order = order
    self.limit = limit
    self.offset = offset
  }
}

extension FetchRequest {
  /// Returns the `SELECT` statement with `columns` as its result columns.
  ///
  /// - Parameter columns: SQL text, such as column names separated by commas.
  func sql(selecting columns: String) -> SQLText {
    var sql = SQLText(over: E.table)
    sql.append("SELECT \(columns) FROM \(E.table.quotedName)")
    appendConditions(to: &sql)
    return sql
  }

  /// Appends the clauses from `WHERE` to `OFFSET`, including `GROUP BY` if there is a grouping.
  func appendConditions(to sql: inout SQLText, _ grouping: FetchGrouping<E>? = nil) {
    if let predicate {
      sql.append(" WHERE ")
      sql.append(predicate.term)
    }
    if let grouping {
      sql.append(" GROUP BY ")
      sql.append(list: grouping.terms)
      if let condition = grouping.condition {
        sql.append(" HAVING ")
        sql.append(condition)
      }
    }
    sql.append(order: order)
    if limit != nil || offset > 0 {
      sql.append(" LIMIT ")
      // SQLite treats a negative limit as no limit.
      sql.append(value: .integer(Int64(limit ?? -1)))
    }
    if offset > 0 {
      sql.append(" OFFSET ")
      sql.append(value: .integer(Int64(offset)))
    }
  }

  /// Whether the fetch describes every object, which makes counting them cheap.
  var isUnrestricted: Bool { predicate == nil && limit == nil && offset == 0 }
}

extension SQLText {
  /// Appends the `ORDER BY` clause, or nothing if there are no criteria.
  mutating func append<E>(order: [Sort<E>]) {
    for (index, sort) in order.enumerated() {
      append(index == 0 ? " ORDER BY " : ", ")
      append(sort.term)
      if sort.isDescending { append(" DESC") }
    }
  }
}
