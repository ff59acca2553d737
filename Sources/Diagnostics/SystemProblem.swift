/// A failure of the operating system or of the installed bootstrap.
package enum SystemProblem: Error, Hashable, Sendable {
  /// A system call failed. The payload consists of the name of the call, the path, the code and
  /// message of errno(3), and whether the call was a change that the system does not permit.
  case call(String, path: String, code: Int32, reason: String, writing: Bool)
  case diskFull(path: String)
  /// The user has made the file read-only. `line` is the line to add to it, or `nil` if one is to
  /// be removed.
  case readOnlyFile(path: String, line: String?)
  /// The file system of `path` has free space, but no free inodes.
  case noFilesLeft(path: String)
  /// The file at `path` would be larger than the process (`ulimit -f`) or the file system permits.
  case tooLarge(path: String)
  /// `source` and `destination` are on different file systems, so nothing can be renamed from one
  /// to the other.
  case otherFileSystem(source: String, destination: String)
  /// The folder or file at `path`, which must belong to the user, is a link to `target`. If
  /// `target` is `nil`, it belongs to the user with the id `owner`, or to an unknown user if that
  /// is `nil`, too. `root` is the user's root if it contains the path.
  case foreignFolder(path: String, target: String?, owner: UInt32?, root: String? = nil)
  /// The permissions of `folder`, which belongs to the user, do not permit what was to be done with
  /// `path`. `writing` is whether that was a change.
  case closedFolder(String, path: String, writing: Bool)
  /// The user owns the file, but its permissions do not allow the user to read it.
  case closedFile(path: String)
  /// The user has no permission to write `file`, which is the store at `path` or a file of SQLite
  /// beside it.
  case closedStore(path: String, file: String)
  /// The file system of the root, or of a part of it, is mounted with `noexec`. `folder` is the
  /// topmost folder on that file system.
  case noexec(path: String, folder: String)
  /// The process cannot open the number of additional files that bootstrap needs.
  case tooFewDescriptors(needed: Int)
  /// Results could not be written to standard output. The payload consists of the code and message
  /// of errno(3).
  case output(code: Int32, reason: String)
  /// Another process holds the lock file or database at `path`. `holder` is the description that it
  /// gave of itself, which may be empty.
  case lockHeld(path: String, holder: String)
  /// A newer bootstrap wrote the store. `found` is its schema version, and `known` is the newest
  /// one that this program can read.
  case newerStore(path: String, found: Int, known: Int)
  /// The store cannot be used. `code` is the extended result code of SQLite.
  case store(path: String, code: Int32, StoreFault)
  /// A program that belongs to bootstrap is missing.
  case missingProgram(path: String)
  /// bootstrap itself has a bug; the payload describes it.
  case internalFault(String)
  /// bootstrap made a lock that it cannot read again, and did not write it. The problems are `nil`
  /// if it can be read, but as another lock.
  case unreadableLock(path: String, SyntaxProblems?)

  /// The exit code for this problem.
  package var exitCode: ExitCode {
    switch self {
    case .call(_, _, _, _, let writing): writing ? .cannotWrite : .systemFailure
    case .diskFull, .noFilesLeft, .tooLarge, .readOnlyFile, .closedFolder, .closedFile,
      .closedStore:
      .cannotWrite
    case .foreignFolder(_, let target, _, _): target == nil ? .cannotWrite : .systemFailure
    case .lockHeld: .locked
    case .newerStore, .store, .output, .tooFewDescriptors, .otherFileSystem, .noexec:
      .systemFailure
    case .missingProgram, .internalFault, .unreadableLock: .internalFault
    }
  }
}

/// A reason the store cannot be used.
package enum StoreFault: Hashable, Sendable {
  /// The path does not lead to a regular file, the file is not a database, or the database belongs
  /// to another program.
  case notAFile, notADatabase, foreignApplication
  /// The tables are not those of the store, although its version is this program's.
  case foreignTables
  /// SQLite reported an error; the payload is its message.
  case sqlite(String)
}
