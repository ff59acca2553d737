package import Diagnostics
package import Filesystem
internal import Installation
internal import Inventory
package import Layout
internal import Manifests
internal import Projects
package import Shims

/// Recreates the shims for the installed tools.
package struct RehashWorkflow: Sendable {
  private let root: Root
  private let environment: Environment
  private let observe: @Sendable (WorkflowEvent) -> Void

  /// Creates a workflow.
  ///
  /// - Parameters:
  ///   - root: The root whose shims to recreate.
  ///   - environment: The variables that determine the system's programs.
  ///   - observe: Receives the changes, and a notice if another process holds the root's lock.
  package init(
    root: Root, environment: Environment, observe: @escaping @Sendable (WorkflowEvent) -> Void
  ) {
    self.root = root
    self.environment = environment
    self.observe = observe
  }

  /// Recreates the shims and returns the changes. Also seals the locks of all known projects: a
  /// seal certifies that the shims need not search a lock in full (see ``ShimDirectory/seal(_:)``).
  ///
  /// - Parameter folder: The folder of the current project, or `nil` if there is none.
  /// - Throws: ``SystemProblem/lockHeld(path:holder:)`` if another process keeps the root's lock,
  ///   or the failure of a system call or of the store.
  package func rehash(for folder: FilePath?) async throws(Problem) -> ShimDirectory.Changes {
    let shims = ShimDirectory(root, environment)
    try mappingFileErrors { () throws(FileError) in try root.path.makeDirectories() }
    let projects =
      try await InstallationInventory.open(root).projects() + (folder.map { [$0] } ?? [])
    let locks = projects.map { $0.appending(Lockfile.name) }
    let staging = try StagingArea.begin(in: root, purpose: "rehash") {
      observe(.notice(.waiting(holder: $0)))
    }
    root.removeAbandonedFiles()
    let changes = try mappingFileErrors { () throws(FileError) in
      let changes = try shims.rehash()
      try shims.synchronize()
      try shims.seal(locks, isAccepted: root.accepts(environment))
      return changes
    }
    observe(.shims(changes))
    // If an earlier process died during a change, a rehash does not complete the change. Keep the
    // marker of unfinished work, so that the next install or uninstall completes it.
    if staging.foundRemains { return changes }
    try staging.finish()
    return changes
  }
}
