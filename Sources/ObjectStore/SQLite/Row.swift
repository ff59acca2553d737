/// The columns of a statement's current row, read from left to right. Valid until the next step.
@safe
@frozen
@usableFromInline
package struct Row {
  @usableFromInline let statement: OpaquePointer
  /// The index of the next column. The first is 0.
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
}
