internal import CSQLite

/// In a migration step, queries read entities in the shape of an earlier version.
extension SchemaEditor: ReadAccess {}

extension SchemaEditor {
  /// Replaces an entity's table with the table of its new shape. `transform` receives each old
  /// object and returns the new one, or `nil` to omit it.
  ///
  /// References to an object remain valid if `transform` keeps its identity. Both shapes are
  /// entities, usually with the same table name.
  ///
  /// - Throws: The error that `transform` throws, or ``StoreError/violation`` if a new object
  ///   violates what its entity declares.
  package func convert<Old: Entity, New: Entity>(
    _: Old.Type, to _: New.Type, _ transform: (Old) throws -> New?
  ) throws {
    let (old, new) = (Old.table, New.table)
    let draft = StoredValue.quoted("\(new.name)_new", with: "\"")
    try connection.execute(new.creation(as: draft))
    let insertion = try Statement(new.insertion(into: draft), on: connection)
    let total = try count(FetchRequest(Old.self))
    var completed = 0
    let rows = try rows(of: FetchRequest(Old.self))
    do {
      defer { rows.end() }
      while try rows.advance() {
        var row = rows.row
        if let object = try transform(try Old.schema.decode(&row)) {
          try insert(object, with: insertion)
        }
        completed += 1
        // Reporting after every 256 objects costs little.
        if completed & 255 == 0 || completed == total { report(completed, total) }
      }
    }
    try connection.replace(old, by: draft, as: new)
  }

  private func insert<E: Entity>(_ object: E, with statement: Statement) throws(StoreError) {
    do {
      try E.table.bind(object, to: statement)
      try statement.run()
    } catch {
      guard case .sqlite(let code, let detail) = error,
        code.primary.rawValue == SQLITE_CONSTRAINT
      else { throw error }
      throw .violation(Violation(code: code, detail: detail, table: E.table))
    }
  }
}
