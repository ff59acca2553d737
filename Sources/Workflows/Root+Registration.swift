package import Diagnostics
package import Filesystem
internal import Inventory
package import Layout
package import Selection

extension Root {
  /// Records that `folder` uses the tools that its own files name, so that pruning keeps them.
  /// Replaces the earlier records of `folder`.
  ///
  /// - Parameters:
  ///   - folder: The folder to record.
  ///   - tools: The tools that `folder` requires. Those that only farther folders name are not
  ///     recorded.
  package func register(_ folder: FilePath, of tools: FolderTools) async throws(Problem) {
    try mappingFileErrors { () throws(FileError) in try path.makeDirectories() }
    let uses = tools.users.first { $0.folder == folder }?.uses ?? []
    try await InstallationInventory.open(self).register(folder, uses: uses)
  }
}
