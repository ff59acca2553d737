/// Changes all objects that satisfy a predicate, in one statement and without reading them.
///
/// ```swift
/// let update = BatchUpdate(Book.self, where: \.pages > 500, returning: .count)
///   .setting(\.binding, to: .cloth)
///   .setting(\.price, to: \.price + 2)
/// ```
///
/// All or nothing: rules, types, keys and references hold as they do for single objects, versions are
/// raised, and observers learn of every object.
package struct BatchUpdate<E: Entity, Outcome: Sendable>: StoreRequest {
  private let predicate: Predicate<E>
  private let returning: BatchResult<E, Outcome>
  private var assignments: [(offset: Int, term: SQLTerm)] = []

  package init(
    _: E.Type = E.self, where predicate: Predicate<E> = .all, returning: BatchResult<E, Outcome>
  ) {
    self.predicate = predicate
    self.returning = returning
  }

  /// The same update, with a property set to a constant.
  package func setting<V: ColumnValue>(_ path: KeyPath<E, V>, to value: V) -> BatchUpdate {
    setting(path, to: .constant(value))
  }

  /// The same update, with a property set to what an expression gives for the object as it was. Of two for
  /// one property the later holds.
  package func setting<V: ColumnValue>(
    _ path: KeyPath<E, V>, to expression: Expression<E, V>
  ) -> BatchUpdate {
    var result = self
    let offset = Column.offset(of: path)
    result.assignments.removeAll { $0.offset == offset }
    result.assignments.append((offset, expression.term))
    return result
  }

  package func run(
    in transaction: borrowing Transaction, progress: RequestProgress?
  ) throws(StoreError) -> Outcome {
    precondition(!assignments.isEmpty, "a batch update sets nothing")
    let connection = transaction.connection
    let sql = self.sql(isSole: transaction.isSoleRequest)
    return try transaction.collect(.updated, returning, progress) { () throws(StoreError) in
      do throws(StoreError) {
        try connection.statement(sql.text).run(sql.values)
      } catch {
        throw BatchDiagnosis(
          table: E.table, predicate: predicate.term,
          assigned: Dictionary(uniqueKeysWithValues: assignments.map { ($0.offset, $0.term) }),
          transaction: connection
        ).explained(error)
      }
      return connection.changes
    }
  }

  private func sql(isSole: Bool) -> SQLText {
    let table = E.table
    var sql = SQLText(over: table)
    // A statement that may fail halfway keeps a journal of every page it touches, unless failing ends the
    // transaction. That is the same where the statement is all that is in it, and only there.
    sql.append("UPDATE \(isSole ? "OR ROLLBACK " : "")\(table.quotedName) SET ")
    for (index, assignment) in assignments.enumerated() {
      sql.append("\(index > 0 ? ", " : "")\(table.column(at: assignment.offset).quotedName) = ")
      sql.append(assignment.term)
    }
    if let version = table.version,
      !assignments.contains(where: { $0.offset == table.columns[version].offset })
    {
      let name = table.columns[version].quotedName
      sql.append(", \(name) = \(name) + 1")
    }
    sql.append(" WHERE ")
    sql.append(predicate.term)
    return sql
  }
}
