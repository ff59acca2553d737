package import Diagnostics
internal import LibC

extension SystemProblem {
  /// Describes a failed system call to the user. A full disk becomes ``diskFull(path:)`` or
  /// ``noFilesLeft(path:)``, and a file beyond the limit becomes ``tooLarge(path:)``. If
  /// permissions forbid the call, a folder of the user becomes ``closedFolder(_:path:writing:)``, a
  /// file of the user becomes ``closedFile(path:)``, and what another user owns in a folder of the
  /// user becomes ``foreignFolder(path:target:owner:root:)``. Any other change that the system does
  /// not permit has `writing` set.
  package init(_ error: FileError) {
    let path = error.path.string
    if error.operation == .enter {
      let target = (try? error.path.linkTarget()) ?? nil
      let owner = (try? error.path.status())??.owner
      self = .foreignFolder(path: path, target: target?.string, owner: owner)
      return
    }
    if error.operation == .write, error.code == EFBIG {
      self = .tooLarge(path: path)
      return
    }
    if error.isDiskFull {
      self = error.path.hasNoFilesLeft ? .noFilesLeft(path: path) : .diskFull(path: path)
      return
    }
    let isWriting = error.operation.isWriting
    if error.code == EACCES, let folder = error.path.closedFolder(forWriting: isWriting) {
      self = .closedFolder(folder.string, path: path, writing: isWriting)
      return
    }
    if error.code == EACCES, !isWriting, error.path.isClosedFile {
      self = .closedFile(path: path)
      return
    }
    if error.code == EACCES, let barrier = error.path.foreignBarrier(forWriting: isWriting) {
      self = .foreignFolder(path: barrier.path.string, target: nil, owner: barrier.owner)
      return
    }
    let refusals = [EACCES, EPERM, EROFS]
    self = .call(
      error.operation.rawValue, path: path, code: error.code, reason: error.reason,
      writing: isWriting && refusals.contains(error.code))
  }
}

extension Problem {
  /// Describes a failed system call to the user, or an interruption.
  package init(_ error: FileError) {
    self = error.isCancellation ? .interrupted : .system(SystemProblem(error))
  }

  /// Whether a system call failed because the process or the system has no descriptors or no
  /// memory left.
  package var isExhaustion: Bool {
    guard case .system(.call(_, let path, let code, _, _)) = self else { return false }
    return FileError(.open, FilePath(path), code: code).isExhaustion
  }
}

extension FileError {
  /// Whether the call failed because of permissions that the user can change, those of the user's
  /// own folder or file.
  package var isOwnRefusal: Bool {
    if code != EACCES { return false }
    return path.closedFolder(forWriting: operation.isWriting) != nil
      || !operation.isWriting && path.isClosedFile
  }
}

extension FileError.Operation {
  /// Whether the call changes the file system.
  fileprivate var isWriting: Bool {
    switch self {
    case .open, .read, .stat, .list, .readlink, .realpath, .execve, .spawn, .getcwd, .chdir, .size,
      .dup, .lock, .enter:
      false
    case .create, .write, .mkdir, .rename, .link, .symlink, .unlink, .chmod, .utimes,
      .sync:
      true
    }
  }
}

extension Problem {
  /// Describes to the user why a lock was not acquired.
  package init(_ failure: FileLock.Failure) {
    switch failure {
    case .timedOut(let path, let holder):
      self = .system(.lockHeld(path: path.string, holder: holder))
    case .cancelled: self = .interrupted
    case .system(let error): self = Problem(error)
    }
  }
}

extension BlockingThread {
  /// Runs `body` on a new thread and turns a failed system call into a ``Problem``.
  package static func mappingFileErrors<Value: Sendable>(
    _ body: @escaping @Sendable () throws(FileError) -> Value
  ) async throws(Problem) -> Value {
    try await result { () throws(Problem) in try Filesystem.mappingFileErrors(body) }
  }
}

/// Returns the result of `body`, and turns a failed system call into a ``Problem``.
package func mappingFileErrors<Value: ~Copyable>(
  _ body: () throws(FileError) -> Value
) throws(Problem) -> Value {
  do {
    return try body()
  } catch {
    throw Problem(error)
  }
}

/// Returns the value of an expression, and turns a failed system call into a ``Problem``.
package func mappingFileErrors<Value: ~Copyable>(
  _ value: @autoclosure () throws(FileError) -> Value
) throws(Problem) -> Value {
  try mappingFileErrors { () throws(FileError) in try value() }
}
