internal import CSQLite
internal import Filesystem

extension Store {
  /// Opens a store on another thread, migrating it first if its schema is older than the model's.
  ///
  /// Each step runs in its own transaction, so after a crash, the next opening continues with the
  /// step that was interrupted. A backup of the original file stays beside the store until the last
  /// step is committed.
  ///
  /// - Parameters:
  ///   - location: The file to open, or memory. A new store needs no migration.
  ///   - model: The entities, the schema version, and the migrations from earlier versions.
  ///   - options: The settings for opening the store.
  ///   - migration: Called with the progress of the migration, on the thread that runs it.
  /// - Throws: ``StoreError/newerSchema`` if a newer program wrote the store, or the error of a
  ///   failed step, which leaves the store at the version before that step.
  package static func open(
    _ location: Location, model: Model, options: Options = Options(),
    migration: @escaping @Sendable (Migration.Progress) -> Void = { _ in }
  ) async throws(StoreError) -> Store {
    try await BlockingThread.result { () throws(StoreError) -> Store in
      do throws(StoreError) {
        return try Store(location, model: model, options: options)
      } catch {
        guard case .olderSchema = error, case .file(let path) = location else { throw error }
        let connectionFactory = ConnectionFactory(
          file: StoreFile(path: path), model: model, options: options)
        try connectionFactory.migrate(migration)
        return try Store(location, model: model, options: options)
      }
    }
  }
}

extension Store {
  /// Removes what killed processes left behind while they created or migrated the store at `path`.
  package static func removeAbandonedDrafts(of path: String) {
    StoreFile(path: path).removeAbandonedDrafts()
  }
}

extension ConnectionFactory {
  /// Migrates the file to the model's version, one transaction per step, and then removes the
  /// backup of the original file.
  func migrate(_ report: @escaping (Migration.Progress) -> Void) throws(StoreError) {
    let connection = try connect()
    if connection.isReadOnly {
      throw .readOnly(path: file.path, ResultCode(rawValue: SQLITE_READONLY))
    }
    // A step may rebuild a table, which drops the original one. With foreign keys on, dropping a
    // table would apply the delete rules to the rows that refer to it.
    try connection.execute("PRAGMA foreign_keys = OFF")
    // The version before the first step that this call runs, for the progress.
    var initialVersion: Int?
    while true {
      try connection.execute("BEGIN IMMEDIATE")
      do throws(StoreError) {
        // Read under the lock, because another process may have run the step in the meantime.
        let found = try connection.userVersion()
        if found > model.version { throw .newerSchema(found: found, known: model.version) }
        let from = initialVersion ?? found
        initialVersion = from
        let progress = Migration.Progress(from: from, reached: found, to: model.version)
        report(progress)
        guard found < model.version else {
          connection.rollback()
          break
        }
        if !file.hasCopy { try file.copy(while: connection) }
        try step(from: found, connection) { completed, total in
          var converting = progress
          (converting.completed, converting.total) = (completed, total)
          report(converting)
        }
      } catch {
        connection.rollback()
        throw error
      }
    }
    file.removeCopy()
  }

  /// Runs and commits the step that follows version `found`. The last step must leave the tables
  /// as the entities declare them (``Connection/requireTables(of:)``).
  private func step(
    from found: Int, _ connection: Connection, report: @escaping (Int, Int) -> Void
  ) throws(StoreError) {
    // The migration at index 0 leads from version 1 to version 2.
    let migration = model.migrations[max(found, 1) - 1]
    try migration.body(SchemaEditor(connection: connection, report: report))
    if migration.version == model.version { try connection.requireTables(of: model) }
    try connection.requireReferences()
    try connection.execute("PRAGMA user_version = \(migration.version); COMMIT")
  }
}

extension Connection {
  /// Verifies that the target of every reference exists, since references are not enforced during
  /// a step.
  ///
  /// - Throws: ``StoreError/violation`` for the first reference that has no target.
  fileprivate func requireReferences() throws(StoreError) {
    let statement = try statement("SELECT \"table\", rowid, parent FROM pragma_foreign_key_check")
    defer { statement.reset() }
    guard try statement.step() else { return }
    // The code is `SQLITE_CONSTRAINT_FOREIGNKEY`.
    throw .violation(
      Violation(
        kind: .reference(to: statement.cell(2).text), entity: statement.cell(0).text,
        properties: [], identity: statement.cell(1).integer,
        code: ResultCode(rawValue: SQLITE_CONSTRAINT | (3 << 8))))
  }
}
