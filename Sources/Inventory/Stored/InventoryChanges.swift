package import Diagnostics
package import Layout
internal import ObjectStore
internal import Synchronization
internal import Vocabulary

/// The installations whose records were added or deleted.
package struct InventoryChanges: Hashable, Sendable {
  /// The installations with a new record, sorted by tool and version.
  package let added: [InstalledVersion]
  /// The number of deleted records, after which the store knows nothing more of them.
  package let deletedCount: Int

  /// The added versions, such as `ruff 0.17.5`.
  package var titles: [String] { added.map { "\($0.tool) \($0.version)" } }

  /// Whether there are no changes.
  package var isEmpty: Bool { added.isEmpty && deletedCount == 0 }
}

extension InstallationInventory {
  /// Calls `body` and returns what it has committed to the store, in however many transactions.
  ///
  /// - Throws: The error that `body` throws, or the ``Problem`` with the store.
  package func changes(
    during body: () throws(Problem) -> Void
  ) throws(Problem) -> InventoryChanges {
    let added = Mutex<Set<Identity<InstallationRecord>>>([])
    let deletedCount = Mutex(0)
    let observation = observe { changes in
      let deleted = changes.identities(of: InstallationRecord.self, .deleted)
      deletedCount.withLock { $0 += deleted.count }
      added.withLock {
        $0.subtract(deleted)
        $0.formUnion(changes.identities(of: InstallationRecord.self, .inserted))
      }
    }
    try body()
    withExtendedLifetime(observation) {}
    let identities = Array(added.withLock(\.self))
    let installations = try read { snapshot throws(StoreError) in
      try Self.installations(in: snapshot, where: .isIn(\.id, identities)).values
        .sorted { ($0.tool, $0.version.text) < ($1.tool, $1.version.text) }
    }
    return InventoryChanges(added: installations, deletedCount: deletedCount.withLock(\.self))
  }
}
