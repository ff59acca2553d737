package import Diagnostics
package import Layout

/// The recorded installations, including those in the trash, in recording order.
///
/// Saving an installation records all of its contents. It replaces an existing record and
/// everything that belongs to it, such as its verification. Canceling the task does not stop a
/// save, because the installation's files are already in place.
package protocol InstallationRepository: Repository<RecordedInstallation> {
  /// Returns the recorded installations that are not in the trash.
  func inPlace() throws(Problem) -> Set<InstalledVersion>

  /// Returns the recorded installations in the trash. Some may have been installed again.
  func trashed() throws(Problem) -> Set<InstalledVersion>

  /// Returns the total file size in bytes of each installation that is not in the trash.
  func sizes() throws(Problem) -> [InstalledVersion: Int]

  /// Returns the number and the total size of each tool's installations, largest first. Excludes
  /// installations in the trash.
  func sizesOfTools() throws(Problem) -> [RecordedTool]

  /// Records that installations were moved to the trash, and deletes their verifications. Skips
  /// installations that are not recorded.
  ///
  /// - Parameter time: The time in the names of the trash entries, in seconds since 1970.
  func trash(_ installed: [InstalledVersion], at time: Int64) throws(Problem)

  /// Records that installations were restored from the trash. Skips installations that are not
  /// recorded.
  func restore(_ installed: [InstalledVersion]) throws(Problem)

  /// Deletes the records of installations in the trash. Canceling the task deletes nothing.
  ///
  /// - Parameter time: Deletes only installations that were moved to the trash before this time, in
  ///   seconds since 1970, or all of them if `nil`.
  func emptyTrash(before time: Int64?) async throws(Problem)

  /// Deletes the records of deleted installations and everything that belongs to them. Skips
  /// installations that are not recorded.
  func remove(_ installed: [InstalledVersion]) throws(Problem)

  /// Records the last uses of installations. Keeps only the day of each use, so that few records
  /// change. Skips installations that are in the trash or not recorded.
  ///
  /// - Parameter uses: The times of the last uses, in seconds since 1970.
  func recordLastUses(_ uses: [InstalledVersion: Int64]) throws(Problem)

  /// Begins to watch for changes of the records that are made through this inventory.
  func watch() -> InstallationWatch

  /// Runs `body` and returns the records that it added and deleted, across all of its transactions.
  ///
  /// - Throws: The error that `body` throws, or the ``Problem`` with the store.
  func changes(
    during body: () async throws(Problem) -> Void
  ) async throws(Problem) -> InventoryChanges
}

extension InstallationRepository {
  /// Records installations that this process has just installed.
  package func record(_ receipts: [Receipt]) async throws(Problem) {
    try await save(receipts.map { .init($0, isFromInstall: true) })
  }

  /// Records installations whose records were lost, using the receipts in their folders.
  /// ``FileIndex/contents(of:)`` does not return these contents, because someone may have changed
  /// the receipts together with the files.
  package func rebuild(from receipts: [Receipt]) async throws(Problem) {
    try await save(receipts.map { .init($0, isFromInstall: false) })
  }
}
