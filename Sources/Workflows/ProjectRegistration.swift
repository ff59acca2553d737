package import Diagnostics
package import Filesystem
package import Inventory
package import Layout
package import Selection
internal import Trust

/// Records folders in the store as users of their tools, so that pruning keeps these tools. A
/// project's tools can be locked and pinned even if the project cannot be recorded.
///
/// Create this before the files of a project are written: a store that is damaged is then reported
/// before anything has changed.
package struct ProjectRegistration: Sendable {
  private let root: Root
  private let inventory: InstallationInventory?
  /// Why nothing is recorded, if ``inventory`` is `nil`.
  private let reason: Notice
  private let observe: @Sendable (Notice) -> Void

  /// Opens the store of `root`.
  ///
  /// - Parameters:
  ///   - root: The root.
  ///   - source: Opens the inventory of the root.
  ///   - observe: Receives a notice if another process causes a long wait, or if nothing is
  ///     recorded because this user may not change the root or its store.
  /// - Throws: ``Problem`` if the store cannot be used for another reason.
  package init(
    in root: Root, inventory source: InventorySource = .store,
    observe: @escaping @Sendable (Notice) -> Void
  ) async throws(Problem) {
    self.root = root
    self.observe = observe
    var inventory: InstallationInventory?
    var reason = Notice.install(.unrecordedFolder(root: root.path.string, because: nil))
    if root.isChangeable {
      do {
        try mappingFileErrors { () throws(FileError) in
          try root.makeDirectory()
          try root.recordConsentRuleIfNew()
        }
        let opened = try await source.open(
          root, whileWaiting: { observe(.progress(.waiting(holder: $0))) },
          whileMigrating: { observe(.progress($0)) })
        try opened.checkIsWritable()
        inventory = opened
      } catch  where error.exitCode == .cannotWrite {
        reason = .install(.unrecordedFolder(root: root.path.string, because: error))
      }
    }
    self.inventory = inventory
    self.reason = reason
  }

  /// Records that `folder` uses the tools that its own files require. Replaces the earlier records
  /// of `folder`.
  ///
  /// - Parameters:
  ///   - folder: The folder to record.
  ///   - tools: The tools that `folder` requires. Tools that only files of its ancestors require
  ///     are not recorded.
  package func record(_ folder: FilePath, of tools: FolderTools) async throws(Problem) {
    let uses = tools.users.first { $0.folder == folder }?.uses ?? []
    try await record { inventory async throws(Problem) in
      try await inventory.projects.save([.init(FolderUses(folder: folder, uses: uses))])
    }
  }

  /// Records the folders that use `tools`, except those that are recorded already. Pruning reads
  /// the files of a recorded folder, so it need not be recorded again when they change.
  ///
  /// - Parameter tools: The tools, with the folders that require them.
  package func recordNewFolders(of tools: FolderTools) async throws(Problem) {
    try await record { inventory async throws(Problem) in
      let known = Set(try inventory.projects.folders())
      try await inventory.projects.save(
        tools.users.filter { !known.contains($0.folder) }.map(RegisteredProject.Draft.init))
    }
  }

  private func record(
    _ body: (InstallationInventory) async throws(Problem) -> Void
  ) async throws(Problem) {
    guard let inventory else { return observe(reason) }
    do {
      try await body(inventory)
    } catch  where error.exitCode == .cannotWrite {
      observe(.install(.unrecordedFolder(root: root.path.string, because: error)))
    }
  }
}

extension RegisteredProject.Draft {
  /// Creates a draft that records the folder's uses and its current mount point.
  init(_ user: FolderUses) {
    self.init(user.folder, uses: user.uses, mountPoint: user.folder.mountPoint)
  }
}
