internal import Diagnostics
internal import Filesystem
internal import Installation
internal import Inventory
internal import Layout
internal import Manifests
internal import Shims

/// A change of the root by the one process that may: afterwards folders, store and shims agree, also where an earlier process died.
struct RootChange: Sendable {
  let root: Root
  let observe: @Sendable (WorkflowEvent) -> Void

  /// Runs `body` under the root's lock, then puts the shims. `purpose` is shown to those who wait.
  func run<Value: Sendable>(
    _ purpose: String,
    _ body: (borrowing StagingArea, InstallationInventory) async throws(Problem) -> Value
  ) async throws(Problem) -> Value {
    let staging = try StagingArea.begin(in: root, purpose: purpose) { holder in
      observe(.notice(.waiting(holder: holder)))
    }
    let inventory: InstallationInventory
    do throws(Problem) {
      inventory = try await InstallationInventory.open(root)
    } catch {
      // Nothing was done, so nothing is unfinished, unless somebody before left it so.
      if !staging.foundRemains { try? staging.finish() }
      throw error
    }
    try reconcile(inventory)
    let value: Value
    do throws(Problem) {
      value = try await body(staging, inventory)
    } catch {
      // What became visible before the failure is recorded all the same, and the next process finds nothing to mend.
      try reconcile(inventory)
      try finish(staging, inventory)
      throw error
    }
    try finish(staging, inventory)
    return value
  }

  private func finish(
    _ staging: consuming StagingArea, _ inventory: InstallationInventory
  ) throws(Problem) {
    let shims = ShimDirectory(root)
    let locks = try inventory.projects().map { $0.appending(Lockfile.name) }
    let changes = try onDisk { () throws(FileError) in
      let changes = try shims.rehash()
      try shims.seal(locks)
      return changes
    }
    observe(.shims(changes))
    try staging.finish()
  }

  /// Makes the store say what the folders hold: they are what runs.
  private func reconcile(_ inventory: InstallationInventory) throws(Problem) {
    let recorded = try inventory.installations()
    let present = Set(try onDisk { () throws(FileError) in try root.installedVersions() })
    var unrecorded: [Receipt] = []
    for installed in present.subtracting(recorded) {
      let folder = root.folder(of: installed)
      let receipt = try onDisk { () throws(FileError) in try Receipt.read(in: folder) }
      if let receipt { unrecorded.append(receipt) }
    }
    if !unrecorded.isEmpty { try inventory.record(unrecorded) }
    for gone in recorded.subtracting(present) { try inventory.remove(gone) }
  }
}
