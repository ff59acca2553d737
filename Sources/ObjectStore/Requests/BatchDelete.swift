/// A request that deletes all objects that satisfy a predicate and applies the delete rules. If one
/// of the objects cannot be deleted, none is.
package struct BatchDelete<E: Entity, Outcome: Sendable>: StoreRequest {
  private let predicate: Filter<E>
  private let returning: BatchResult<E, Outcome>

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - predicate: The condition on the objects to delete. ``Filter/all`` deletes every object.
  ///   - returning: The kind of outcome: the status, the count, or the identities.
  package init(
    _: E.Type = E.self, where predicate: Filter<E>, returning: BatchResult<E, Outcome>
  ) {
    self.predicate = predicate
    self.returning = returning
  }

  /// Deletes the objects in one statement.
  ///
  /// - Throws: ``StoreError/violation`` if other objects deny the deletion,
  ///   or ``StoreError/cancelled``.
  package func run(
    in transaction: borrowing Transaction, progress: RequestProgress?
  ) throws(StoreError) -> Outcome {
    let connection = transaction.connection
    let model = transaction.model
    // A predicate is always appended. Without one, SQLite would truncate the table and not call the
    // update hook.
    var sql = SQLText(over: E.table)
    sql.append("DELETE FROM \(E.table.quotedName) WHERE ")
    if predicate.term.containsSubquery(over: { _ in true }) {
      // SQLite could run the subquery after it has deleted rows that the subquery reads. The list
      // of an `IN` is complete before the first deletion.
      let identity = E.table.columns[E.table.identity].quotedName
      sql.append("\(identity) IN (SELECT \(identity) FROM \(E.table.quotedName) WHERE ")
      sql.append(predicate.term)
      sql.append(")")
    } else {
      sql.append(predicate.term)
    }
    return try transaction.collect(.deleted, returning, progress) { () throws(StoreError) in
      do throws(StoreError) {
        try connection.statement(sql).run()
      } catch {
        throw BatchDiagnosis(
          table: E.table, predicate: predicate.term, assigned: [:], transaction: connection
        ).explained(error, deletingIn: model)
      }
      return connection.changes
    }
  }
}
