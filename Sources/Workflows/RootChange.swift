internal import Diagnostics
internal import Filesystem
internal import Installation
internal import Inventory
internal import Layout
internal import Manifests
internal import Projects
internal import Selection
internal import Shims
internal import ToolSources
internal import Trust

/// A change to the root by the process that holds its lock. Afterward, the installed folders, the
/// store, and the shims agree, even if an earlier process died.
struct RootChange: Sendable {
  let root: Root
  let environment: Environment
  /// The folder for which the command runs, or `nil` if it concerns the whole root.
  var folder: FilePath?
  let inventorySource: InventorySource
  let observe: @Sendable (WorkflowEvent) -> Void
  /// Whether `body` may move or remove installations.
  var changesInstallations = true

  /// The number of files that ``finish(_:_:unchanged:changedNothing:)`` may open at once, most of
  /// them to remove nested directories.
  private static let spareDescriptorCount = 24

  /// Runs `body` under the root's lock, then updates the shims, even if `body` fails. If it
  /// succeeds, also deletes what has been in the trash for more than a day.
  ///
  /// - Parameters:
  ///   - purpose: The command's name, shown to processes that wait for the lock.
  ///   - makeRoom: Called under the lock before anything is written, to free space on a full disk.
  ///   - body: Makes the change in the staging area and records it in the inventory.
  /// - Throws: ``SystemProblem/lockHeld(path:holder:)`` if another process keeps the lock, or the
  ///   problem that `body` throws.
  func run<Value: Sendable>(
    _ purpose: String, makingRoom makeRoom: () -> Void = {},
    _ body: (borrowing StagingArea, InstallationInventory) async throws(Problem) -> Value
  ) async throws(Problem) -> Value {
    let staging = try StagingArea.begin(
      in: root, purpose: purpose, makingRoom: makeRoom, whileWaiting: reportWaiting)
    // After a dead process, this removes the temporary files of everybody, so it cannot run beside
    // the change.
    let foundRemains = staging.foundRemains
    if foundRemains { root.removeAbandonedFiles(afterDeadProcess: true) }
    async let cleaning: Void = foundRemains ? () : root.removeAbandonedFiles()
    let inventory: InstallationInventory
    do {
      inventory = try await openInventory()
    } catch {
      await cleaning
      // This process has changed nothing, so it removes its marker of unfinished work, unless the
      // marker now also stands for the work of a dead process.
      if !staging.foundRemains { try? staging.finish() }
      throw error
    }
    // Released after a failure, when the process may be unable to open more files.
    let spare = try? SpareDescriptors(Self.spareDescriptorCount)
    // Until the first reconciliation, the state before `body` is unknown.
    var before: Before?
    var history: InstallationHistory?
    let value: Value
    do {
      let repaired = try await repair(inventory, PlacedReceipts(in: staging.folder))
      before = repaired
      history = InstallationHistory(of: inventory, command: purpose, for: folder, repaired.sizes)
      await cleaning
      value = try await body(staging, inventory)
      try await emptyOutdatedTrash(inventory, now: WallClock.now)
      // Last, because a failure after it would record the same change again.
      try await history?.record()
    } catch {
      await cleaning
      SpareDescriptors.release(spare)
      await finish(staging, inventory, after: error, before.map { Set($0.folders.installed) })
      // Records what was already installed or removed. The caller needs the first error.
      try? await history?.record()
      throw error
    }
    try await finish(staging, inventory, unchanged: changesInstallations ? nil : before?.folders)
    return value
  }

  private func reportWaiting(for holder: String) {
    observe(.notice(.progress(.waiting(holder: holder))))
  }

  /// The installations before a change.
  private struct Before {
    /// Outdated installations are in the trash by now, unless a link leads to them.
    let folders: InstallationFolders
    /// The recorded sizes.
    var sizes: [InstalledVersion: Int] = [:]
  }

