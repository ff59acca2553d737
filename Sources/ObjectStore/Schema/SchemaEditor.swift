internal import CSQLite

/// The operations available to a migration step.
@usableFromInline
package struct SchemaEditor: ~Copyable {
  @usableFromInline package let connection: Connection
  /// Receives the number of converted objects, and the number of objects to convert.
  let report: (_ completed: Int, _ total: Int) -> Void

  /// Runs SQL statements that return no rows, separated by semicolons.
  package func execute(_ sql: String) throws(StoreError) { try connection.execute(sql) }

  /// Creates the table of an entity that is new in this version and has not changed since.
  package func create(_ entity: (some Entity).Type) throws(StoreError) {
    for statement in entity.table.definition { try connection.execute(statement) }
  }

  /// Gives the tables of entities the rules, keys, references, and indexes that the entities
  /// declare. A table that has them already stays as it is. Any other is rebuilt, which takes about
  /// as long as inserting its objects. Columns that the entity does not declare are dropped.
  ///
  /// This suits the last step of a model: the tables must be those of its version afterward.
  ///
  /// - Throws: ``StoreError/violation`` if a stored object violates what its entity declares, and
  ///   ``StoreError/schemaMismatch`` if a table lacks a declared column, which
  ///   ``execute(_:)`` must add first.
  package func conform(to entities: [any Entity.Type]) throws(StoreError) {
    let definitions = try connection.definitions()
    for table in entities.map({ $0.table }) {
      let stored = definitions[table.name] ?? []
      if let difference = table.difference(from: stored) {
        try connection.rebuild(table, because: difference)
      }
    }
  }
}

extension Connection {
  /// Replaces a table by one with the declared definition and the same objects.
  fileprivate func rebuild(
    _ table: Table, because difference: SchemaMismatch
  ) throws(StoreError) {
    let draft = StoredValue.quoted("\(table.name)_new", with: "\"")
    try execute(table.creation(as: draft))
    do {
      try execute(
        """
        INSERT INTO \(draft) (\(table.allNames)) SELECT \(table.allNames) FROM \(table.quotedName)
        """)
    } catch {
      guard case .sqlite(let code, let detail) = error else { throw error }
      // The other possible error is that the table or a column is missing (`SQLITE_ERROR`).
      guard code.primary.rawValue == SQLITE_CONSTRAINT else { throw .schemaMismatch(difference) }
      throw .violation(Violation(code: code, detail: detail, table: table))
    }
    try replace(table, by: draft, as: table)
  }

  /// Drops a table, and gives the table with the quoted name `draft` the name and the indexes of
  /// another.
  func replace(
    _ old: Table, by draft: String, as new: Table
  ) throws(StoreError) {
    // The references to the table contain its final name, which dropping and renaming keep.
    try execute(
      "DROP TABLE \(old.quotedName); ALTER TABLE \(draft) RENAME TO \(new.quotedName)")
    for statement in new.indexDefinitions { try execute(statement) }
  }
}
