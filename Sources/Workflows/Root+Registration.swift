package import Diagnostics
package import Filesystem
internal import Inventory
package import Layout
package import Selection

extension Root {
  /// Records the folders that use `tools`, except those that are recorded already. Pruning reads
  /// the files of a recorded folder, so it need not be recorded again when they change.
  ///
  /// - Parameters:
  ///   - tools: The tools, with the folders that require them.
  ///   - observe: Receives the notice of a long wait for another process, or that nothing is
  ///     recorded because this user may not change the root.
  package func registerFolders(
    of tools: FolderTools, observe: @escaping @Sendable (Notice) -> Void
  ) async throws(Problem) {
    guard let inventory = try await changeableInventory(observe) else { return }
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
  ///   - observe: Receives the notice of a long wait for another process, or that nothing is
  ///     recorded because this user may not change the root.
  package func register(
    _ folder: FilePath, of tools: FolderTools, observe: @escaping @Sendable (Notice) -> Void
  ) async throws(Problem) {
    guard let inventory = try await changeableInventory(observe) else { return }
    let uses = tools.users.first { $0.folder == folder }?.uses ?? []
    try await inventory.register(folder, uses: uses, mountPoint: folder.mountPoint)
  }

  /// Opens the store, or returns `nil` if this user may not change the root. What a project asks
  /// for can be locked and pinned all the same.
  private func changeableInventory(
    _ observe: @escaping @Sendable (Notice) -> Void
  ) async throws(Problem) -> InstallationInventory? {
    guard isChangeable else {
      observe(.unrecordedFolder(root: path.string))
      return nil
    }
    try mappingFileErrors { () throws(FileError) in try makeDirectory() }
    return try await InstallationInventory.open(self) { observe(.waiting(holder: $0)) }
  }
}
