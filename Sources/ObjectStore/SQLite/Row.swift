/// The columns of the current row, read from left to right.
@safe
@frozen
@usableFromInline
package struct Row {
  @usableFromInline let statement: OpaquePointer
  @usableFromInline var index: Int32

  @inlinable
  init(statement: OpaquePointer, index: Int32 = 0) {
    unsafe self.statement = statement
    self.index = index
  }

  /// Returns the next column's cell.
  @inlinable
  package mutating func nextCell() -> Cell {
    defer { index &+= 1 }
    return unsafe Cell(statement: statement, index: index)
  }

  /// Returns the next column's value.
  @inlinable
  package mutating func next<V: ColumnValue>() throws(StoreError) -> V { try V(nextCell()) }
}
