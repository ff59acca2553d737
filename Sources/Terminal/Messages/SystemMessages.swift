internal import Diagnostics

extension SystemProblem {
  var message: Message {
    switch self {
    case .call(let name, let path, let code, let reason, let writing):
      Message(
        writing ? "cannot-write" : "system-failure",
        writing ? "cannot write \(path)" : "cannot use \(path)"
      )
      .detail("because", "\(reason) (\(name), errno \(code))")
      .detail("run", writing ? "ls -ld \(shellWord(path))" : nil)
    case .diskFull(let path):
      Message("disk-full", "the disk is full")
        .detail("writing", path)
        .detail("try", "make room, then run the same command again")
    case .lockHeld(let path, let holder):
      Message("lock-held", "another bootstrap is at work, and waiting for it timed out")
        .detail("held by", holder.isEmpty ? nil : "process \(holder)")
        .detail("lock", path)
    case .newerStore(let path, let found, let known):
      Message("newer-store", "the store was written by a newer bootstrap")
        .detail("store", path)
        .detail("its form", "\(found)")
        .detail("known", "up to \(known)")
        .detail("try", "upgrade bootstrap")
    case .store(let path, let code, let fault):
      Message("store-failure", "the store cannot be used")
        .detail("store", path)
        .detail("because", "\(fault.words) (SQLite \(code))")
        // What is installed says itself what it is, so nothing but the list of projects is lost.
        .detail(
          "run",
          Self.isDamaged(code)
            ? "mv \(shellWord(path)) \(shellWord(path + ".damaged")); bootstrap install" : nil)
    case .missingProgram(let path):
      Message("missing-program", "a part of bootstrap is missing: \(path)")
        .detail("try", "install bootstrap again")
    case .internalFault(let what):
      Message("internal-fault", "bootstrap itself failed: \(what)")
    }
  }

  /// SQLITE_CORRUPT and SQLITE_NOTADB, in the lowest byte of an extended code.
  private static func isDamaged(_ code: Int32) -> Bool { [11, 26].contains(code & 0xFF) }
}

extension StoreFault {
  fileprivate var words: String {
    switch self {
    case .notAFile: "it is not a file"
    case .notADatabase: "it is no database"
    case .foreignApplication: "it belongs to another program"
    case .sqlite(let words): words
    }
  }
}
