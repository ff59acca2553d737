/// The remaining rows of a running statement.
@safe
@frozen
@usableFromInline
package struct Rows {
  @usableFromInline let statement: Statement
  @usableFromInline let pointer: OpaquePointer

  init(_ statement: Statement) {
    self.statement = statement
    unsafe pointer = statement.pointer
  }

  /// Moves to the next row and returns whether there is one.
  @usableFromInline
  package func advance() throws(StoreError) -> Bool { try statement.step() }

  /// The current row, valid until the next ``advance()``.
  @inlinable
  package var row: Row { unsafe Row(statement: pointer) }

  /// Resets the statement, so that the cache can return it again.
  @usableFromInline
  package func end() { statement.reset() }
}
