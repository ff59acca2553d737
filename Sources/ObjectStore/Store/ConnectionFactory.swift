internal import CSQLite
internal import Filesystem
internal import LibC

/// A factory for connections to a store's file.
struct ConnectionFactory: Sendable {
  let file: StoreFile
  let model: Model
  let options: Store.Options

  /// Opens a connection and verifies that the file is a store of this application. Creates the
  /// file if it is missing.
  ///
  /// In WAL mode, SQLite needs a writable folder even for reading. If the store can only be read
  /// and has no log (`-wal`), the file is opened as immutable, which needs no other files.
  ///
  /// - Throws: ``StoreError/foreignApplication`` if the application id differs,
  ///   ``StoreError/notADatabase`` if the file is empty or not a database, or another
  ///   ``StoreError`` if the file cannot be opened or created.
  func connect() throws(StoreError) -> Connection {
    let owner: UInt32?
    switch try file.presence() {
    case .absent:
      try file.create(for: model)
      owner = nil
    // SQLite treats an empty file as a new database, which would hide that all objects are lost.
    case .empty: throw .notADatabase(path: file.path, ResultCode(rawValue: SQLITE_NOTADB))
    case .present(let found): owner = found
    }
    if let owner, owner != FilePath.user, FilePath.user != 0 { return try reader(owner: owner) }
    do {
      let connection = try connect(uri: file.path.asURI(), flags: SQLITE_OPEN_READWRITE)
      // Whatever keeps SQLite from opening the file for writing, it opens the file for reading. If
      // the user may write the file, the system failed, and either works again or tells its error.
      guard connection.isReadOnly, file.isWritable else { return connection }
      return try connect(uri: file.path.asURI(), flags: SQLITE_OPEN_READWRITE)
    } catch {
      let canBeRead =
        switch error {
        case .readOnly: true
        case .full: options.readsOnFullDisk
        default: false
        }
      guard canBeRead, file.hasNoLog else { throw error }
      return try connect(uri: file.path.asURI("?immutable=1"), flags: SQLITE_OPEN_READONLY)
    }
  }

  /// Opens the store of another user for reading, in such a way that SQLite creates no file beside
  /// it. A `-wal` or `-shm` file of this user would lock the owner out.
  ///
  /// - Throws: ``StoreError/notPermitted`` if that is impossible, because the store was not closed.
  private func reader(owner: UInt32) throws(StoreError) -> Connection {
    if file.hasNoLog {
      return try connect(uri: file.path.asURI("?immutable=1"), flags: SQLITE_OPEN_READONLY)
    }
    guard file.hasSharedMemory else {
      throw .notPermitted(path: file.path, owner: owner, errno: EACCES)
    }
    return try connect(uri: file.path.asURI(), flags: SQLITE_OPEN_READONLY)
  }

  /// Opens the database at `uri`, applies the connection's settings, and verifies the database's
  /// application id.
  private func connect(uri: String, flags: Int32) throws(StoreError) -> Connection {
    let connection = try Connection(
      name: uri, flags: flags, path: file.path, busyTimeout: options.busyTimeout,
      allocatesSharedMemory: file.hasSmallBlocks, whileWaiting: options.whileWaiting)
    try connection.configure()
    let found = Int32(
      truncatingIfNeeded: try connection.statement("PRAGMA application_id").integer() ?? 0)
    guard found == model.applicationID else {
      throw .foreignApplication(path: file.path, found: found)
    }
    return connection
  }

  /// Verifies that the store has the model's schema version and tables, and removes a backup that a
  /// killed migration left behind.
  ///
  /// - Throws: ``StoreError/newerSchema`` or ``StoreError/olderSchema`` if the versions differ, and
  ///   ``StoreError/schemaMismatch`` if a table does.
  func requireCurrentSchema(_ connection: Connection) throws(StoreError) {
    // The version and the tables belong to one snapshot, which is also faster to read.
    try connection.begin("BEGIN", for: model)
    defer { connection.endReading() }
    try connection.requireTables(of: model)
    // A migration that is killed after its last commit leaves the backup behind.
    if file.hasCopy { file.removeCopy() }
  }
}
