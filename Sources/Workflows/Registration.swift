package import Diagnostics
package import Filesystem
internal import Inventory
package import Layout

/// Notes which folders use what, so that nothing they name is pruned.
package struct Registration: Sendable {
  private let root: Root

  package init(_ root: Root) { self.root = root }

  /// The project in `folder` uses `uses`, and nothing else that it used before.
  package func register(_ folder: FilePath, uses: [Use]) async throws(Problem) {
    try onDisk { () throws(FileError) in try root.path.makeDirectories() }
    try await Inventory.open(root).register(folder, uses: uses)
  }
}
