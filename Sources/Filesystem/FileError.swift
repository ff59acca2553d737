internal import LibC

/// A system call that failed: which, on what, and the system's own number for why.
package struct FileError: Error, Hashable, Sendable {
  /// The call, by the name of its C function; `create` is open(2) to write.
  package enum Operation: String, Sendable {
    case open, create, read, write, stat, list, mkdir, rename, link, symlink, readlink, unlink,
      chmod, sync,
      lock, realpath, execve, spawn,
      getcwd, size, dup
  }

  package let operation: Operation
  package let path: FilePath
  /// The value of `errno` (errno(3)), or for `size` EFBIG where a file is larger than the caller admits.
  package let code: Int32

  package init(_ operation: Operation, _ path: FilePath, code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
  }

  /// EROFS, for errors that come without a system call.
  package static var readOnlyFileSystem: Int32 { EROFS }

  /// `path` may not be made by this user.
  package static func permissionDenied(_ path: FilePath) -> FileError {
    FileError(.create, path, code: EACCES)
  }

  /// Nothing stands under `path`, though something must.
  package static func missing(_ path: FilePath) -> FileError {
    FileError(.open, path, code: ENOENT)
  }

  /// Nothing stands under the path.
  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  /// Something stands where something new was to be made.
  package var isOccupied: Bool { code == EEXIST }

  /// The file is no program of a form that the system knows: a script without `#!`, to begin with.
  package var isUnknownFormat: Bool { code == ENOEXEC }

  /// The system's own words for `code` (strerror(3)).
  package var reason: String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
}

/// Runs a call until it is not interrupted by a signal, and turns -1 into the error that `errno` names.
@discardableResult
func check<Value: SignedInteger>(
  _ operation: FileError.Operation, _ path: FilePath, _ call: () -> Value
) throws(FileError) -> Value {
  while true {
    let result = call()
    if result != -1 { return result }
    let code = errno
    if code != EINTR { throw FileError(operation, path, code: code) }
  }
}

/// Returns the result of `body`, or nil if the file that it works on is missing.
@discardableResult
func nilIfMissing<Value>(_ body: () throws(FileError) -> Value) throws(FileError) -> Value? {
  do throws(FileError) {
    return try body()
  } catch {
    if error.isMissing { return nil }
    throw error
  }
}
