package import Diagnostics
package import Filesystem
internal import Installation
internal import Inventory
package import Layout
internal import Manifests
package import Shims

/// Recreates the shims for the installed tools.
package struct RehashWorkflow: Sendable {
  private let root: Root
  private let observe: @Sendable (WorkflowEvent) -> Void

  /// Creates a workflow. `observe` receives the changes, and a notice while another process
  /// holds the root.
  package init(root: Root, observe: @escaping @Sendable (WorkflowEvent) -> Void) {
    self.root = root
    self.observe = observe
  }

  /// Recreates the shims, and seals the locks of all known projects, so that shims need not
  /// search them in full.
  ///
  /// - Parameter folder: The folder of the current project. `nil` if there is none.
  package func rehash(for folder: FilePath?) async throws(Problem) -> ShimDirectory.Changes {
    let shims = ShimDirectory(root)
    try onDisk { () throws(FileError) in try root.path.makeDirectories() }
    let projects =
      try await InstallationInventory.open(root).projects() + (folder.map { [$0] } ?? [])
    let locks = projects.map { $0.appending(Lockfile.name) }
    let staging = try StagingArea.begin(in: root, purpose: "rehash") {
      observe(.notice(.waiting(holder: $0)))
    }
    let changes = try onDisk { () throws(FileError) in
      let changes = try shims.rehash()
      try shims.seal(locks)
      return changes
    }
    observe(.shims(changes))
    // The unfinished work of a dead process is still unfinished. Its marker stays for
    // the next install.
    if staging.foundRemains { return changes }
    try staging.finish()
    return changes
  }
}
