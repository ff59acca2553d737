package import Diagnostics
package import Filesystem
internal import Inventory
package import Layout

extension Root {
  /// Notes that the project in `folder` uses `uses`, and nothing else that it used before, so that nothing they name is pruned.
  package func register(_ folder: FilePath, uses: [Use]) async throws(Problem) {
    try onDisk { () throws(FileError) in try path.makeDirectories() }
    try await Inventory.open(self).register(folder, uses: uses)
  }
}
