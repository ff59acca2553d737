extension Connection {
  /// Returns the statement for a text, with the text's values bound to it.
  ///
  /// - Throws: ``StoreError/tooComplex`` if the text contains a term beyond the store's limits.
  func statement(_ sql: SQLText) throws(StoreError) -> Statement {
    if sql.isTooComplex { throw .tooComplex(detail: "") }
    let statement = try statement(sql.text)
    try statement.bind(sql.values)
    return statement
  }

  /// Returns the cached common statements of an entity.
  func statements(for entity: any Entity.Type) -> EntityStatements {
    statements(for: ObjectIdentifier(entity)) { entity.table }
  }
}
