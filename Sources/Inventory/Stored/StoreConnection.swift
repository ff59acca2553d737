internal import Diagnostics
internal import Filesystem
internal import Layout
internal import ObjectStore

/// The connection between the repositories and a root's store. Maps the store's errors to problems.
struct StoreConnection: Sendable {
  let store: Store
  let path: FilePath
  /// The snapshot that all reads use, or `nil` if each read sees the current store.
  private var view: StoreView?

  /// Opens the store of a root. See
  /// ``InstallationInventory/open(_:isForReading:whileWaiting:whileMigrating:)``.
  static func open(
    _ root: Root, isForReading: Bool, whileWaiting: @escaping @Sendable (String) -> Void,
    whileMigrating: @escaping @Sendable (ProgressNotice) -> Void
  ) async throws(Problem) -> StoreConnection {
    // If the folder is not writable, SQLite reports only that the file does not exist.
    if !root.store.exists {
      try mappingFileErrors { () throws(FileError) in
        try root.checkOwner()
        try root.path.checkIsWritable()
      }
    }
    let path = root.store.string
    do {
      let options = Store.Options(readsOnFullDisk: isForReading) {
        whileWaiting(StoreWriter(of: path).description)
      }
      let report = MigrationReport(on: root.store, to: whileMigrating)
      let store = try await Store.open(
        .file(path), model: model, options: options, migration: report.update)
      return StoreConnection(store: store, path: root.store)
    } catch {
      throw Problem(error, path: root.store)
    }
  }

  /// Returns a connection whose synchronous reads all see the current state of the store.
  func frozen() throws(Problem) -> StoreConnection {
    var frozen = self
    do {
      frozen.view = try store.view()
    } catch {
      throw Problem(error, path: path)
    }
    return frozen
  }

  /// Checks that the store can be written.
  func checkIsWritable() throws(Problem) {
    let files = ["", "-wal", "-shm"].map { FilePath(path.string + $0) }
    if store.isReadOnly || files.contains(where: { $0.exists && !$0.isWritable }) {
      throw .readOnlyStore(path)
    }
  }

  /// Returns a description of each damaged part of the store, or an empty array if the store is
  /// intact. The check takes seconds for a large store. Canceling the task ends it.
  func damage() async throws(Problem) -> [String] {
    try await readCancellably { snapshot throws(StoreError) in try snapshot.verify() }
  }

  /// Runs `body` in a snapshot of the store, on another thread. Canceling the task ends the read.
  func readCancellably<Value: Sendable>(
    _ body: @escaping @Sendable (borrowing Snapshot) throws(StoreError) -> Value
  ) async throws(Problem) -> Value {
    do {
      return try await store.read(body)
    } catch {
      throw problem(error)
    }
  }

  /// Runs `body` in a single transaction, on another thread. Canceling the task rolls the
  /// transaction back, so do not use this method for facts that must be recorded even then.
  func writeCancellably(
    _ body: @escaping @Sendable (borrowing Transaction) throws(StoreError) -> Void
  ) async throws(Problem) {
    do {
      try await store.write(body)
    } catch {
      throw problem(error)
    }
  }

  /// Runs a request that may take seconds on another thread. Canceling the task rolls the request
  /// back.
  func executeCancellably(_ request: some StoreRequest<Void>) async throws(Problem) {
    do {
      try await store.execute(request)
    } catch {
      throw Problem(error, path: path)
    }
  }

  /// Registers an observer of this process's commits until the returned object is deallocated.
  func observe(_ observer: @escaping @Sendable (ChangeSet) -> Void) -> Observation {
    store.observe(observer)
  }

  /// Returns the problem for an error of the store, whose asynchronous functions throw `any Error`.
  private func problem(_ error: any Error) -> Problem {
    (error as? StoreError).map { Problem($0, path: path) }
      ?? .system(.internalFault("the store threw \(error)"))
  }

  /// Runs `body` in a snapshot of the store. Rethrows the store's errors as ``Problem`` values.
  func read<Value: Sendable>(
    _ body: (borrowing Snapshot) throws(StoreError) -> Value
  ) throws(Problem) -> Value {
    do {
      if let view { return try view.read(body) }
      return try store.read(body)
    } catch {
      throw Problem(error, path: path)
    }
  }

  /// Returns the objects that a fetch request selects. Reads them on another thread. Canceling the
  /// task ends the read.
  ///
  /// - Parameters:
  ///   - countsFirst: Whether to count the objects first, which sets the total of `progress`.
  ///   - progress: Receives the number of objects read.
  func objects<E: Entity>(
    _ fetch: FetchRequest<E>, countsFirst: Bool = false,
    progress: RequestProgress = RequestProgress()
  ) async throws(Problem) -> [E] {
    var objects: [E] = []
    do {
      var batches = store.stream(fetch, countsFirst: countsFirst, progress: progress)
        .makeAsyncIterator()
      while let batch = try await batches.next() { objects += batch }
    } catch {
      throw Problem(error, path: path)
    }
    return objects
  }

  /// Runs `body` in a single transaction. Rethrows the store's errors as ``Problem`` values.
  func write(_ body: (borrowing Transaction) throws(StoreError) -> Void) throws(Problem) {
    do {
      try store.write(body)
    } catch {
      throw Problem(error, path: path)
    }
  }
}
