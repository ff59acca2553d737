internal import CSQLite
internal import Filesystem
internal import LibC

/// The file of a store: how it comes into being, and what lies beside it.
///
/// ```
/// store.sqlite              the database, in WAL mode
/// store.sqlite-wal, -shm    SQLite's own, while a process has the store open
/// store.sqlite.before       the file as it was, while a migration runs
/// store.sqlite.new-<n>      a store in the making; linked to its name when it is complete
/// ```
struct StoreFile: Sendable {
  let path: String

  var copyPath: String { path + ".before" }

  enum Presence { case absent, empty, present }

  /// - throws: `StoreError.notAFile`, `.notPermitted`, `.system`.
  func presence() throws(StoreError) -> Presence {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      let number = errno
      if number == ENOENT { return .absent }
      if number == EACCES { throw .notPermitted(path: path, owner: 0, errno: number) }
      throw .system(path: path, errno: number)
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
    return status.st_size == 0 ? .empty : .present
  }

  /// Makes the store under a name of its own and then links it to `path`.
  ///
  /// Eight processes that create one database in place fail in a tenth of the cases with "locked", whatever
  /// their busy timeout. This way the first `link` wins, and the others find a complete store.
  func create(for model: Model) throws(StoreError) {
    removeAbandonedDrafts()
    let draft = "\(path).new-\(getpid())-\(UInt32.random(in: .min ... .max))"
    defer { unsafe unlink(draft) }
    do {
      let connection = try Connection(
        name: draft.asURI(), flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, path: path,
        busyTimeout: .zero)
      try connection.execute("PRAGMA page_size = 8192; PRAGMA synchronous = FULL")
      try connection.define(model)
      // Kept in the header, so that no later opening needs to say it.
      try connection.execute("PRAGMA journal_mode = WAL")
    }
    guard unsafe link(draft, path) == 0 || errno == EEXIST else {
      let number = errno
      throw number == ENOSPC
        ? .full(ResultCode(rawValue: SQLITE_FULL))
        : .system(path: path, errno: number)
    }
    synchronizeDirectory()
  }

  /// Makes a new name durable (`fsync` of its directory). Where a directory cannot be opened for that, the
  /// name is as durable as the system makes it.
  private func synchronizeDirectory() {
    let descriptor = unsafe open(directory, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  var directory: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Removes what processes left that were killed while they made the store or its copy. They take an
  /// instant for it; after an hour nobody comes back for a draft.
  private func removeAbandonedDrafts() {
    guard let stream = unsafe opendir(directory) else { return }
    defer { unsafe closedir(stream) }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    while let entry = unsafe readdir(stream) {
      let found = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe String(cString: UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
      }
      guard found.hasPrefix("\(name).new-") || found.hasPrefix("\(name).before.new-") else {
        continue
      }
      let draft = "\(directory)/\(found)"
      var status = stat()
      guard unsafe stat(draft, &status) == 0 else { continue }
      #if canImport(Darwin)
        let changed = status.st_mtimespec.tv_sec
      #else
        let changed = status.st_mtim.tv_sec
      #endif
      if time(nil) - changed > 3600 { unsafe unlink(draft) }
    }
  }

  /// Whether the file can be read without its log: there is none, or nothing is in it.
  var hasNoLog: Bool {
    var status = stat()
    return unsafe stat(path + "-wal", &status) != 0 || status.st_size == 0
  }

  func removeCopy() { unsafe unlink(copyPath) }

  var hasCopy: Bool { unsafe access(copyPath, F_OK) == 0 }

  /// Copies the store to ``copyPath``, complete or not at all.
  /// - parameter connection: holds the write lock, so that what is copied is what will be migrated.
  func copy(while connection: Connection) throws(StoreError) {
    removeAbandonedDrafts()
    let draft = "\(copyPath).new-\(getpid())"
    defer { unsafe unlink(draft) }
    do {
      let source = try Connection(
        name: path.asURI(), flags: SQLITE_OPEN_READONLY, path: path, busyTimeout: .seconds(1))
      let target = try Connection(
        name: draft.asURI(), flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, path: copyPath,
        busyTimeout: .zero)
      try source.copy(to: target)
    }
    guard unsafe rename(draft, copyPath) == 0 else {
      throw .system(path: copyPath, errno: errno)
    }
    synchronizeDirectory()
  }
}

extension Connection {
  /// Copies every page to an empty database (`sqlite3_backup_step`).
  func copy(to target: Connection) throws(StoreError) {
    guard let backup = unsafe sqlite3_backup_init(target.pointer, "main", pointer, "main") else {
      throw target.failure(unsafe sqlite3_errcode(target.pointer))
    }
    let code = unsafe sqlite3_backup_step(backup, -1)
    unsafe sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE else { throw target.failure(code) }
  }

  /// Creates every table of a model in an empty database, in one transaction.
  func define(_ model: Model) throws(StoreError) {
    try execute("BEGIN IMMEDIATE")
    for entity in model.entities {
      for statement in entity.table.definition { try execute(statement) }
    }
    try execute(
      """
      PRAGMA application_id = \(model.applicationID);
      PRAGMA user_version = \(model.version);
      COMMIT
      """)
  }
}

extension String {
  /// The path as an SQLite URI, with an optional parameter.
  func asURI(_ parameter: String = "") -> String {
    "file:" + PercentEncoding.encode(utf8) + parameter
  }
}
