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
    case .diskFull(let path):
      Message("disk-full", "the disk is full").detail("writing", path)
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
    case .store(let path, let code, let reason):
      Message("store-failure", "the store cannot be used")
        .detail("store", path)
        .detail("because", "\(reason) (SQLite \(code))")
    case .missingProgram(let path):
      Message("missing-program", "a part of bootstrap is missing: \(path)")
        .detail("try", "install bootstrap again")
    case .internalFault(let what):
      Message("internal-fault", "bootstrap itself failed: \(what)")
    }
  }
}
