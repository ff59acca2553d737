internal import CSQLite

extension Cell {
  /// Throws ``StoreError/unreadable`` if the result of an expression of type `type` has another
  /// type: a whole number that exceeds 64 bits is a floating-point number, and a division by zero
  /// gives NULL.
  func checkIsExact(as type: any ColumnValue.Type) throws(StoreError) {
    let found = unsafe sqlite3_column_type(statement, index)
    let isInexact = type.affinity == .integer && found == SQLITE_FLOAT
    if isInexact || !type.isOptional && found == SQLITE_NULL { throw unreadable(as: type) }
  }
}
