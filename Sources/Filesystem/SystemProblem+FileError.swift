package import Diagnostics
internal import LibC

extension SystemProblem {
  /// A system call that failed, as a person is told it: writing that is refused is a class of its own, a full disk another.
  package init(_ error: FileError) {
    let path = error.path.string
    if error.code == ENOSPC || error.code == EDQUOT
      || (error.operation == .write && error.code == EFBIG)
    {
      self = .diskFull(path: path)
      return
    }
    let refusals = [EACCES, EPERM, EROFS]
    self = .call(
      error.operation.rawValue, path: path, code: error.code, reason: error.reason,
      writing: error.operation.isWriting && refusals.contains(error.code))
  }
}

extension Problem {
  /// A system call that failed, as a person is told it.
  package init(_ error: FileError) {
    self = .system(SystemProblem(error))
  }
}

extension FileError.Operation {
  /// Whether the call would have changed something.
  fileprivate var isWriting: Bool {
    switch self {
    case .open, .read, .stat, .list, .readlink, .realpath, .execve, .spawn, .getcwd, .size, .dup,
      .lock:
      false
    case .create, .write, .mkdir, .rename, .link, .symlink, .unlink, .chmod, .sync: true
    }
  }
}

extension BlockingThread {
  /// Runs `body` on a new thread and turns a failed system call into a ``Problem``.
  package static func onDisk<Value: Sendable>(
    _ body: @escaping @Sendable () throws(FileError) -> Value
  ) async throws(Problem) -> Value {
    try await result { () throws(Problem) in try Filesystem.onDisk(body) }
  }
}

/// What `body` returns, or what a person is told where a system call in it fails.
package func onDisk<Value: ~Copyable>(
  _ body: () throws(FileError) -> Value
) throws(Problem) -> Value {
  do throws(FileError) {
    return try body()
  } catch {
    throw Problem(error)
  }
}
