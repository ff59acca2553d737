package import Diagnostics
package import Filesystem
internal import Installation
package import Inventory
package import Layout
package import Shims
internal import Synchronization

/// Recreates the shims for the installed tools.
package struct RehashWorkflow: Sendable {
  /// What a rehash changed.
  package struct Report: Sendable {
    package fileprivate(set) var shims = ShimDirectory.Changes()
    /// The missing and superfluous records in the store, or `nil` if its records were correct.
    package fileprivate(set) var repairs: InventoryChanges?
  }

  private let root: Root
  private let environment: Environment
  private let inventorySource: InventorySource
  private let observe: @Sendable (WorkflowEvent) -> Void

  /// Creates a workflow.
  ///
  /// - Parameters:
  ///   - root: The root whose shims to recreate.
  ///   - environment: The variables that determine the system's programs.
  ///   - source: Opens the inventory of the root.
  ///   - observe: Receives the changes, and a notice if another process holds the root's lock.
  package init(
    root: Root, environment: Environment, inventory source: InventorySource = .store,
    observe: @escaping @Sendable (WorkflowEvent) -> Void
  ) {
    self.root = root
    self.environment = environment
    inventorySource = source
    self.observe = observe
  }

  /// Recreates the shims and returns the changes. Also completes the work of a process that died,
  /// brings the store in line with the installed folders, and seals the locks of all known
  /// projects: a seal certifies that the shims need not search a lock in full (see
  /// ``ShimDirectory/seal(_:after:on:)``).
  ///
  /// - Throws: ``SystemProblem/lockHeld(path:holder:)`` if another process keeps the root's lock,
  ///   or the failure of a system call or of the store.
  package func rehash() async throws(Problem) -> Report {
    let report = Mutex(Report())
    var change = RootChange(
      root: root, environment: environment, inventorySource: inventorySource
    ) { event in
      switch event {
      case .shims(let changes): report.withLock { $0.shims = changes }
      case .repaired(let changes): report.withLock { $0.repairs = changes }
      case .notice, .install, .uploading, .packages, .hook: break
      }
      observe(event)
    }
    change.changesInstallations = false
    try mappingFileErrors(try root.makeDirectory())
    try await change.run("rehash") { _, _ throws(Problem) in }
    return report.withLock { $0 }
  }
}
