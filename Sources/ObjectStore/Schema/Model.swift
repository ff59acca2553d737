/// What a store holds: its entities, the number of its schema, and the steps from every earlier one.
package struct Model: Sendable {
  package let version: Int

  /// Marks the file as this application's store, and no other's (`PRAGMA application_id`).
  package let applicationID: Int32

  package let entities: [any Entity.Type]
  let migrations: [Migration]

  var tables: [Table] { entities.map { $0.table } }

  /// - parameter migrations: one for every version from 2 on, in order. Text that a step needs is written
  ///   into the step: the entities of today do not tell how a table once looked.
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

/// The step to one version of the schema from the one before it.
package struct Migration: Sendable {
  let version: Int
  let body: @Sendable (borrowing SchemaEditor) throws(StoreError) -> Void

  /// - parameter body: runs inside a transaction of its own, with references not enforced until its end.
  package init(
    to version: Int, _ body: @escaping @Sendable (borrowing SchemaEditor) throws(StoreError) -> Void
  ) {
    self.version = version
    self.body = body
  }

  /// How far a migration has come: told before each step, and when all is done.
  package struct Progress: Sendable, Equatable {
    package let from: Int
    package let reached: Int
    package let to: Int
  }
}

/// What a migration's step may do.
package struct SchemaEditor: ~Copyable {
  let connection: Connection

  /// Runs statements of SQL, separated by semicolons, that return no rows.
  package func execute(_ sql: String) throws(StoreError) { try connection.execute(sql) }

  /// Creates the table of an entity that is new in this version and has not changed since.
  package func create(_ entity: (some Entity).Type) throws(StoreError) {
    for statement in entity.table.definition { try connection.execute(statement) }
  }
}
