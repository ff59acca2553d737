package import Diagnostics
package import Filesystem
internal import Inventory
package import Layout
package import Selection

extension Root {
  /// Records that `folder` uses the tools that its own files require, so that pruning keeps these
  /// tools. Replaces the earlier records of `folder`.
  ///
  /// - Parameters:
  ///   - folder: The folder to record.
  ///   - tools: The tools that `folder` requires. Tools that only files of its ancestors require
  ///     are not recorded.
  package func register(_ folder: FilePath, of tools: FolderTools) async throws(Problem) {
    try mappingFileErrors { () throws(FileError) in try path.makeDirectories() }
    let uses = tools.users.first { $0.folder == folder }?.uses ?? []
    try await InstallationInventory.open(self)
      .register(folder, uses: uses, mountPoint: folder.mountPoint)
  }
}
