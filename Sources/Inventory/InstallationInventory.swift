package import Diagnostics
internal import Filesystem
package import Layout
internal import Manifests
internal import ObjectStore

/// The installations and the projects that use them, as recorded in the store. Tools run from
/// the folders under `installs/`. The inventory records the files that those folders must contain.
package struct InstallationInventory: Sendable {
  private let store: Store
  private let path: FilePath

  /// Opens the store of `root`. Creates the store if it is missing, and migrates it if its schema
  /// is of an earlier version.
  ///
  /// - Throws: The ``Problem`` with the store, such as a newer version or a missing permission.
  package static func open(_ root: Root) async throws(Problem) -> InstallationInventory {
    // If the folder is not writable, SQLite reports only that the file does not exist.
    if !root.store.exists, !root.path.isWritable {
      throw Problem(FileError.permissionDenied(root.store))
    }
    do throws(StoreError) {
      let store = try await Store.open(.file(root.store.string), model: model) { _ in }
      return InstallationInventory(store: store, path: root.store)
    } catch {
      throw Problem(error, path: root.store)
    }
  }

  /// Removes the drafts of a root's store that killed processes left behind.
  package static func removeAbandonedDrafts(of root: Root) {
    Store.removeAbandonedDrafts(of: root.store.string)
  }

  /// Returns a description of each damaged part of the store. Empty if the store is intact.
  package func damage() throws(Problem) -> [String] {
    do throws(StoreError) {
      return try store.verify()
    } catch {
      throw Problem(error, path: path)
    }
  }

  /// Records the results of verifications, replacing earlier ones for the same installations. Skips
  /// a result if its installation is not recorded. The next change of the root records the
  /// installation.
  package func record(_ verifications: [Verification]) throws(Problem) {
    try write { transaction throws(StoreError) in
      var identities: [InstalledVersion: Identity<InstallationRecord>] = [:]
      for (identity, installed) in try Self.installations(in: transaction) {
        identities[installed] = identity
      }
      for verification in verifications {
        guard let installation = identities[verification.installed] else { continue }
        _ = try transaction.upsert(
          VerificationRecord(
            installation: installation, time: Timestamp(rawValue: verification.time),
            files: verification.fileCount, damaged: verification.damagedCount),
          on: .on(\.installation))
      }
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

  /// Runs `body` in one snapshot of the store. An error of the store is rethrown as a ``Problem``.
  func read<Value: Sendable>(
    _ body: (borrowing Snapshot) throws(StoreError) -> Value
  ) throws(Problem) -> Value {
    do throws(StoreError) {
      return try store.read(body)
    } catch {
      throw Problem(error, path: path)
    }
  }

  /// Runs requests in one transaction of the store.
  func execute(_ requests: AnyStoreRequest<Void>...) throws(Problem) {
    try write { transaction throws(StoreError) in
      for request in requests { try transaction.execute(request) }
    }
  }

  /// Returns the objects that a fetch describes, which another thread reads. Canceling the task
  /// ends the reading.
  func objects<E: Entity>(_ fetch: FetchRequest<E>) async throws(Problem) -> [E] {
    var objects: [E] = []
    do throws(StoreError) {
      var batches = store.stream(fetch).makeAsyncIterator()
      while let batch = try await batches.next() { objects += batch }
    } catch {
      throw Problem(error, path: path)
    }
    return objects
  }

  /// Runs `body` in one transaction of the store. An error of the store is rethrown as a
  /// ``Problem``.
  func write(_ body: (borrowing Transaction) throws(StoreError) -> Void) throws(Problem) {
    do throws(StoreError) {
      try store.write(body)
    } catch {
      throw Problem(error, path: path)
    }
  }
}
