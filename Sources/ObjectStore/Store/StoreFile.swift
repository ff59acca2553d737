internal import CSQLite
internal import Filesystem
internal import LibC

/// The database file of a store, and the operations that create it and back it up.
///
/// These files may exist beside one another:
///
/// ```
/// store.sqlite              the database, in WAL mode
/// store.sqlite-wal, -shm    SQLite's own files while a process has the store open
/// store.sqlite.before       the backup: a copy of the original file while a migration runs
/// store.sqlite.new-<n>      a draft: a store that is being created, later linked to store.sqlite
/// ```
struct StoreFile: Sendable {
  /// The path of the database.
  let path: String

  /// The paths of SQLite's own files beside the database.
  private var sides: [String] { ["-wal", "-shm", "-journal"].map { path + $0 } }

  /// The path of the backup, which exists during a migration.
  var copyPath: String { path + ".before" }

  /// Whether a store's file exists and has content, and the id of the user who owns it.
  enum Presence { case absent, empty, present(owner: UInt32) }

  /// Returns whether the file exists and has content.
  ///
  /// - Throws: ``StoreError/notAFile`` if there is something else at `path`, or a link in the place
  ///   of a file of SQLite, which would write to whatever the link leads to, and
  ///   ``StoreError/notPermitted`` or ``StoreError/system`` if `path` cannot be examined.
  func presence() throws(StoreError) -> Presence {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      let number = errno
      if number == ENOENT { return .absent }
      if number == EACCES { throw .notPermitted(path: path, owner: 0, errno: number) }
      throw .system(path: path, errno: number)
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
    let presence = status.st_size == 0 ? Presence.empty : .present(owner: status.st_uid)
    for side in sides
    where unsafe lstat(side, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK {
      throw .notAFile(path: side)
    }
    return presence
  }

  /// Whether the blocks of the file system are smaller than the 4 KiB in which SQLite allocates
  /// its `-shm` file.
  var hasSmallBlocks: Bool {
    var status = statvfs()
    return unsafe statvfs(directory, &status) == 0 && status.f_bsize < 4096
  }

  /// Whether the `-shm` file exists, because a process has the store open or was killed.
  var hasSharedMemory: Bool { unsafe access(path + "-shm", F_OK) == 0 }

  /// Creates the store under a temporary name, then links it to `path`.
  ///
  /// When eight processes create one database in place, a tenth of the attempts fail with
  /// "locked", whatever the busy timeout. With a link, the first process succeeds and the others
  /// find a complete store.
  ///
  /// - Throws: ``StoreError/full`` if the disk is full, or another ``StoreError`` if the file
  ///   cannot be created.
  func create(for model: Model) throws(StoreError) {
    removeAbandonedDrafts()
    let draft = "\(path).new-\(getpid())-\(UInt32.random(in: .min ... .max))"
    defer { unsafe unlink(draft) }
    do {
      let connection = try Connection(
        name: draft.asURI(), flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, path: path,
        busyTimeout: .zero)
      // Nobody uses the draft, so it needs no journal on disk, and one sync at the end is enough.
      try connection.execute(
        "PRAGMA page_size = 8192; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
      try connection.define(model)
      // The file's header stores the journal mode, so later connections need not set it.
      try connection.execute("PRAGMA journal_mode = WAL")
    }
    do {
      try FilePath(draft).synchronize()
    } catch {
      throw error.isDiskFull
        ? .full(ResultCode(rawValue: SQLITE_FULL)) : .system(path: path, errno: error.code)
    }
    try publish(draft)
    synchronizeFolder()
  }

  /// Links a draft to ``path``, unless another process has created the store in the meantime.
  ///
  /// First removes the files that SQLite left beside a deleted store, because SQLite would replay
  /// the log of that store into the new one. The lock prevents two processes from doing this at
  /// once, so the files cannot belong to a store that another process has just created.
  private func publish(_ draft: String) throws(StoreError) {
    let lock: FileLock
    do {
      lock = try FileLock.acquire(folder: FilePath(directory))
    } catch {
      throw .system(path: directory, errno: error.code)
    }
    var status = stat()
    if unsafe lstat(path, &status) == 0 { return }
    for side in sides where unsafe unlink(side) != 0 && errno != ENOENT {
      throw .system(path: side, errno: errno)
    }
    guard unsafe link(draft, path) == 0 || errno == EEXIST else {
      let number = errno
      throw FileError(.link, FilePath(path), code: number).isDiskFull
        ? .full(ResultCode(rawValue: SQLITE_FULL))
        : .system(path: path, errno: number)
    }
    _ = consume lock
  }

  /// Makes a new file name durable by writing the folder to the disk. If that fails, durability
  /// depends on the file system.
  private func synchronizeFolder() { try? FilePath(directory).synchronize() }

  /// The path of the folder that contains the file.
  var directory: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Removes the drafts of this store or of its backup that killed processes left behind, with
  /// SQLite's files beside them. A draft whose process runs is kept for an hour, because another
  /// process may have the same id by now: writing a draft takes far less than an hour.
  func removeAbandonedDrafts() {
    guard let stream = unsafe opendir(directory) else { return }
    defer { unsafe closedir(stream) }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    while let entry = unsafe readdir(stream) {
      let found = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe String(cString: UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
      }
      guard let start = ["\(name).new-", "\(name).before.new-"].first(where: found.hasPrefix) else {
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
      let process = Int32(found.dropFirst(start.count).prefix { $0 != "-" })
      let isRunning = process.map(TemporaryName.isRunning) ?? true
      // The limit is an hour, in seconds. Some file systems store any date.
      let (age, isOverflow) = time(nil).subtractingReportingOverflow(changed)
      if !isRunning || isOverflow || age > 3600 { unsafe unlink(draft) }
    }
  }

  /// Whether the log (`-wal`) is missing or empty, so that the database file contains every commit.
  var hasNoLog: Bool {
    var status = stat()
    return unsafe stat(path + "-wal", &status) != 0 || status.st_size == 0
  }

  /// Whether the user may write the file.
  var isWritable: Bool { unsafe access(path, W_OK) == 0 }

  /// Removes the backup, if there is one.
  func removeCopy() { unsafe unlink(copyPath) }

  /// Whether the backup exists, because a migration is running or was killed.
  var hasCopy: Bool { unsafe access(copyPath, F_OK) == 0 }

  /// Creates the backup: copies the store to a draft, and then renames the draft to ``copyPath``.
  ///
  /// - Parameter connection: The connection that runs the migration. It must hold the write lock,
  ///   so that the store does not change between the copy and the migration. The copy itself uses
  ///   other connections.
  /// - Throws: ``StoreError/system`` if the draft cannot be renamed, or another ``StoreError`` if
  ///   SQLite cannot copy the store.
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
    synchronizeFolder()
  }
}

extension Connection {
  /// Copies every page to an empty database in a single step (`sqlite3_backup_step`).
  func copy(to target: Connection) throws(StoreError) {
    guard let backup = unsafe sqlite3_backup_init(target.pointer, "main", pointer, "main") else {
      throw target.failure(unsafe sqlite3_errcode(target.pointer))
    }
    let code = unsafe sqlite3_backup_step(backup, -1)
    unsafe sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE else { throw target.failure(code) }
  }

  /// Creates the tables of a model in an empty database and sets the database's application id and
  /// schema version, in one transaction.
  func define(_ model: Model) throws(StoreError) {
    try execute("BEGIN IMMEDIATE")
    for statement in model.definitions.joined() { try execute(statement) }
    try execute(
      """
      PRAGMA application_id = \(model.applicationID);
      PRAGMA user_version = \(model.version);
      COMMIT
      """)
  }
}

extension String {
  /// Returns the path as a `file:` URI for SQLite, followed by `parameter`, such
  /// as `?immutable=1`.
  func asURI(_ parameter: String = "") -> String {
    "file:" + PercentEncoding.encode(utf8) + parameter
  }
}
