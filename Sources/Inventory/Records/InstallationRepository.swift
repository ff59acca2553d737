package import Diagnostics
package import Layout

/// The recorded installations, including those in the trash, in the order of recording.
///
/// Saving an installation replaces its record with everything recorded about it, such as its
/// verification, and records all of its contents. Canceling the task does not keep it from being
/// saved, because its files are in place already.
package protocol InstallationRepository: Repository<RecordedInstallation> {
  /// Returns the recorded installations, without those in the trash.
  func inPlace() throws(Problem) -> Set<InstalledVersion>

  /// Returns the recorded installations in the trash, which may have been installed again.
  func trashed() throws(Problem) -> Set<InstalledVersion>

  /// Returns the sizes of all files of each installation in bytes, without those in the trash.
  func sizes() throws(Problem) -> [InstalledVersion: Int]

  /// Returns the number and the size of each tool's installations, the largest first, without those
  /// in the trash.
  func sizesOfTools() throws(Problem) -> [RecordedTool]

  /// Records that installations were moved to the trash, and forgets their verifications. Skips
  /// installations that are not recorded.
  ///
  /// - Parameter time: The time in the names of their entries in the trash, in seconds since 1970.
  func trash(_ installed: [InstalledVersion], at time: Int64) throws(Problem)

  /// Records that installations were moved back from the trash. Skips installations that are not
  /// recorded.
  func restore(_ installed: [InstalledVersion]) throws(Problem)

  /// Deletes the records of the installations in the trash. Canceling the task deletes nothing.
  ///
  /// - Parameter time: When they must have been moved there at the latest, in seconds since 1970,
  ///   exclusive. `nil` for any time.
  func emptyTrash(before time: Int64?) async throws(Problem)

  /// Deletes the records of installations that were deleted, and with them everything recorded
  /// about them. Skips installations that are not recorded.
  func remove(_ installed: [InstalledVersion]) throws(Problem)

  /// Records the last uses of installations. Only the day of a use is kept, so that few records
  /// change.
  ///
  /// - Parameter uses: The times of the last uses, in seconds since 1970. Skips installations that
  ///   are in the trash or not recorded.
  func recordLastUses(_ uses: [InstalledVersion: Int64]) throws(Problem)

  /// Calls `body` and returns which records it has added and deleted, in however many transactions.
  ///
  /// - Throws: The error that `body` throws, or the ``Problem`` with the store.
  func changes(
    during body: () async throws(Problem) -> Void
  ) async throws(Problem) -> InventoryChanges
}

extension InstallationRepository {
  /// Records the installations that this process has just made.
  package func record(_ receipts: [Receipt]) async throws(Problem) {
    try await save(receipts.map { .init($0, isFromInstall: true) })
  }

  /// Records installations whose record was lost, from the receipts in their folders.
  /// ``FileIndex/contents(of:)`` does not return contents recorded in this way, because the
  /// receipts may have been changed together with the files.
  package func rebuild(from receipts: [Receipt]) async throws(Problem) {
    try await save(receipts.map { .init($0, isFromInstall: false) })
  }
}
