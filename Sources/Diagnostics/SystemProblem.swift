/// A failure of the operating system or of the installed bootstrap.
package enum SystemProblem: Error, Hashable, Sendable {
  /// A system call failed. The payload has its name, the path, the errno(3) code and message,
  /// and whether the call was to write.
  case call(String, path: String, code: Int32, reason: String, writing: Bool)
  case diskFull(path: String)
  /// Another process holds a lock. `holder` is the description that it gave of itself; it may
  /// be empty.
  case lockHeld(path: String, holder: String)
  /// The store was written by a newer bootstrap.
  case newerStore(path: String, found: Int, known: Int)
  /// The store cannot be used; `code` is the extended result code of SQLite.
  case store(path: String, code: Int32, StoreFault)
  /// A program that belongs to bootstrap is missing from its place.
  case missingProgram(path: String)
  case internalFault(String)

  /// The exit code of a command that fails with this problem.
  package var exitCode: ExitCode {
    switch self {
    case .call(_, _, _, _, let writing): writing ? .cannotWrite : .systemFailure
    case .diskFull: .cannotWrite
    case .lockHeld: .locked
    case .newerStore, .store: .systemFailure
    case .missingProgram, .internalFault: .internalFault
    }
  }
}

/// A reason the store cannot be used.
package enum StoreFault: Hashable, Sendable {
  case notAFile, notADatabase, foreignApplication
  /// The error message of SQLite.
  case sqlite(String)
}