  /// Moves the installations of an older bootstrap to the trash, updates the store from the
  /// installed folders, and reports the records that were missing or superfluous.
  private func repair(
    _ inventory: InstallationInventory, _ placed: PlacedReceipts
  ) async throws(Problem) -> Before {
    let folders = try mappingFileErrors(try root.installationFolders())
    try mappingFileErrors(try Trash(root).take(folders.outdated, now: WallClock.now))
    var before = Before(folders: folders)
    let repairs = try await inventory.installations.changes { () async throws(Problem) in
      try await record(placed, inventory)
      before.sizes = try await reconcile(inventory, with: Set(folders.installed))
    }
    if !repairs.isEmpty { observe(.repaired(repairs)) }
    return before
  }

  /// Opens the store, which must be writable.
  private func openInventory() async throws(Problem) -> InstallationInventory {
    try mappingFileErrors(try root.recordConsentRuleIfNew())
    let inventory = try await inventorySource.open(root, whileWaiting: reportWaiting) {
      observe(.notice(.progress($0)))
    }
    try inventory.checkIsWritable()
    try WholePathAdoption(root: root, environment: environment, observe: observe).run {
      () throws(Problem) in try inventory.projects.folders()
    }
    return inventory
  }

  /// Records the installations that became visible before a failure, so that the next process need
  /// not repair the store. If that also fails, the marker of unfinished work remains for the next
  /// process, and the user sees the first failure, which is the cause.
  ///
  /// - Parameter before: What was installed before the change, or `nil` if that is unknown.
  private func finish(
    _ staging: consuming StagingArea, _ inventory: InstallationInventory, after failure: Problem,
    _ before: Set<InstalledVersion>?
  ) async {
    do {
      // Done first, because the change may have failed to list the folders, too.
      try await record(PlacedReceipts(in: staging.folder), inventory)
      let present = Set(try root.installedVersions())
      _ = try await reconcile(inventory, with: present)
      let isUnchanged = present == before && !staging.foundRemains
      root.removeAbandonedFiles(afterDeadProcess: true)
      try await finish(
        staging, inventory, changedNothing: failure == .interrupted && isUnchanged)
    } catch {}
  }

  /// Restores the shim program if necessary, recreates the shims, removes old logs and the views
  /// that nothing uses, seals the locks of all known projects (see
  /// ``ShimDirectory/seal(_:after:on:)``), and removes this process's folder from the staging area.
  /// The lock of an unknown project gets no seal, because `install` would then not record the
  /// project.
  ///
  /// - Parameters:
  ///   - folders: The installations if they are unchanged, or `nil` to list them.
  ///   - changedNothing: Whether an interruption left the root as it was. If so, to end without
  ///     delay, nothing is synced unless there are new lists of rules, and a later command deletes
  ///     the staged files.
  private func finish(
    _ staging: consuming StagingArea, _ inventory: InstallationInventory,
    unchanged folders: InstallationFolders? = nil, changedNothing: Bool = false
  ) async throws(Problem) {
    let shims = ShimDirectory(root, environment)
    let locks = try inventory.projects.folders().map { ($0, environment.lock(in: $0)) }
    async let views = Result { () throws(FileError) in
      try ToolView.flawed(in: root, now: WallClock.now, comparing: .installations)
    }
    let changes = try mappingFileErrors { () throws(FileError) in
      // A shell skips a broken link and would run the system's program of that name.
      _ = try root.completeShimProgram()
      return try shims.rehash(for: folders)
    }
    let flawed = await views
    try mappingFileErrors { () throws(FileError) in
      for view in try flawed.get() { try view.folder.removeTree() }
      for log in try root.outdatedLogs(now: WallClock.now) { try log.removeFile() }
      // This also writes the staged files, which can take seconds.
      if !changedNothing || changes.hasNewRules { try shims.synchronize() }
    }
    do {
      try await shims.seal(locks, after: changes, on: SealCondition(root, environment))
    } catch {
      throw Problem(error)
    }
    observe(.shims(changes))
    if changedNothing { try staging.discard(to: Trash(root)) } else { try staging.finish() }
  }

