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
    case .full:
      let hasNoFilesLeft = FilePath(path).hasNoFilesLeft
      self = .system(hasNoFilesLeft ? .noFilesLeft(path: path) : .diskFull(path: path))
    case .readOnly(let path, _): self = Self.readOnlyStore(FilePath(path))
    case .noLocks(let path, let code):
      self = .system(SystemProblem(FileError(.lock, FilePath(path), code: code)))
    case .notPermitted(let file, _, _) where file.hasPrefix(path):
      self = .system(.closedStore(path: path, file: file))
    case .notPermitted(let path, _, let code), .notFound(let path, let code),
      .system(let path, let code):
      self = fileProblem(path, code)
    case .busy: self = .system(.lockHeld(path: path, holder: StoreWriter(of: path).description))
    case .cancelled: self = .interrupted
    case .replaced(let path): self = .system(SystemProblem(.missing(FilePath(path))))
    case .notAFile(let path): self = .system(.store(path: path, code: 0, .notAFile))
    case .notADatabase: self = store(.notADatabase)
    case .foreignApplication: self = store(.foreignApplication)
    case .damaged(_, _, let detail), .sqlite(_, let detail): self = store(.sqlite(detail))
    case .schemaMismatch: self = store(.foreignTables)
    case .unreadable(_, _, let type):
      self = store(.sqlite("a record has no \(type) where it must have one"))
    case .migrationFailed, .nested, .closed, .violation, .conflict, .transactionEnded,
      .tooComplex, .notANumber:
      self = .system(.internalFault("the store refused a record: \(error)"))
    }
  }

  /// Returns why a store can only be read, which SQLite does not say: the file system is read-only,
  /// or the user may not write the folder or one of the files.
  static func readOnlyStore(_ store: FilePath) -> Problem {
    let folder = store.parentDirectory
    if folder.readOnlyFolder == nil {
      let files = ["", "-wal", "-shm"].map { FilePath(store.string + $0) }
      let owner = (try? store.status())??.owner
      let isOfOther = FilePath.user != 0 && owner != nil && owner != FilePath.user
      if let file = isOfOther ? store : files.first(where: { $0.exists && !$0.isWritable }) {
        return .system(.closedStore(path: store.string, file: file.string))
      }
      do { try folder.checkIsWritable() } catch { return Problem(error) }
    }
    return Problem(FileError(.create, store, code: FileError.readOnlyFileSystem))
  }
}
