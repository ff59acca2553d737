package import Diagnostics
package import Filesystem
internal import Inventory
package import Layout
package import Selection

extension Root {
  /// Records the tools that the files of `folder` name, replacing earlier records, so that
  /// pruning keeps them.
  package func register(_ folder: FilePath, of tools: FolderTools) async throws(Problem) {
    try onDisk { () throws(FileError) in try path.makeDirectories() }
    let uses = tools.users.first { $0.folder == folder }?.uses ?? []
    try await InstallationInventory.open(self).register(folder, uses: uses)
  }
}
