package import Diagnostics
package import Filesystem
package import Installation
package import Inventory
package import Layout
internal import Projects
internal import Selection
package import ToolSources
internal import Trust

/// Undoes a recorded change: moves the installations that the change added to the trash, and brings
/// back the installations that it removed, either from the trash or by installing their kept
/// downloads again. Never changes a project's files, and does not empty the trash when the disk is
/// full.
package struct UndoWorkflow: Sendable {
  /// What an undo did, and what it could not do.
  package struct Report: Sendable {
    package let change: RecordedChange
    /// The installations that were moved to the trash.
    package let removed: [InstalledVersion]
    /// The installations that are back in place.
    package let restored: [InstalledVersion]
    /// The added versions that were kept because projects or global pins use them.
    package let inUse: [DiskProblem.VersionInUse]
    /// The installations that are not in the trash and cannot be installed again from kept
    /// downloads.
    package let gone: [InstalledVersion]

    /// Whether the undo changed nothing.
    package var isEmpty: Bool { removed.isEmpty && restored.isEmpty }
  }

  private let change: RootChange
  private let sources: SourceProvider
  private let builds: BuildSettings

  /// Creates a workflow for the root of `sources`.
  ///
  /// - Parameters:
  ///   - sources: Provides the root and its settings.
  ///   - builds: The settings of builds from source.
  ///   - source: Opens the inventory of the root.
  ///   - observe: Receives progress events.
  package init(
    _ sources: SourceProvider, builds: BuildSettings, inventory source: InventorySource = .store,
    observe: @escaping @Sendable (WorkflowEvent) -> Void
  ) {
    self.sources = sources
    self.builds = builds
    change = RootChange(of: sources.access, source, observe: observe)
  }

  /// Undoes a change.
  ///
  /// - Parameters:
  ///   - number: The number of the change, or `nil` for the newest one.
  ///   - isForced: Whether to remove versions that are in use.
  ///   - formatPath: Returns a path as messages show it.
  /// - Throws: ``DiskProblem/unknownChange(number:newest:)`` if there is no such change, or the
  ///   ``Problem`` with the store or a folder. In either case, nothing is undone.
  package func undo(
    _ number: Int?, isForced: Bool, formatPath: @Sendable (FilePath) -> String
  ) async throws(Problem) -> Report {
    let root = change.root
    if let problem = root.noexecProblem { throw problem }
    return try await change.run("undo") { staging, inventory throws(Problem) in
      let undone = try Self.change(number, inventory)
      var removed = undone.added.map(\.installed).filter { root.folder(of: $0).exists }
      var inUse: [DiskProblem.VersionInUse] = []
      if !isForced {
        let users = try await change.users(of: removed, inventory, formatPath: formatPath)
        inUse = removed.inUse(by: users)
        removed.removeAll { users[$0] != nil }
      }
      let entries = try mappingFileErrors(try Trash(root).entries())
      let missing = undone.removed.filter { !root.folder(of: $0.installed).exists }
      let trash = RestoredEntries(of: missing.map(\.installed), among: entries)
      let others = missing.filter { !trash.contains($0.installed) }
      try sources.access.policy.check(trash.receipts + others.compactMap(\.origin))
      // The step that is most likely to fail comes first, and the removal last, so a failure loses
      // nothing.
      let remade = try await remake(
        missing.filter { !trash.contains($0.installed) }, staging, inventory)
      let outcome = try trash.restore(to: root, inventory)
      if !removed.isEmpty {
        _ = try Removal.remove(
          removed, from: root, staging.folder, inventory, isDeleted: false, now: WallClock.now)
      }
      let restored = Set(outcome.restored + remade)
      let wanted = missing.map(\.installed)
      return Report(
        change: undone, removed: removed, restored: wanted.filter(restored.contains),
        inUse: inUse, gone: wanted.filter { !restored.contains($0) })
    }
  }

  /// Reinstalls the removed installations whose downloads were kept, without using the network.
  /// Returns the reinstalled versions.
  private func remake(
    _ removed: [RecordedChange.Part], _ staging: borrowing StagingArea,
    _ inventory: InstallationInventory
  ) async throws(Problem) -> [InstalledVersion] {
    var planned: [PlannedInstallation] = []
    for part in removed {
      guard let origin = part.origin, origin.installed == part.installed else { continue }
      let plan = try mappingFileErrors(try PlannedInstallation(remaking: origin, from: change.root))
      if let plan { planned.append(plan) }
    }
    if planned.isEmpty { return [] }
    let steps = InstallSteps(
      sources, staging: staging, jobs: sources.access.settings.jobs, builds: builds,
      now: WallClock.now
    ) { [observe = change.observe] in observe(.install($0)) }
    let plan = try mappingFileErrors(try InstallPlan(planned, in: change.root))
    let receipts = try await steps.carryOut(plan)
    try await inventory.installations.record(receipts)
    return receipts.map(\.installed)
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
