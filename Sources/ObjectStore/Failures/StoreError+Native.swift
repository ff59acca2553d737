internal import CSQLite
internal import Filesystem
internal import LibC

extension StoreError {
  /// Creates the error for a failed call, from the connection's extended code and message.
  ///
  /// - Parameters:
  ///   - connection: The connection that the call used.
  ///   - code: The result code that the call returned.
  ///   - path: The path of the store.
  init(of connection: OpaquePointer, code: Int32, path: String) {
    // After a failed COMMIT, SQLite does not know the number of the failed system call.
    let last = errno
    let extended = ResultCode(rawValue: unsafe sqlite3_extended_errcode(connection))
    let detail = unsafe String(cString: sqlite3_errmsg(connection))
    let known = unsafe sqlite3_system_errno(connection)
    let number = known == 0 ? last : known
    // The extended code and the message describe the connection's last call. If the primary codes
    // differ, the last call was not the failed one.
    let result = extended.primary.rawValue == code & 0xff ? extended : ResultCode(rawValue: code)
    self.init(result, detail: detail, path: path, errno: number)
  }

  /// Creates the error for a result code.
  ///
  /// - Parameters:
  ///   - code: The result code of SQLite.
  ///   - detail: The message of SQLite.
  ///   - path: The path of the store.
  ///   - number: The `errno` of the last failed system call, or 0 (`sqlite3_system_errno`).
  init(_ code: ResultCode, detail: String, path: String, errno number: Int32) {
    let failedCall = FileError(.open, FilePath(path), code: number)
    switch code.primary.rawValue {
    case SQLITE_BUSY where number == ENOLCK:
      self = .noLocks(path: path, errno: number)
    // SQLite reports a canceled wait as it does one that reached its limit.
    case SQLITE_BUSY where Self.isWaitCancelled: self = .cancelled
    case SQLITE_BUSY: self = .busy(code)
    case SQLITE_FULL: self = .full(code)
    case SQLITE_INTERRUPT: self = .cancelled
    case SQLITE_NOTADB: self = .notADatabase(path: path, code)
    case SQLITE_CORRUPT: self = .damaged(path: path, code, detail: detail)
    case SQLITE_READONLY: self = Self.sideFileError(of: path) ?? .readOnly(path: path, code)
    // The file is created in this case, or one of the files beside it.
    case SQLITE_CANTOPEN where failedCall.isDiskFull: self = .full(code)
    // The file system has become read-only, as Linux does with a failing disk.
    case SQLITE_CANTOPEN where number == EROFS, SQLITE_IOERR where number == EROFS:
      self = .readOnly(path: path, code)
    case SQLITE_IOERR where FileError.meansNoLocks(number):
      self = .noLocks(path: path, errno: number)
    case SQLITE_CANTOPEN where failedCall.isSystemFailure: self = .system(path: path, errno: number)
    case SQLITE_CANTOPEN:
      self =
        Self.creationError(beside: path, code) ?? Self.cannotOpen(path, code, detail: detail)
    case SQLITE_PERM, SQLITE_AUTH:
      self = .notPermitted(path: path, owner: Self.owner(of: path), errno: EACCES)
    case SQLITE_IOERR where failedCall.isDiskFull || number == EFBIG: self = .full(code)
    case SQLITE_IOERR where failedCall.isExhaustion: self = .system(path: path, errno: number)
    // `SQLITE_IOERR_SHORT_READ`: the file ends before its last page.
    case SQLITE_IOERR where code.rawValue == SQLITE_IOERR | (2 << 8):
      self = .damaged(path: path, code, detail: detail)
    case SQLITE_ERROR where Self.isComplexity(detail): self = .tooComplex(detail: detail)
    default: self = .sqlite(code, detail: detail)
    }
  }

  /// Whether the current task is canceled, or the one that waits for the current thread.
  static var isWaitCancelled: Bool { CancellationFlag.isCurrentSet || Task.isCancelled }

  /// Whether a message of SQLite states that a statement exceeds one of its limits, which have no
  /// result code of their own.
  private static func isComplexity(_ detail: String) -> Bool {
    detail == "parser stack overflow" || detail == "too many SQL variables"
      || detail.hasPrefix("Expression tree is too large")
  }

  /// Creates a file beside the store to find out whether the disk is full or the system fails.
  /// Returns the error, or `nil` for any other error and if the file can be created.
  ///
  /// If SQLite cannot create a file, it tries to open the file for reading. The error that it
  /// reports then is that of a missing file.
  private static func creationError(beside path: String, _ code: ResultCode) -> StoreError? {
    // An abandoned draft has a name that begins in the same way, and is removed later.
    let probe = FilePath(path + ".new-probe")
    do {
      try probe.removeFile()
      _ = try FileDescriptor.open(probe, .create(permissions: 0o600))
      try probe.removeFile()
      return nil
    } catch {
      if error.isDiskFull { return .full(code) }
      if error.code == FileError.readOnlyFileSystem { return .readOnly(path: path, code) }
      return error.isSystemFailure ? .system(path: path, errno: error.code) : nil
    }
  }

  /// Examines the file and returns the error for `SQLITE_CANTOPEN`, a code with many causes.
  private static func cannotOpen(_ path: String, _ code: ResultCode, detail: String) -> StoreError {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      let number = errno
      return number == EACCES
        ? .notPermitted(path: path, owner: 0, errno: number) : .notFound(path: path, errno: number)
    }
    guard status.st_mode & S_IFMT == S_IFREG else { return .notAFile(path: path) }
    if unsafe access(path, R_OK) != 0 {
      return .notPermitted(path: path, owner: status.st_uid, errno: errno)
    }
    return sideFileError(of: path) ?? folderError(of: path) ?? .sqlite(code, detail: detail)
  }

  /// Returns the error for a folder that is not writable, or `nil` if it is writable. Reading the
  /// log requires creating a `-shm` file in the folder.
  private static func folderError(of path: String) -> StoreError? {
    let directory = (FilePath(path).parent ?? ".").string
    guard unsafe access(directory, W_OK) != 0 else { return nil }
    let number = errno
    return .notPermitted(path: directory, owner: owner(of: directory), errno: number)
  }

  /// Returns the error for a `-wal` or `-shm` file that this user cannot read and write, usually
  /// because another user owns it, or `nil` if there is no such file.
  private static func sideFileError(of path: String) -> StoreError? {
    for suffix in ["-wal", "-shm"] {
      let side = path + suffix
      var status = stat()
      guard unsafe stat(side, &status) == 0, unsafe access(side, R_OK | W_OK) != 0 else { continue }
      return .notPermitted(path: side, owner: status.st_uid, errno: EACCES)
    }
    return nil
  }

  /// Returns the id of the user who owns a file, or 0 if the file cannot be examined.
  private static func owner(of path: String) -> UInt32 {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status.st_uid : 0
  }

  /// The result code of SQLite, or `nil` if the error has none.
  package var code: ResultCode? {
    switch self {
    case .violation(let violation): violation.code
    case .busy(let code), .full(let code), .readOnly(_, let code), .notADatabase(_, let code),
      .damaged(_, let code, _), .sqlite(let code, _):
      code
    default: nil
    }
  }
}
