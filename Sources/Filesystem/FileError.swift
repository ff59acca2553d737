internal import CPosix
internal import LibC

/// A failed system call: the operation, the path, and the error number.
package struct FileError: Error, Hashable, Sendable {
  /// The operation that failed, in most cases named after its C function. `create` is open(2) for
  /// writing, `size` is a comparison with the size that the caller allows, and `enter` is the
  /// opening of a folder that must not be a symbolic link and must belong to the user.
  package enum Operation: String, Sendable {
    case open, create, read, write, stat, list, mkdir, rename, link, symlink, readlink, unlink,
      chmod, utimes, sync,
      lock, realpath, execve, spawn,
      getcwd, chdir, size, dup, enter
  }

  package let operation: Operation
  package let path: FilePath
  /// The value of `errno` (errno(3)). For `size`, EFBIG if a file is larger than the
  /// caller allows. For `enter`, ELOOP for a symbolic link, and EPERM for a folder of somebody
  /// else.
  package let code: Int32

  /// Creates the error of an operation on `path`. `code` is a value of `errno`.
  package init(_ operation: Operation, _ path: FilePath, code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
  }

  /// EROFS, for callers that create the error without a system call.
  package static var readOnlyFileSystem: Int32 { EROFS }

  /// EPERM, with which some file systems of a network refuse what they cannot do.
  package static var notPermitted: Int32 { EPERM }

  /// Returns the error of a user who may not create `path`.
  package static func permissionDenied(_ path: FilePath) -> FileError {
    FileError(.create, path, code: EACCES)
  }

  /// Returns the error of a file that is required but missing.
  package static func missing(_ path: FilePath) -> FileError {
    FileError(.open, path, code: ENOENT)
  }

  /// Returns the error of a symbolic link in the place of a folder.
  package static func isLink(_ path: FilePath) -> FileError {
    FileError(.enter, path, code: ELOOP)
  }

  /// Returns the error of a folder that belongs to somebody else.
  package static func isOfOther(_ path: FilePath) -> FileError {
    FileError(.enter, path, code: EPERM)
  }

  /// Returns the error for a program that ran too long.
  static func timeout(of program: FilePath) -> FileError {
    FileError(.spawn, program, code: ETIMEDOUT)
  }

  /// Returns the error for a program that works, but could not do this.
  package static func failure(of program: FilePath) -> FileError {
    FileError(.spawn, program, code: EIO)
  }

  /// Whether this is the error for a program that ran too long.
  package var isTimeout: Bool { code == ETIMEDOUT }

  /// Whether the task that waited for the operation was canceled.
  package var isCancellation: Bool { code == ECANCELED }

  /// Whether nothing exists at the path.
  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  /// Whether the user has no right to do this.
  package var isDenied: Bool { code == EACCES || code == EPERM }

  /// Returns whether an error number of a call for a lock states that the file system has no locks,
  /// or none left. On macOS, ENOTSUP and EOPNOTSUPP are two numbers.
  package static func meansNoLocks(_ code: Int32) -> Bool {
    [ENOLCK, ENOSYS, ENOTSUP, EOPNOTSUPP].contains(code)
  }

  /// Whether the disk has no space or no inodes left, or the user's quota is exhausted.
  package var isDiskFull: Bool { code == ENOSPC || code == EDQUOT }

  /// Whether a rename would lead to another file system.
  package var isOnOtherFileSystem: Bool { code == EXDEV }

  /// Whether a rename would replace a mount point.
  var isMountPoint: Bool { operation == .rename && code == EBUSY }

  /// Whether the process or the system has no descriptors or no memory left. This says nothing
  /// about the file.
  package var isExhaustion: Bool { [EMFILE, ENFILE, ENOMEM].contains(code) }

  /// Whether the system failed, so that nothing is wrong with the name, the kind, or the
  /// permissions of the file, and probably nothing with its contents.
  package var isSystemFailure: Bool {
    isExhaustion || isDiskFull || code == EIO || code == ESTALE
  }

  /// Whether something exists at the path of a new entry.
  package var isOccupied: Bool { code == EEXIST }

  /// Whether the system does not know the format of the program. A script without `#!` is
  /// an example.
  package var isUnknownFormat: Bool { code == ENOEXEC }

  /// The system's description of `code` (strerror(3)).
  package var reason: String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
}

/// Returns the result of `call`, which is repeated while signals interrupt it (EINTR).
///
/// - Throws: ``FileError`` with `errno` if the result is -1.
@discardableResult
func check<Value: SignedInteger>(
  _ operation: FileError.Operation, _ path: @autoclosure () -> FilePath, _ call: () -> Value
) throws(FileError) -> Value {
  while true {
    let result = call()
    if result != -1 { return result }
    let code = errno
    if code != EINTR { throw FileError(operation, path(), code: code) }
  }
}

/// Returns the status that `call`, a form of stat(2), stores, or `nil` if the path is missing.
/// Files are often missing, so no error is thrown and caught for that.
///
/// - Throws: ``FileError`` with `errno` if `call` fails for another reason.
func statusIfPresent(
  of path: @autoclosure () -> FilePath, _ call: (inout stat) -> Int32
) throws(FileError) -> FileStatus? {
  var status = stat()
  while call(&status) == -1 {
    let code = errno
    if code == ENOENT || code == ENOTDIR { return nil }
    if code != EINTR { throw FileError(.stat, path(), code: code) }
  }
  return FileStatus(status)
}

/// Returns the result of `body`, or `nil` if it throws an error whose ``FileError/isMissing``
/// is true.
@discardableResult
func nilIfMissing<Value>(_ body: () throws(FileError) -> Value) throws(FileError) -> Value? {
  do {
    return try body()
  } catch {
    if error.isMissing { return nil }
    throw error
  }
}