  /// Deletes the items that have been in the trash for more than a day, and their records.
  private func emptyOutdatedTrash(
    _ inventory: InstallationInventory, now: Int64
  ) async throws(Problem) {
    try mappingFileErrors(try Trash(root).empty(now: now))
    try await inventory.installations.emptyTrash(before: now - Trash.retention)
  }

  /// Records the builds in place, which the store may lack.
  private func record(
    _ placed: PlacedReceipts, _ inventory: InstallationInventory
  ) async throws(Problem) {
    try await inventory.installations.record(try mappingFileErrors(try placed.placed(in: root)))
  }

  /// Updates the store to match the installed folders, which decide what tools run. Returns the
  /// sizes that are then recorded.
  ///
  /// - Parameter present: The installed versions.
  private func reconcile(
    _ inventory: InstallationInventory, with present: Set<InstalledVersion>
  ) async throws(Problem) -> [InstalledVersion: Int] {
    let sizes = try inventory.installations.sizes()
    let watch = inventory.installations.watch()
    var unrecorded: [Receipt] = []
    for installed in present where sizes[installed] == nil {
      let folder = root.folder(of: installed)
      let receipt = try mappingFileErrors(try Receipt.read(in: folder))
      // A receipt that contradicts itself or its folder is damage, which `verify` reports.
      if let receipt, receipt.installed == installed, receipt.id == receipt.contentID {
        unrecorded.append(receipt)
      }
    }
    try await restore(unrecorded, inventory)
    try record(gone: Set(sizes.keys.filter { !present.contains($0) }), inventory)
    let isRepaired = watch.hasSeenChange
    try recordUses(of: present, inventory)
    return isRepaired ? try inventory.installations.sizes() : sizes
  }

  /// Records installations that are in place, but were deleted, trashed, or never recorded.
  private func restore(
    _ unrecorded: [Receipt], _ inventory: InstallationInventory
  ) async throws(Problem) {
    if unrecorded.isEmpty { return }
    // The store still has the record of an installation that was restored from the trash.
    let restored = try inventory.installations.trashed().intersection(unrecorded.map(\.installed))
    if !restored.isEmpty { try inventory.installations.restore(Array(restored)) }
    try await inventory.installations.rebuild(
      from: unrecorded.filter { !restored.contains($0.installed) })
  }

  /// Updates the records of installations that are no longer in place. Those in the trash keep
  /// theirs, in case they are restored.
  private func record(
    gone: Set<InstalledVersion>, _ inventory: InstallationInventory
  ) throws(Problem) {
    if gone.isEmpty { return }
    var deleted = gone
    let entries = try mappingFileErrors(try Trash(root).entries())
    for entry in entries {
      guard case .installation(let installed) = entry.content, deleted.remove(installed) != nil
      else { continue }
      try inventory.installations.trash([installed], at: entry.taken)
    }
    if !deleted.isEmpty { try inventory.installations.remove(Array(deleted)) }
  }

  /// Records the last uses of installations, and which projects are missing or have lost their
  /// files, so that pruning knows for how long they have been missing.
  private func recordUses(
    of present: Set<InstalledVersion>, _ inventory: InstallationInventory
  ) throws(Problem) {
    try inventory.installations.recordLastUses(root.lastUses(of: present))
    let missing = try inventory.projects.folders().filter { !$0.mayNameTools }
    try inventory.projects.recordVanished(missing, now: WallClock.now)
  }
}

extension RootChange {
  /// Creates a change of the root to which `access` leads, by a command that concerns the whole
  /// root.
  ///
  /// - Parameters:
  ///   - source: Opens the inventory of the root.
  ///   - observe: Receives progress events.
  init(
    of access: SourceAccess, _ source: InventorySource,
    observe: @escaping @Sendable (WorkflowEvent) -> Void
  ) {
    self.init(
      root: access.root, environment: access.environment, inventorySource: source,
      observe: observe)
  }
}
