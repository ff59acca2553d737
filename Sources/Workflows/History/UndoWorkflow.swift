package import Diagnostics
package import Filesystem
internal import Installation
package import Inventory
package import Layout

/// Undoes a recorded change: moves the installations that it added to the trash, and restores those
/// that it removed. Never changes a project's files.
package struct UndoWorkflow: Sendable {
  /// What an undo did, and what it could not do.
  package struct Report: Sendable {
    package let change: RecordedChange
    /// The installations that were moved to the trash.
    package let removed: [InstalledVersion]
    /// The installations that are back in place.
    package let restored: [InstalledVersion]
    /// The added versions that stay, because projects or global pins use them.
    package let inUse: [DiskProblem.VersionInUse]
    /// The installations that are no longer in the trash.
    package let gone: [InstalledVersion]

    /// Whether nothing was done.
    package var isVain: Bool { removed.isEmpty && restored.isEmpty }
  }

  private let change: RootChange

  /// Creates a workflow.
  ///
  /// - Parameters:
  ///   - root: The root whose change to undo.
  ///   - environment: The variables that determine the system's programs.
  ///   - source: Where the inventory of the root is.
  ///   - observe: Receives progress events.
  package init(
    root: Root, environment: Environment, inventory source: InventorySource = .store,
    observe: @escaping @Sendable (WorkflowEvent) -> Void
  ) {
    change = RootChange(
      root: root, environment: environment, inventorySource: source, observe: observe)
  }

  /// Undoes a change.
  ///
  /// - Parameters:
  ///   - number: The number of the change, or `nil` for the newest one.
  ///   - isForced: Whether to remove versions that are in use.
  ///   - formatPath: Returns a path as messages show it.
  /// - Throws: ``DiskProblem/unknownChange(number:newest:)`` if there is no such change, or the
  ///   ``Problem`` with the store or a folder. Then nothing is undone.
  package func undo(
    _ number: Int?, isForced: Bool, formatPath: @Sendable (FilePath) -> String
  ) async throws(Problem) -> Report {
    let root = change.root
    return try await change.run("undo") { staging, inventory throws(Problem) in
      let undone = try Self.change(number, inventory)
      var removed = undone.added.map(\.installed).filter { root.folder(of: $0).exists }
      var inUse: [DiskProblem.VersionInUse] = []
      if !isForced {
        var free: [InstalledVersion] = []
        for installed in removed {
          let users = try change.versionsInUse(
            among: [installed], inventory, formatPath: formatPath)
          inUse += users
          if users.isEmpty { free.append(installed) }
        }
        removed = free
      }
      let entries = try mappingFileErrors(try Trash(root).entries())
      let missing = undone.removed.map(\.installed).filter { !root.folder(of: $0).exists }
      let outcome = try RestoredEntries(of: missing, among: entries).restore(to: root, inventory)
      // Restores first and then removes, so a failure loses nothing.
      if !removed.isEmpty {
        _ = try Removal.remove(
          removed, from: root, staging.folder, inventory, isDeleted: false, now: WallClock.now)
      }
      let restored = Set(outcome.restored)
      return Report(
        change: undone, removed: removed, restored: outcome.restored, inUse: inUse,
        gone: missing.filter { !restored.contains($0) })
    }
  }

  /// Returns the change with a number, or the newest one.
  private static func change(
    _ number: Int?, _ inventory: InstallationInventory
  ) throws(Problem) -> RecordedChange {
    let newest = try inventory.history.newest()
    if let number = number ?? newest, let change = try inventory.history.value(number) {
      return change
    }
    throw .disk(.unknownChange(number: number, newest: newest))
  }
}
