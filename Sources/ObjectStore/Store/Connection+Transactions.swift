internal import CSQLite

extension Connection {
  /// Applies the settings for writing, once per connection.
  func prepareForWriting() throws(StoreError) {
    guard !isWriter else { return }
    // SQLite keeps a journal for a statement that may fail halfway. In a temporary file, the
    // journal would cost more time than the statement.
    try execute("PRAGMA temp_store = MEMORY")
    // The log grows while a reader keeps its snapshot. The next commits after the reader has ended
    // shorten the log to its usual size: the pages after which SQLite moves it into the database.
    try execute("PRAGMA journal_size_limit = 8388608")
    isWriter = true
  }

  /// Applies the settings that the file does not store.
  func configure() throws(StoreError) {
    try execute(
      """
      PRAGMA foreign_keys = ON;
      PRAGMA synchronous = FULL;
      PRAGMA trusted_schema = OFF
      """)
    #if canImport(Darwin)
      // On Apple platforms, `fsync` alone may leave the data in the drive's cache.
      try execute("PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON")
    #endif
  }

  /// Whether the database was opened for reading only (`sqlite3_db_readonly`).
  var isReadOnly: Bool { unsafe sqlite3_db_readonly(pointer, "main") == 1 }

  /// Begins a transaction and verifies that no other process has migrated the store.
  ///
  /// - Parameters:
  ///   - sql: The statement that begins the transaction: `BEGIN` or `BEGIN IMMEDIATE`.
  ///   - model: The model whose version the store must have.
  /// - Throws: ``StoreError/newerSchema`` or ``StoreError/olderSchema`` if the version differs from
  ///   the model's.
  func begin(_ sql: String, for model: Model) throws(StoreError) {
    try statement(sql).run()
    do throws(StoreError) {
      let found = try userVersion()
      if found > model.version { throw .newerSchema(found: found, known: model.version) }
      if found < model.version { throw .olderSchema(found: found, known: model.version) }
    } catch {
      rollback()
      throw error
    }
  }

  /// Ends a transaction and discards its changes. Does nothing if SQLite already rolled it back
  /// (after a full disk or by `OR ROLLBACK`).
  func rollback() {
    guard isInTransaction else { return }
    // A rollback fails only if there is nothing left to roll back.
    try? execute("ROLLBACK")
  }

  /// Ends a read transaction, even while one of its statements is running.
  func endReading() {
    guard isInTransaction else { return }
    try? statement("COMMIT").run()
    // A `COMMIT` that fails leaves the transaction open.
    if isInTransaction { rollback() }
  }
}
