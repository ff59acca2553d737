internal import Diagnostics
internal import Filesystem
internal import ObjectStore

extension Problem {
  /// Creates the problem for an error of the store at `path`.
  init(_ error: StoreError, path: FilePath) {
    let path = path.string
    func store(_ fault: StoreFault) -> Problem {
      .system(.store(path: path, code: error.code?.rawValue ?? 0, fault))
    }
    func fileProblem(_ path: String, _ code: Int32) -> Problem {
      .system(SystemProblem(FileError(.create, FilePath(path), code: code)))
    }
    switch error {
    case .newerSchema(let found, let known), .olderSchema(let found, let known):
      self = .system(.newerStore(path: path, found: found, known: known))
    case .full: self = .system(.diskFull(path: path))
    case .readOnly(let path, _): self = fileProblem(path, FileError.readOnlyFileSystem)
    case .notPermitted(let path, _, let code), .notFound(let path, let code),
      .system(let path, let code):
      self = fileProblem(path, code)
    case .busy: self = .system(.lockHeld(path: path, holder: ""))
    case .cancelled: self = .interrupted
    case .notAFile: self = store(.notAFile)
    case .notADatabase: self = store(.notADatabase)
    case .foreignApplication: self = store(.foreignApplication)
    case .damaged(_, _, let detail), .sqlite(_, let detail): self = store(.sqlite(detail))
    case .schemaMismatch(let mismatch):
      self = .system(.internalFault("the store's tables are not the declared ones: \(mismatch)"))
    case .unreadable(_, _, let type):
      self = store(.sqlite("a record has no \(type) where it must have one"))
    case .migrationFailed, .nested, .violation, .conflict, .transactionEnded,
      .tooComplex, .notANumber:
      self = .system(.internalFault("the store refused a record: \(error)"))
    }
  }
}
