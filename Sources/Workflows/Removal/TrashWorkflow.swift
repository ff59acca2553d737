package import Diagnostics
package import Filesystem
package import Installation
package import Inventory
package import Layout
internal import Manifests
package import Trust
internal import Vocabulary

/// Lists, restores, and deletes what was removed.
package struct TrashWorkflow: Sendable {
  /// A removed entry with its size.
  package struct Item: Hashable, Sendable {
    package let entry: TrashEntry
    /// The size of its files in bytes.
    package let size: Int
  }

  /// What was restored.
  package struct Report: Sendable {
    package let restored: [InstalledVersion]
    /// The number of restored downloads.
    package let downloadCount: Int
    /// The number of removed versions that are still in the trash, because another removal took
    /// them.
    package let leftCount: Int
    /// The versions that stay in the trash, because they are installed again.
    package let present: [InstalledVersion]
  }

  private let change: RootChange
  private let policy: Policy

  /// Creates a workflow.
  ///
  /// - Parameters:
  ///   - root: The root that contains the trash.
  ///   - environment: The variables that determine the system's programs.
  ///   - policy: The machine's policy, which governs what can be restored.
  ///   - source: Opens the inventory of the root.
  ///   - observe: Receives progress events.
  package init(
    root: Root, environment: Environment, policy: Policy = .none,
    inventory source: InventorySource = .store,
    observe: @escaping @Sendable (WorkflowEvent) -> Void
  ) {
    self.policy = policy
    change = RootChange(
      root: root, environment: environment, inventorySource: source, observe: observe)
  }

  /// Returns the items in the trash, newest first, without the links that belong to them.
  package func items() throws(Problem) -> [Item] {
    let entries = try mappingFileErrors(try Trash(change.root).entries())
    return entries.compactMap { entry in
      if case .link = entry.content { return nil }
      return Item(entry: entry, size: entry.path.sizeOfTree)
    }
  }

  /// Restores removed versions with what was removed along with them.
  ///
  /// - Parameter requests: The versions to restore, each from its newest removal. Without any,
  ///   everything that the newest removal took.
  /// - Throws: ``DiskProblem/notInTrash(tool:version:removed:)`` if a request matches nothing in
  ///   the trash, or ``DiskProblem/trashIsEmpty``.
  package func restore(
    _ requests: [UninstallWorkflow.Request]
  ) async throws(Problem) -> Report {
    let root = change.root
    return try await change.run("trash") { _, inventory throws(Problem) in
      let entries = try mappingFileErrors(try Trash(root).entries())
      let selection = try RestoredEntries(entries, requests) { content in
        root.place(of: content).exists
      }
      try policy.check(selection.receipts)
      let outcome = try selection.restore(to: root, inventory)
      let chosen = Set(selection.entries.map(\.path))
      let left = entries.filter { entry in
        if case .installation = entry.content { !chosen.contains(entry.path) } else { false }
      }
      return Report(
        restored: outcome.restored, downloadCount: outcome.downloadCount, leftCount: left.count,
        present: outcome.present)
    }
  }

  /// Deletes everything in the trash. Returns the size of what was deleted, in bytes.
  ///
  /// - Throws: The ``Problem`` of the first entry that cannot be deleted, after deleting the
  ///   others.
  package func empty() async throws(Problem) -> Int {
    let root = change.root
    let size = root.trash.path.sizeOfTree
    // On a full disk, this makes room to open the store. Otherwise, the store is opened first, and
    // nothing is deleted if that fails.
    let makeRoom = { _ = Trash(root).deleteAllIfSpaceIsScarce() }
    return try await change.run("trash", makingRoom: makeRoom) {
      _, inventory throws(Problem) in
      try mappingFileErrors(try Trash(root).deleteAll())
      try await inventory.installations.emptyTrash(before: nil)
      return size - root.trash.path.sizeOfTree
    }
  }
}
