/// The rows that a running statement has not given yet.
@usableFromInline
package struct Rows {
  private let statement: Statement

  init(_ statement: Statement) { self.statement = statement }

  /// Steps on; nil after the last row.
  @usableFromInline
  package func next() throws(StoreError) -> Row? {
    try statement.step() ? statement.row : nil
  }
}
