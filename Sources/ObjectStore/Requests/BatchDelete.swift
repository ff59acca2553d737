/// A request that deletes all objects that satisfy a predicate, and applies the delete rules.
package struct BatchDelete<E: Entity, Outcome: Sendable>: StoreRequest {
  private let predicate: Predicate<E>
  private let returning: BatchResult<E, Outcome>

  /// Creates a request that returns what `returning` selects.
  package init(
    _: E.Type = E.self, where predicate: Predicate<E>, returning: BatchResult<E, Outcome>
  ) {
    self.predicate = predicate
    self.returning = returning
  }

  /// Deletes the objects in one statement.
  package func run(
    in transaction: borrowing Transaction, progress: RequestProgress?
  ) throws(StoreError) -> Outcome {
    let connection = transaction.connection
    let model = transaction.model
    // Without a condition, SQLite would truncate the table and not call the update hook.
    var sql = SQLText(over: E.table)
    sql.append("DELETE FROM \(E.table.quotedName) WHERE ")
    sql.append(predicate.term)
    return try transaction.collect(.deleted, returning, progress) { () throws(StoreError) in
      do throws(StoreError) {
        try connection.statement(sql.text).run(sql.values)
      } catch {
        throw BatchDiagnosis(
          table: E.table, predicate: predicate.term, assigned: [:], transaction: connection
        ).explained(error, deletingIn: model)
      }
      return connection.changes
    }
  }
}
