/// A request that changes all objects that satisfy a predicate, in one statement and without
/// creating Swift values for them.
///
/// ```swift
/// let update = BatchUpdate(Book.self, where: \.pages > 500, returning: .count)
///   .setting(\.binding, to: .cloth)
///   .setting(\.price, to: \.price + 2)
/// ```
///
/// All of the objects change, or none. Rules, types, keys, and references are enforced as for
/// single objects, versions are incremented, and observers receive every identity. Keys must be
/// unique when all objects have changed, so a batch can shift a range of them or swap two.
package struct BatchUpdate<E: Entity, Outcome: Sendable>: StoreRequest {
  let predicate: Filter<E>
  private let returning: BatchResult<E, Outcome>
  /// The properties to set, by offset, and their new values.
  private(set) var assignments: [(offset: Int, term: SQLTerm)] = []

  /// Creates a request, by default for all objects. Before the request runs, `setting(_:to:)` must
  /// add at least one assignment.
  ///
  /// - Parameters:
  ///   - predicate: The condition on the objects to change.
  ///   - returning: The kind of outcome: the status, the count, or the identities.
  package init(
    _: E.Type = E.self, where predicate: Filter<E> = .all, returning: BatchResult<E, Outcome>
  ) {
    self.predicate = predicate
    self.returning = returning
  }

  /// Returns a request that also sets a property to a constant. This replaces an earlier assignment
  /// to the same property. Setting the identity or the version is a programming error and traps.
  package func setting<V: ColumnValue>(_ path: KeyPath<E, V>, to value: V) -> BatchUpdate {
    setting(path, to: .constant(value))
  }

  /// Returns a request that also sets a property to an expression over the object's old values.
  /// This replaces an earlier assignment to the same property. Setting the identity or the version
  /// is a programming error and traps.
  package func setting<V: ColumnValue>(
    _ path: KeyPath<E, V>, to expression: ValueExpression<E, V>
  ) -> BatchUpdate {
    var result = self
    let offset = Column.offset(of: path)
    // A new identity would leave observers and references behind, and a version of the caller's
    // would hide the batch from the writers of stale copies.
    precondition(
      E.table.column(at: offset).role == .plain,
      "a batch update cannot set \(E.table.entity).\(E.table.column(at: offset).name)")
    result.assignments.removeAll { $0.offset == offset }
    result.assignments.append((offset, expression.term))
    return result
  }

  /// Returns a request that also sets an optional property to an expression that is never `nil`.
  /// See ``setting(_:to:)``.
  package func setting<V: ColumnValue>(
    _ path: KeyPath<E, V?>, to expression: ValueExpression<E, V>
  ) -> BatchUpdate { setting(path, to: ValueExpression<E, V?>(expression.nested)) }

  /// Returns a request that also sets a property to the old value of another one, either of which
  /// may be optional. See ``setting(_:to:)``.
  package func setting<V: ColumnValue, W: ColumnValue>(
    _ path: KeyPath<E, V>, toValueOf other: KeyPath<E, W>
  ) -> BatchUpdate where V.Content == W.Content {
    setting(path, to: ValueExpression<E, V>(ValueExpression(other).nested))
  }

  /// Updates the objects in one statement. Traps if there is nothing to set.
  ///
  /// - Throws: ``StoreError/violation`` if a new value violates a constraint, with the number of
  ///   objects at fault, or ``StoreError/cancelled``.
  package func run(
    in transaction: borrowing Transaction, progress: RequestProgress?
  ) throws(StoreError) -> Outcome {
    precondition(!assignments.isEmpty, "a batch update sets nothing")
    let connection = transaction.connection
    // A failed statement must leave the transaction open if the batch can go on in two steps.
    let sql = self.sql(isSole: transaction.isSoleRequest && parkedColumns.isEmpty)
    let diagnosis = BatchDiagnosis(
      table: E.table, predicate: predicate.term,
      assigned: Dictionary(uniqueKeysWithValues: assignments.map { ($0.offset, $0.term) }),
      transaction: connection)
    return try transaction.collect(.updated, returning, progress) { () throws(StoreError) in
      do throws(StoreError) {
        do throws(StoreError) {
          try connection.statement(sql).run()
        } catch {
          guard !parkedColumns.isEmpty, try diagnosis.isTransient(error) else { throw error }
          try runInTwoSteps(on: connection)
        }
      } catch {
        throw diagnosis.explained(error)
      }
      return connection.changes
    }
  }

  /// Whether the predicate or an assignment reads objects of the entity through a relation.
  private var readsOtherObjects: Bool {
    let name = E.table.name
    return ([predicate.term] + assignments.map(\.term)).contains { term in
      term.containsSubquery { $0.name == name }
    }
  }

  /// Returns the `UPDATE` statement.
  ///
  /// - Parameter isSole: Whether the transaction consists of this request.
  private func sql(isSole: Bool) -> SQLText {
    let table = E.table
    var sql = SQLText(over: table)
    let isComputedFirst = readsOtherObjects
    // SQLite keeps a journal of every page that a statement changes, so that it can undo the
    // statement alone. With `OR ROLLBACK`, SQLite needs no journal, because a failed statement ends
    // the whole transaction. This is correct only if the transaction contains nothing else.
    sql.append("UPDATE \(isSole ? "OR ROLLBACK " : "")\(table.quotedName) SET ")
    for (index, assignment) in assignments.enumerated() {
      sql.append("\(index > 0 ? ", " : "")\(table.column(at: assignment.offset).quotedName) = ")
      if isComputedFirst {
        sql.append("computed.value\(index)")
      } else {
        sql.append(assignment.term)
      }
    }
    if let version = table.version {
      let name = table.columns[version].quotedName
      sql.append(", \(name) = \(table.quotedName).\(name) + 1")
    }
    if isComputedFirst {
      appendComputedValues(to: &sql)
    } else {
      sql.append(" WHERE ")
      sql.append(predicate.term)
    }
    return sql
  }

  /// Appends clauses that compute all new values before the first object changes.
  ///
  /// SQLite can run a subquery after the statement has changed rows, so the subquery would read new
  /// values. The result of a `FROM` clause is complete in a temporary table before any row changes.
  private func appendComputedValues(to sql: inout SQLText) {
    let table = E.table
    let identity = table.columns[table.identity].quotedName
    sql.append(" FROM (SELECT \(identity) AS identity")
    for (index, assignment) in assignments.enumerated() {
      sql.append(", ")
      sql.append(assignment.term)
      sql.append(" AS value\(index)")
    }
    sql.append(" FROM \(table.quotedName) WHERE ")
    sql.append(predicate.term)
    sql.append(") AS computed WHERE \(table.quotedName).\(identity) = computed.identity")
  }
}
