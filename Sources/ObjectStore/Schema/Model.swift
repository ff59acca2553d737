/// The contents of a store: its entities, its schema version, and the migrations to it.
package struct Model: Sendable {
  /// The version of the schema, from 1.
  package let version: Int

  /// The id that marks a file as a store of this application (`PRAGMA application_id`).
  package let applicationID: Int32

  package let entities: [any Entity.Type]
  let migrations: [Migration]

  var tables: [Table] { entities.map { $0.table } }

  /// Creates a model.
  ///
  /// - Parameter migrations: One for each version from 2, in order. A step contains all the SQL
  ///   text it needs, because the current entities do not describe earlier tables.
  package init(
    version: Int, applicationID: Int32, entities: [any Entity.Type], migrations: [Migration] = []
  ) {
    precondition(
      version >= 1 && migrations.map(\.version) == Array(2..<max(2, version + 1)),
      "a model needs a migration to each version from 2 to its own")
    self.version = version
    self.applicationID = applicationID
    self.entities = entities
    self.migrations = migrations
  }
}

/// A step to one schema version from the version before it.
package struct Migration: Sendable {
  let version: Int
  let body: @Sendable (borrowing SchemaEditor) throws(StoreError) -> Void

  /// Creates a step.
  ///
  /// - Parameter body: Changes the schema and the data, in its own transaction. References are
  ///   not enforced until the step ends.
  package init(
    to version: Int, _ body: @escaping @Sendable (borrowing SchemaEditor) throws(StoreError) -> Void
  ) {
    self.version = version
    self.body = body
  }

  /// The progress of a migration, reported before each step and at the end.
  package struct Progress: Sendable, Equatable {
    /// The version of the store before the migration.
    package let from: Int
    /// The version that the store has now.
    package let reached: Int
    /// The version of the model.
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
