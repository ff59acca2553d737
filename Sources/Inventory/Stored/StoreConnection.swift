package import Diagnostics
internal import Filesystem
package import Layout
internal import Manifests
internal import ObjectStore

/// The installations and the projects that use them, as recorded in the store. Tools run from
/// the folders under `installs/`. The inventory records the files that those folders must contain.
package struct InstallationInventory: Sendable {
  let store: Store
  let path: FilePath
  /// The snapshot for all reads, or `nil` if each read sees the current store.
  private var view: StoreView?

  /// Opens the store of `root`. Creates the store if it is missing, and migrates it if its schema
  /// is of an earlier version.
  ///
  /// - Parameters:
  ///   - root: The root.
  ///   - isForReading: Whether a full disk, on which the store cannot be written, is no error.
  ///   - whileWaiting: Called once in each wait for another process that lasts noticeably long,
  ///     with a description of that process, which may be empty.
  ///   - whileMigrating: Called with the progress of the migration of a large store.
  /// - Throws: The ``Problem`` with the store, such as a newer version or a missing permission.
  package static func open(
    _ root: Root, isForReading: Bool = false,
    whileWaiting: @escaping @Sendable (String) -> Void = { _ in },
    whileMigrating: @escaping @Sendable (ProgressNotice) -> Void = { _ in }
  ) async throws(Problem) -> InstallationInventory {
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
      return InstallationInventory(store: store, path: root.store)
    } catch {
      throw Problem(error, path: root.store)
    }
  }

  /// Returns an inventory whose synchronous reads all see the current state of the store, so their
  /// results are consistent.
  package func frozen() throws(Problem) -> InstallationInventory {
    var frozen = self
    do {
      frozen.view = try store.view()
    } catch {
      throw Problem(error, path: path)
    }
    return frozen
  }

  /// Checks that the store can be written, before anything changes that it is to record.
  package func checkIsWritable() throws(Problem) {
    let files = ["", "-wal", "-shm"].map { FilePath(path.string + $0) }
    if store.isReadOnly || files.contains(where: { $0.exists && !$0.isWritable }) {
      throw .readOnlyStore(path)
    }
  }

  /// Opens the store of `root` for reading, even on a full disk, or returns `nil` if there is none.
  /// Creates no store.
  ///
  /// - Throws: The ``Problem`` with the store, also if the system cannot tell whether there is one.
  package static func openIfPresent(
    _ root: Root
  ) async throws(Problem) -> InstallationInventory? {
    let isPresent = try mappingFileErrors(try root.store.isPresent())
    return isPresent ? try await open(root, isForReading: true) : nil
  }

  /// Removes the drafts of a root's store that killed processes left behind.
  package static func removeAbandonedDrafts(of root: Root) {
    Store.removeAbandonedDrafts(of: root.store.string)
  }

  /// Returns a description of each damaged part of the store. Empty if the store is intact.
  /// Canceling the task ends the search, which takes seconds in a large store.
  package func damage() async throws(Problem) -> [String] {
    try await readCancellably { snapshot throws(StoreError) in try snapshot.verify() }
  }

  /// Records the results of verifications, replacing earlier ones for the same installations. Skips
  /// a result if its installation is not recorded. The next change of the root records the
  /// installation.
  package func record(_ verifications: [Verification]) throws(Problem) {
    try write { transaction throws(StoreError) in
      var records: [VerificationRecord] = []
      for verification in verifications {
        let request = Self.request(for: verification.installed)
        guard let installation = try transaction.identities(request).first else { continue }
        records.append(
          VerificationRecord(
            installation: installation, time: Timestamp(rawValue: verification.time),
            files: verification.fileCount, damaged: verification.damagedCount))
      }
      try transaction.execute(
        BatchInsert(records, onConflict: .update(.on(\.installation)), returning: .status))
    }
  }

  /// Returns the result of the last verification of each recorded installation that was verified.
  package func verifications() throws(Problem) -> [InstalledVersion: Verification] {
    try read { snapshot throws(StoreError) in
      let installations = try Self.installations(in: snapshot)
      var verifications: [InstalledVersion: Verification] = [:]
      for record in try snapshot.fetch(FetchRequest(VerificationRecord.self)) {
        guard let installed = installations[record.installation] else { continue }
        verifications[installed] = Verification(
          installed: installed, time: record.time.rawValue, fileCount: record.files,
          damagedCount: record.damaged)
      }
      return verifications
    }
  }

  /// Runs `body` in one snapshot of the store, on another thread. Canceling the task ends it.
  func readCancellably<Value: Sendable>(
    _ body: @escaping @Sendable (borrowing Snapshot) throws(StoreError) -> Value
  ) async throws(Problem) -> Value {
    do {
      return try await store.read(body)
    } catch {
      throw problem(error)
    }
  }

  /// Runs `body` in one transaction of the store, on another thread. Canceling the task rolls it
  /// back, so this is not for what must be recorded even then.
  func writeCancellably(
    _ body: @escaping @Sendable (borrowing Transaction) throws(StoreError) -> Void
  ) async throws(Problem) {
    do {
      try await store.write(body)
    } catch {
      throw problem(error)
    }
  }

  /// Runs a request that may take seconds, on another thread. Canceling the task rolls it back.
  func executeCancellably(_ request: some StoreRequest<Void>) async throws(Problem) {
    do {
      try await store.execute(request)
    } catch {
      throw Problem(error, path: path)
    }
  }

  /// Registers an observer of the commits of this process until the returned object is deallocated.
  func observe(_ observer: @escaping @Sendable (ChangeSet) -> Void) -> Observation {
    store.observe(observer)
  }

  /// Returns the problem for an error of the store, whose asynchronous functions throw any error.
  private func problem(_ error: any Error) -> Problem {
    (error as? StoreError).map { Problem($0, path: path) }
      ?? .system(.internalFault("the store threw \(error)"))
  }

  /// Runs `body` in one snapshot of the store. An error of the store is rethrown as a ``Problem``.
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

  /// Returns the objects that a fetch describes, which another thread reads. Canceling the task
  /// ends the reading.
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

  /// Runs `body` in one transaction of the store. An error of the store is rethrown as a
  /// ``Problem``.
  func write(_ body: (borrowing Transaction) throws(StoreError) -> Void) throws(Problem) {
    do {
      try store.write(body)
    } catch {
      throw Problem(error, path: path)
    }
  }
}
