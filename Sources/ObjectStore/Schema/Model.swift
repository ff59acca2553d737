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

  /// The tables of the entities.
  var tables: [Table] { entities.map { $0.table } }

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - version: The version of the schema, from 1.
  ///   - applicationID: The id that marks a file as a store of this application.
  ///   - entities: The entities of the current version.
  ///   - migrations: One migration to each version, starting with 2, in order. Traps if one is
  ///     missing. A migration spells out its own SQL, because the current entities do not describe
  ///     the tables of earlier versions. The exception is a table that is new in its version and
  ///     unchanged since; see ``SchemaEditor/create(_:)``.
  package init(
    version: Int, applicationID: Int32, entities: [any Entity.Type], migrations: [Migration] = []
  ) {
    precondition(
      version >= 1 && migrations.map(\.version) == Array(2..<max(2, version + 1)),
      "a model needs a migration to each version from 2 through its own")
    self.version = version
    self.applicationID = applicationID
    self.entities = entities
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
  ///     until the step ends.
  package init(
    to version: Int, _ body: @escaping @Sendable (borrowing SchemaEditor) throws(StoreError) -> Void
  ) {
    self.version = version
    self.body = body
  }

  /// The progress of a migration, reported before each step and at the end.
  package struct Progress: Sendable, Equatable {
    /// The schema version of the store before the migration.
    package let from: Int
    /// The schema version that the store has now.
    package let reached: Int
    /// The schema version of the model.
    package let to: Int
  }
}

/// The operations available to a migration step.
package struct SchemaEditor: ~Copyable {
  let connection: Connection

  /// Runs SQL statements that return no rows, separated by semicolons.
  package func execute(_ sql: String) throws(StoreError) { try connection.execute(sql) }

  /// Creates the table of an entity that is new in this version and has not changed since.
  package func create(_ entity: (some Entity).Type) throws(StoreError) {
    for statement in entity.table.definition { try connection.execute(statement) }
  }
}
