package import Diagnostics
internal import Filesystem
package import Layout
internal import ObjectStore

/// The repositories that record a root's installations and the projects that use them. Tools run
/// from the folders under `installs/`. The inventory records which files these folders must
/// contain.
///
/// Workflows use only the repositories, which are backed by the root's store or by memory. Their
/// protocol types hide the difference, so no further type erasure is needed.
package struct InstallationInventory: Sendable {
  private enum Place {
    case store(StoreConnection)
    case memory(Memory)
  }

  package let projects: any ProjectRepository
  package let installations: any InstallationRepository
  /// The latest verification of each installation that is in place, oldest first. A verification of
  /// an installation that is not recorded is skipped when it is saved. The next change to the root
  /// records the installation.
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

  /// Creates an empty inventory in memory. Copies of the inventory share its records.
  package static func inMemory() -> InstallationInventory { InstallationInventory(Memory()) }

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
    InstallationInventory(
      try await StoreConnection.open(
        root, isForReading: isForReading, whileWaiting: whileWaiting,
        whileMigrating: whileMigrating))
  }

  /// The recorded installations, updated after each change. `nil` for an inventory in memory, which
  /// no other process can change.
  package var watchedInstallations: WatchedInstallations? {
    guard case .store(let connection) = place else { return nil }
    return WatchedInstallations(connection: connection)
  }

  /// Returns an inventory whose synchronous reads all see the current state, so their results are
  /// consistent.
  package func frozen() throws(Problem) -> InstallationInventory {
    switch place {
    case .store(let connection): InstallationInventory(try connection.frozen())
    case .memory(let memory): InstallationInventory(memory.frozen())
    }
  }

  /// Checks that the inventory can be written. Call this before you make changes that it must
  /// record.
  package func checkIsWritable() throws(Problem) {
    if case .store(let connection) = place { try connection.checkIsWritable() }
  }

  /// Returns a description of each damaged part of the store. Empty if the store is intact.
  /// Canceling the task ends the search, which takes seconds in a large store.
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
