internal import LibC

extension Connection {
  /// Verifies that the tables of a store are those that the entities of a model declare: the
  /// columns with their rules, the keys, the references, and the indexes.
  ///
  /// A table that the store itself created has the declared definition, word for word. Only other
  /// tables are examined, which takes longer.
  ///
  /// - Throws: ``StoreError/schemaMismatch`` for the first entity whose table differs.
  func requireTables(of model: Model) throws(StoreError) {
    var missing = Array(model.definitions.joined())
    // Statements of another wording, or of tables that the model does not declare.
    var hasOthers = false
    let statement = try statement(Self.definitionsQuery)
    do {
      defer { statement.reset() }
      while try statement.step() {
        let text = statement.cell(0)
        if let index = missing.firstIndex(where: text.holds) {
          missing.remove(at: index)
        } else {
          hasOthers = true
        }
      }
    }
    guard hasOthers || !missing.isEmpty else { return }
    let found = try definitions()
    for (table, definition) in zip(model.tables, model.definitions) {
      let stored = found[table.name] ?? []
      guard stored != definition else { continue }
      if let difference = table.difference(from: stored) { throw .schemaMismatch(difference) }
    }
  }

  /// Returns the statements that define the tables, by the table's name. The statement that creates
  /// the table comes first.
  func definitions() throws(StoreError) -> [String: [String]] {
    var definitions: [String: [String]] = [:]
    let statement = try statement(Self.definitionsQuery)
    defer { statement.reset() }
    while try statement.step() {
      definitions[statement.cell(1).text, default: []].append(statement.cell(0).text)
    }
    return definitions
  }

  /// The query for the statements that define the tables. The indexes of keys that a table declares
  /// have none, because they belong to the statement of the table.
  private static let definitionsQuery =
    "SELECT sql, tbl_name FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid"
}

extension Cell {
  /// Returns whether the cell holds this text, without making a copy of it.
  fileprivate func holds(_ text: String) -> Bool {
    let bytes = unsafe unsafeBytes
    guard bytes.count == text.utf8.count, let start = bytes.baseAddress else { return false }
    let isSame = unsafe text.utf8.withContiguousStorageIfAvailable { utf8 in
      unsafe utf8.baseAddress.map { unsafe memcmp($0, start, utf8.count) == 0 }
    }
    return isSame == true
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
