package import Diagnostics
package import Filesystem
internal import Installation
package import Inventory
package import Layout
internal import Manifests
internal import Selection

/// Removes the installations and downloads that no known project and no global pin needs.
package struct PruneWorkflow: Sendable {
  /// What a prune removed.
  package struct Report: Sendable {
    /// The part of the plan that was carried out.
    package let removed: PrunePlan
    /// Whether everything was deleted because there is little free space.
    package let isDeleted: Bool
    /// Whether everything is in the trash, from which it can be restored.
    package let isInTrash: Bool
  }

  private let change: RootChange
  private let limits: PrunePlan.Limits
  private let now: Int64
  private let space: FreeSpace?

  /// Creates a workflow.
  ///
  /// - Parameters:
  ///   - root: The root that contains the installations.
  ///   - environment: The variables that determine the system's programs.
  ///   - limits: What to keep in any case.
  ///   - now: The current time, in seconds since 1970.
  ///   - space: The space on the file system of `root`, or `nil` if it is unknown.
  ///   - source: Opens the inventory of the root.
  ///   - observe: Receives progress events.
  package init(
    root: Root, environment: Environment, limits: PrunePlan.Limits, now: Int64, space: FreeSpace?,
    inventory source: InventorySource = .store,
    observe: @escaping @Sendable (WorkflowEvent) -> Void
  ) {
    change = RootChange(
      root: root, environment: environment, inventorySource: source, observe: observe)
    self.limits = limits
    self.now = now
    self.space = space
  }

  /// Whether a prune deletes files immediately because disk space is low. Such files cannot be
  /// restored.
  package var deletesAtOnce: Bool { space?.isScarce ?? false }

  /// Returns what a prune would remove now. Changes nothing.
  ///
  /// - Parameter formatPath: Returns a path as messages show it.
  /// - Throws: ``DiskProblem/unknownProject(folder:known:)`` if a project to forget is not
  ///   recorded, or the ``Problem`` with the store, the global pins, or the folders of the root.
  package func plan(formatPath: (FilePath) -> String) async throws(Problem) -> PrunePlan {
    let inventory = try await change.inventorySource.openIfPresent(change.root)
    let known = limits.forgotten.isEmpty ? [] : try inventory?.projects.folders() ?? []
    var forgotten: Set<FilePath> = []
    for folder in limits.forgotten {
      // The folder may be on a disk that fails, so it is not looked at without need.
      if known.contains(folder) {
        forgotten.insert(folder)
        continue
      }
      // Recorded paths have no links.
      let place = try mappingFileErrors(try folder.withoutLinks())
      if !known.contains(place) {
        throw .disk(
          .unknownProject(folder: formatPath(place), known: known.map(formatPath).sorted()))
      }
      forgotten.insert(place)
    }
    return try await plan(inventory, forgetting: forgotten)
  }

  /// Returns whether carrying out `plan` changes something although it removes nothing: it finishes
  /// the work of an interrupted command, removes views or logs, forgets projects, or records since
  /// when one is missing.
  package func hasOtherWork(_ plan: PrunePlan) throws(Problem) -> Bool {
    if plan.projects.contains(where: \.reason.keepsNothing) { return true }
    let isNewlyMissing = plan.projects.contains { project in
      switch project.reason {
      case .missing(let absence), .withoutFiles(let absence): absence.since == now
      case .notMounted, .unreadable, .notLocked, .forgotten: false
      }
    }
    if isNewlyMissing { return true }
    return try mappingFileErrors { () throws(FileError) in
      if try !change.root.unfinishedWork().isEmpty { return true }
      if try !change.root.outdatedLogs(now: now).isEmpty { return true }
      return try !ToolView.flawed(
        in: change.root, now: now, comparing: .installations
      ).isEmpty
    }
  }

  private func plan(
    _ inventory: InstallationInventory?, forgetting forgotten: Set<FilePath>
  ) async throws(Problem) -> PrunePlan {
    try await PrunePlan(
      change.root, change.environment, inventory, limits, forgetting: forgotten, now: now)
  }

  /// Removes the items in `agreed` that nothing needs by now, and forgets the projects that keep
  /// nothing.
  package func prune(_ agreed: PrunePlan) async throws(Problem) -> Report {
    let root = change.root
    let isDeleted = deletesAtOnce
    // On a full disk, this makes the room to record the change. Downloads can be fetched again.
    let makeRoom = {
      if isDeleted { for one in agreed.downloads { try? root.download(one.digest).removeFile() } }
    }
    return try await change.run("prune", makingRoom: makeRoom) {
      staging, inventory throws(Problem) in
      let forgotten = Set(agreed.projects.filter { $0.reason == .forgotten }.map(\.folder))
      var plan = try await plan(inventory, forgetting: forgotten).intersection(agreed)
      if isDeleted { plan.downloads = agreed.downloads }
      let outcome = try Removal.remove(
        plan.installations.map(\.installed), plan.downloads.map(\.digest), from: root,
        staging.folder, inventory, isDeleted: isDeleted, now: WallClock.now)
      let superfluous = plan.projects.filter(\.reason.keepsNothing).map(\.folder)
      if !superfluous.isEmpty { try inventory.projects.remove(superfluous) }
      return Report(
        removed: plan, isDeleted: isDeleted, isInTrash: outcome.isInTrash)
    }
  }
}
