package import Diagnostics
package import Filesystem
internal import Inventory
package import Layout
package import Selection

extension Root {
  /// Records the folders that use `tools`, except those that are recorded already. Pruning reads
  /// the files of a recorded folder, so it need not be recorded again when they change.
  package func registerFolders(of tools: FolderTools) async throws(Problem) {
    let inventory = try await InstallationInventory.open(self)
    let known = Set(try inventory.projects())
    for user in tools.users where !known.contains(user.folder) {
      try await inventory.register(
        user.folder, uses: user.uses, mountPoint: user.folder.mountPoint)
    }
  }

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
