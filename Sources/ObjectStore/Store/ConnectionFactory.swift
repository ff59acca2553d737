internal import CSQLite

/// How connections to the file of a store are made.
struct ConnectionFactory: Sendable {
  let file: StoreFile
  let model: Model
  let options: Store.Options

  /// A connection that is known to work: the file is a store of this application, and was read from.
  ///
  /// A store in WAL mode needs its directory to be writable, even for reading. Where it is not and no log
  /// lies beside it, the file is read as one that nobody changes.
  func connect() throws(StoreError) -> Connection {
    switch try file.presence() {
    case .absent: try file.create(for: model)
    // SQLite would take an emptied file for a new database; its objects are lost, and that must be said.
    case .empty: throw .notADatabase(path: file.path, ResultCode(rawValue: SQLITE_NOTADB))
    case .present: break
    }
    do throws(StoreError) {
      return try connect(uri: file.path.asURI(), flags: SQLITE_OPEN_READWRITE)
    } catch {
      guard case .readOnly = error, file.hasNoLog else { throw error }
      return try connect(uri: file.path.asURI("?immutable=1"), flags: SQLITE_OPEN_READONLY)
    }
  }

  private func connect(uri: String, flags: Int32) throws(StoreError) -> Connection {
    let connection = try Connection(
      name: uri, flags: flags, path: file.path, busyTimeout: options.busyTimeout)
    try connection.configure()
    let found = Int32(
      truncatingIfNeeded: try connection.statement("PRAGMA application_id").integer() ?? 0)
    guard found == model.applicationID else {
      throw .foreignApplication(path: file.path, found: found)
    }
    return connection
  }

  /// - throws: `StoreError.newerSchema`, `.olderSchema`.
  func requireCurrent(_ connection: Connection) throws(StoreError) {
    let found = try connection.userVersion()
    if found > model.version { throw .newerSchema(found: found, known: model.version) }
    if found < model.version { throw .olderSchema(found: found, known: model.version) }
    // Left by a migration that was killed between its last commit and its end.
    if file.hasCopy { file.removeCopy() }
  }
}
