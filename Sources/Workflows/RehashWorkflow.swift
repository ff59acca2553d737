package import Diagnostics
package import Filesystem
internal import Installation
internal import Inventory
package import Layout
internal import Manifests
package import Shims

/// Puts the shims anew for what is installed.
package struct RehashWorkflow: Sendable {
  private let root: Root
  private let observe: @Sendable (WorkflowEvent) -> Void

  package init(root: Root, observe: @escaping @Sendable (WorkflowEvent) -> Void) {
    self.root = root
    self.observe = observe
  }

  /// - Parameter folder: of the project that this is done for, if it is done for one.
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
    // A dead owner's unfinished work is still unfinished: then the sign of it stays for the next install.
    if staging.foundRemains { return changes }
    try staging.finish()
    return changes
  }
}
