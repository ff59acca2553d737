/// The machine would not do what was asked of it.
package enum SystemProblem: Error, Hashable, Sendable {
  /// A system call failed: its name, the path, the number of errno(3) and the system's words for it.
  case call(String, path: String, code: Int32, reason: String, writing: Bool)
  case diskFull(path: String)
  /// Another process holds a lock: `holder` is what it says of itself, empty when it says nothing.
  case lockHeld(path: String, holder: String)
  /// The store was written by a newer bootstrap.
  case newerStore(path: String, found: Int, known: Int)
  /// The store cannot be used. `code` is SQLite's extended result code.
  case store(path: String, code: Int32, StoreFault)
  /// A part of bootstrap is not where it must be.
  case missingProgram(path: String)
  case internalFault(String)

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

package enum StoreFault: Hashable, Sendable {
  case notAFile, notADatabase, foreignApplication
  /// SQLite's own message.
  case sqlite(String)
}
