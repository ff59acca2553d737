package import Diagnostics
internal import Filesystem
package import Layout
internal import ObjectStore

/// The repositories of a root's installations and of the projects that use them. Tools run from the
/// folders under `installs/`, and the inventory records the files that those folders must contain.
///
/// Workflows use only the repositories, which keep their values either in the root's store or in
/// memory. The protocol types hide the difference.
package struct InstallationInventory: Sendable {
  private enum Place {
    case store(StoreConnection)
    case memory(Memory)
  }

  package let projects: any ProjectRepository
  package let installations: any InstallationRepository
  /// The result of the last verification of each installation in place, the oldest result first.
  /// Saving skips a result whose installation is not recorded. The next change of the root records
  /// the installation.
  package let verifications: any Repository<Verification>
  package let history: any HistoryRepository
  package let files: any FileIndex
  private let place: Place

  private init(_ connection: StoreConnection) {
    projects = StoredProjects(connection: connection)
    installations = StoredInstallations(connection: connection)
    verifications = StoredVerifications(connection: connection)
    history = StoredHistory(connection: connection)
    files = StoredFiles(connection: connection)
    place = .store(connection)
  }

  private init(_ memory: Memory) {
    projects = MemoryProjects(memory: memory)
    installations = MemoryInstallations(memory: memory)
    verifications = MemoryVerifications(memory: memory)
    history = MemoryHistory(memory: memory)
    files = MemoryFiles(memory: memory)
    place = .memory(memory)
  }

  /// Creates an empty inventory in memory. Copies of the inventory share its contents.
  package static func inMemory() -> InstallationInventory { InstallationInventory(Memory()) }

  /// Opens the store of `root`. Creates a missing store, and migrates a store with an older schema.
  ///
  /// - Parameters:
  ///   - root: The root.
  ///   - isForReading: Whether to open the store even if a full disk prevents writing it.
  ///   - whileWaiting: Called once in each wait for another process that lasts noticeably long,
  ///     with a description of that process, which may be empty.
  ///   - whileMigrating: Called with the progress of the migration of a large store.
  /// - Throws: The ``Problem`` with the store, such as a newer version or a missing permission.
  package static func open(
    _ root: Root, isForReading: Bool = false,
    whileWaiting: @escaping @Sendable (String) -> Void = { _ in },
    whileMigrating: @escaping @Sendable (ProgressNotice) -> Void = { _ in }
  ) async throws(Problem) -> InstallationInventory {
    InstallationInventory(
      try await StoreConnection.open(
        root, isForReading: isForReading, whileWaiting: whileWaiting,
        whileMigrating: whileMigrating))
  }

  /// The recorded installations after each change, or `nil` for an inventory in memory, which other
  /// processes cannot change.
  package var watchedInstallations: WatchedInstallations? {
    guard case .store(let connection) = place else { return nil }
    return WatchedInstallations(connection: connection)
  }

  /// Returns an inventory whose synchronous reads all see the current state.
  package func frozen() throws(Problem) -> InstallationInventory {
    switch place {
    case .store(let connection): InstallationInventory(try connection.frozen())
    case .memory(let memory): InstallationInventory(memory.frozen())
    }
  }

  /// Checks that the inventory can be written. Call it before making a change that the inventory
  /// must record.
  package func checkIsWritable() throws(Problem) {
    if case .store(let connection) = place { try connection.checkIsWritable() }
  }

  /// Returns a description of each damaged part of the store, or an empty array if the store is
  /// intact. The check takes seconds for a large store. Canceling the task ends it.
  package func damage() async throws(Problem) -> [String] {
    switch place {
    case .store(let connection): try await connection.damage()
    case .memory: []
    }
  }

  /// Removes the drafts of a root's store that killed processes left behind.
  package static func removeAbandonedDrafts(of root: Root) {
    Store.removeAbandonedDrafts(of: root.store.string)
  }
}
