extension Connection {
  /// Verifies that the tables of a store are those that the entities of a model declare: the
  /// columns with their rules, the keys, the references, and the indexes.
  ///
  /// - Throws: ``StoreError/schemaMismatch`` for the first entity whose table differs.
  func requireTables(of model: Model) throws(StoreError) {
    let definitions = try definitions()
    for table in model.tables {
      // A table that the store itself created has the declared definition, word for word.
      let stored = definitions[table.name] ?? []
      guard stored != table.definition else { continue }
      if let difference = table.difference(from: stored) { throw .schemaMismatch(difference) }
    }
  }

  /// Returns the statements that define the tables, by the table's name. The statement that creates
  /// the table comes first.
  func definitions() throws(StoreError) -> [String: [String]] {
    var definitions: [String: [String]] = [:]
    // The statements of the keys that a table declares are NULL: they belong to the table's.
    let statement = try statement(
      "SELECT tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid")
    defer { statement.reset() }
    while try statement.step() {
      definitions[statement.cell(0).text, default: []].append(statement.cell(1).text)
    }
    return definitions
  }
}

extension Table {
  /// Returns how a table with these definitions differs from the declaration, or `nil` if it has
  /// the declared shape.
  func difference(from stored: [String]) -> SchemaMismatch? {
    let (declared, found) = (SchemaShape(definition).parts, SchemaShape(stored).parts)
    guard declared != found else { return nil }
    return SchemaMismatch(
      entity: entity, missing: declared.subtracting(found).sorted(),
      unexpected: found.subtracting(declared).sorted())
  }
}
