extension Row {
  /// Returns the next column's value.
  ///
  /// - Throws: ``StoreError/unreadable`` if the column does not hold a value of this type.
  @inlinable
  package mutating func next<V: ColumnValue>() throws(StoreError) -> V { try V(nextCell()) }
}
