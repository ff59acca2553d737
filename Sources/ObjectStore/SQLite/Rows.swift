/// The rows that a running statement has not given yet.
@safe @frozen @usableFromInline
package struct Rows {
  @usableFromInline let statement: Statement
  @usableFromInline let pointer: OpaquePointer

  init(_ statement: Statement) {
    self.statement = statement
    unsafe pointer = statement.pointer
  }

  /// Whether there is another row, which is then the current one.
  @usableFromInline
  package func advance() throws(StoreError) -> Bool { try statement.step() }

  /// The current row.
  @inlinable
  package var row: Row { unsafe Row(statement: pointer) }

  /// Ends the statement, so that it can be used again.
  @usableFromInline
  package func end() { statement.reset() }
}
