package import Diagnostics
internal import Filesystem
package import Layout

/// The source of a root's inventory.
package enum InventorySource: Sendable {
  /// The store in the root.
  case store
  /// An inventory that is already open. It serves every root.
  case open(InstallationInventory)

  /// Returns whether a root has an inventory. Opening a missing inventory creates it.
  package func isPresent(in root: Root) -> Bool {
    switch self {
    case .store: root.store.exists
    case .open: true
    }
  }

  /// Opens the inventory of a root. See
  /// ``InstallationInventory/open(_:isForReading:whileWaiting:whileMigrating:)``.
  package func open(
    _ root: Root, whileWaiting: @escaping @Sendable (String) -> Void = { _ in },
    whileMigrating: @escaping @Sendable (ProgressNotice) -> Void = { _ in }
  ) async throws(Problem) -> InstallationInventory {
    switch self {
    case .store:
      try await InstallationInventory.open(
        root, whileWaiting: whileWaiting, whileMigrating: whileMigrating)
    case .open(let inventory): inventory
    }
  }

  /// Opens the inventory of `root` for reading, even on a full disk. Returns `nil` if there is
  /// none. Does not create a store, unless the file is removed during the call.
  ///
  /// - Throws: The ``Problem`` with the store, or with finding out whether it exists.
  package func openIfPresent(_ root: Root) async throws(Problem) -> InstallationInventory? {
    switch self {
    case .store:
      let isPresent = try mappingFileErrors(try root.store.isPresent())
      return isPresent ? try await InstallationInventory.open(root, isForReading: true) : nil
    case .open(let inventory): return inventory
    }
  }
}
