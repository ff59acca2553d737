/// The declaration of a store: its entities, its schema version, and the migrations from earlier
/// versions.
package struct Model: Sendable {
  /// The version of the schema, from 1.
  package let version: Int

  /// The id that marks a file as a store of this application (`PRAGMA application_id`).
  package let applicationID: Int32

  /// The entities of the current schema version.
  package let entities: [any Entity.Type]
  /// One migration to each version, starting with version 2, in order.
  let migrations: [Migration]

  /// The tables of the entities, in their order.
  let tables: [Table]
  /// The statements that create each of the tables and its indexes.
  let definitions: [[String]]

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - version: The version of the schema, from 1.
  ///   - applicationID: The id that marks a file as a store of this application.
  ///   - entities: The entities of the current version.
  ///   - migrations: One migration to each version, starting with 2, in order. Traps if one is
  ///     missing. The current entities do not describe the tables of earlier versions, so a
  ///     migration declares the earlier shape of an entity (``SchemaEditor/convert(_:to:_:)``), or
  ///     spells out its SQL. The exception is a table that is new in its version and unchanged
  ///     since; see ``SchemaEditor/create(_:)``.
  package init(
    version: Int, applicationID: Int32, entities: [any Entity.Type], migrations: [Migration] = []
  ) {
    precondition(
      version >= 1 && migrations.map(\.version) == Array(2..<max(2, version + 1)),
      "a model needs a migration to each version from 2 through its own")
    self.version = version
    self.applicationID = applicationID
    self.entities = entities
    tables = entities.map { $0.table }
    definitions = tables.map(\.definition)
    self.migrations = migrations
  }
}

/// A migration step to one schema version from the version before it.
package struct Migration: Sendable {
  /// The version that the step leads to.
  let version: Int
  /// Changes the schema and the data.
  let body: @Sendable (borrowing SchemaEditor) throws(StoreError) -> Void

  /// Creates a step.
  ///
  /// - Parameters:
  ///   - version: The version that the step leads to.
  ///   - body: Changes the schema and the data, in its own transaction. References are not enforced
  ///     until the step ends. Opening the store throws an error of another type than ``StoreError``
  ///     as ``StoreError/migrationFailed``.
  package init(
    to version: Int, _ body: @escaping @Sendable (borrowing SchemaEditor) throws -> Void
  ) {
    self.version = version
    self.body = { (schema) throws(StoreError) in
      do {
        try body(schema)
      } catch let error as StoreError {
        throw error
      } catch {
        throw .migrationFailed(to: version, reason: "\(error)")
      }
    }
  }

  /// The progress of a migration. It is reported before each step, during the conversion of
  /// objects, and at the end.
  package struct Progress: Sendable, Equatable {
    /// The schema version of the store before the migration.
    package let from: Int
    /// The schema version that the store has now.
    package let reached: Int
    /// The schema version of the model.
    package let to: Int
    /// The number of objects that the current step has converted so far.
    package var completed = 0
    /// The number of objects that the step converts, or 0 outside a conversion.
    package var total = 0
  }
}
