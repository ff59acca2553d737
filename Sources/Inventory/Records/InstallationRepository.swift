package import Diagnostics
package import Layout

/// The recorded installations, including those in the trash, in the order in which they were
/// recorded.
///
/// Saving an installation records all of its contents. It replaces the earlier record and
/// everything that belongs to it, such as a verification. Canceling the task does not stop the
/// save, because the files are already in place.
package protocol InstallationRepository: Repository<RecordedInstallation> {
  /// Returns the recorded installations that are not in the trash.
  func inPlace() throws(Problem) -> Set<InstalledVersion>

  /// Returns the recorded installations in the trash. Their files may have been installed again
  /// since.
  func trashed() throws(Problem) -> Set<InstalledVersion>

  /// Returns the total file size of each installation that is not in the trash, in bytes.
  func sizes() throws(Problem) -> [InstalledVersion: Int]

  /// Returns the number and total size of each tool's installations, largest first. Ignores the
  /// trash.
  func sizesOfTools() throws(Problem) -> [RecordedTool]

  /// Records that installations were moved to the trash, and deletes their verifications. Skips
  /// installations that are not recorded.
  ///
  /// - Parameter time: The time in the names of their entries in the trash, in seconds since 1970.
  func trash(_ installed: [InstalledVersion], at time: Int64) throws(Problem)

  /// Records that installations were moved back from the trash. Skips installations that are not
  /// recorded.
  func restore(_ installed: [InstalledVersion]) throws(Problem)

  /// Deletes the records of the installations in the trash. Canceling the task deletes nothing.
  ///
  /// - Parameter time: Deletes only installations that were moved there before this time, in
  ///   seconds since 1970. `nil` deletes all of them.
  func emptyTrash(before time: Int64?) async throws(Problem)

  /// Deletes the records of deleted installations, and everything that belongs to these records.
  /// Skips installations that are not recorded.
  func remove(_ installed: [InstalledVersion]) throws(Problem)

  /// Records when installations were last used. Keeps only the day, so few records change.
  ///
  /// - Parameter uses: The time of each installation's last use, in seconds since 1970.
  ///   Installations that are in the trash or not recorded are skipped.
  func recordLastUses(_ uses: [InstalledVersion: Int64]) throws(Problem)

  /// Calls `body`, and returns the records that it added and deleted in all of its transactions.
  ///
  /// - Throws: The error that `body` throws, or the ``Problem`` with the store.
  func changes(
    during body: () async throws(Problem) -> Void
  ) async throws(Problem) -> InventoryChanges
}

extension InstallationRepository {
  /// Records installations that this process has just made.
  package func record(_ receipts: [Receipt]) async throws(Problem) {
    try await save(receipts.map { .init($0, isFromInstall: true) })
  }

  /// Recreates lost records from the receipts in the installations' folders.
  /// ``FileIndex/contents(of:)`` does not return these contents, because somebody may have changed
  /// the receipts together with the files.
  package func rebuild(from receipts: [Receipt]) async throws(Problem) {
    try await save(receipts.map { .init($0, isFromInstall: false) })
  }
}
