package import Diagnostics
package import Filesystem
package import Installation
internal import Inventory
package import Layout
internal import Manifests
internal import Vocabulary

/// Lists, restores, and deletes what was removed.
package struct TrashWorkflow: Sendable {
  /// A removed entry with its size.
  package struct Item: Hashable, Sendable {
    package let entry: TrashEntry
    /// The size of its files in bytes.
    package let size: Int
  }

  /// What was restored.
  package struct Report: Sendable {
    package let restored: [InstalledVersion]
    /// The number of restored downloads.
    package let downloadCount: Int
    /// The number of removed versions that are still in the trash, because another removal took
    /// them.
    package let leftCount: Int
    /// The versions that stay in the trash, because they are installed again.
    package let present: [InstalledVersion]
  }

  private let change: RootChange

  /// Creates a workflow.
  ///
  /// - Parameters:
  ///   - root: The root that contains the trash.
  ///   - environment: The variables that determine the system's programs.
  ///   - observe: Receives progress events.
  package init(
    root: Root, environment: Environment, observe: @escaping @Sendable (WorkflowEvent) -> Void
  ) {
    change = RootChange(root: root, environment: environment, observe: observe)
  }

  /// Returns what is in the trash, the newest first, without the links that belong to it.
  package func items() throws(Problem) -> [Item] {
    let entries = try mappingFileErrors(try Trash(change.root).entries())
    return entries.compactMap { entry in
      if case .link = entry.content { return nil }
      return Item(entry: entry, size: entry.path.sizeOfTree)
    }
  }

  /// Restores removed versions with what was removed along with them.
  ///
  /// - Parameter requests: The versions to restore, each from its newest removal. Without any,
  ///   everything that the newest removal took.
  /// - Throws: ``DiskProblem/notInTrash(tool:version:removed:)`` if a request matches nothing in
  ///   the trash, or ``DiskProblem/trashIsEmpty``.
  package func restore(
    _ requests: [UninstallWorkflow.Request]
  ) async throws(Problem) -> Report {
    let root = change.root
    return try await change.run("trash") { _, inventory throws(Problem) in
      let entries = try mappingFileErrors(try Trash(root).entries())
      let selection = try RestoredEntries(entries, requests) { content in
        root.place(of: content).exists
      }
      var moves = MoveSequence()
      do throws(Problem) {
        return try restore(selection, of: entries, &moves, inventory)
      } catch {
        moves.undo()
        throw error
      }
    }
  }

  private func restore(
    _ selection: RestoredEntries, of all: [TrashEntry], _ moves: inout MoveSequence,
    _ inventory: InstallationInventory
  ) throws(Problem) -> Report {
    let root = change.root
    var (restored, present): ([InstalledVersion], [InstalledVersion]) = ([], [])
    var downloadCount = 0
    do {
      for entry in selection.entries {
        let place = root.place(of: entry.content)
        let isFree = try place.linkStatus() == nil
        if isFree {
          try root.folder(of: entry.content).makeDirectories()
          try moves.move(entry.path, to: place)
        }
        switch entry.content {
        case .installation(let installed):
          if isFree { restored.append(installed) } else { present.append(installed) }
        case .download: downloadCount += isFree ? 1 : 0
        case .replaced, .link, .packages: break
        }
      }
    } catch {
      throw Problem(error, movingBetween: root.trash.path, root.installs.path)
    }
    try inventory.restore(restored)
    // Restoring counts as use. Otherwise, the next prune would remove them again.
    for installed in restored { root.recordUse(of: root.folder(of: installed)) }
    let chosen = Set(selection.entries.map(\.path))
    let left = all.filter { entry in
      if case .installation = entry.content { !chosen.contains(entry.path) } else { false }
    }
    return Report(
      restored: restored, downloadCount: downloadCount, leftCount: left.count, present: present)
  }

  /// Deletes everything in the trash. Returns the size of what was deleted, in bytes.
  ///
  /// - Throws: The ``Problem`` of the first entry that cannot be deleted, after deleting the
  ///   others.
  package func empty() async throws(Problem) -> Int {
    let root = change.root
    let size = root.trash.path.sizeOfTree
    // On a full disk, this makes room to open the store. Otherwise, the store is opened first, and
    // nothing is deleted if that fails.
    let makeRoom = { _ = Trash(root).deleteAllIfSpaceIsScarce() }
    return try await change.run("trash", makingRoom: makeRoom) {
      _, inventory throws(Problem) in
      try mappingFileErrors(try Trash(root).deleteAll())
      try await inventory.emptyTrash()
      return size - root.trash.path.sizeOfTree
    }
  }
}

extension Root {
  /// Returns the folder that contained an entry of the trash before it was removed.
  fileprivate func folder(of content: TrashEntry.Content) -> RootFolder {
    switch content {
    case .installation(let installed), .replaced(let installed): installs(of: installed.tool)
    case .link(let tool, _): installs(of: tool)
    case .packages(let tool, _): packages(of: tool)
    case .download: downloads
    }
  }

  /// Returns the path of an entry of the trash before it was removed.
  fileprivate func place(of content: TrashEntry.Content) -> FilePath {
    switch content {
    case .installation(let installed), .replaced(let installed): folder(of: installed)
    case .link(let tool, let version): defaultInstallation(of: tool, version)
    case .packages(let tool, let version): packages(of: tool, version)
    case .download(let digest): download(digest)
    }
  }
}

/// The entries of the trash that belong to a restored removal.
private struct RestoredEntries {
  /// The entries to move back. Installations come before the links to them.
  private(set) var entries: [TrashEntry] = []

  /// Selects entries.
  ///
  /// - Parameters:
  ///   - all: All entries, the newest first.
  ///   - requests: The versions to restore. Without any, selects the newest removal that still has
  ///     something to restore.
  ///   - isInPlace: Returns whether the original place of an entry is taken.
  init(
    _ all: [TrashEntry], _ requests: [UninstallWorkflow.Request],
    isInPlace: (TrashEntry.Content) -> Bool
  ) throws(Problem) {
    if requests.isEmpty {
      let removed = all.filter(\.isFromRemoval)
      let missing = removed.first { $0.isInstallation && !isInPlace($0.content) }
      guard let newest = missing ?? removed.first else { throw .disk(.trashIsEmpty) }
      entries = removed.filter { $0.taken == newest.taken }.sorted { $0.rank < $1.rank }
      return
    }
    var chosen: Set<InstalledVersion> = []
    for request in requests {
      let matches = all.filter { entry in
        guard case .installation(let installed) = entry.content else { return false }
        return installed.tool == request.tool
          && (request.version == nil || installed.version == request.version)
      }
      if matches.isEmpty {
        throw .disk(
          .notInTrash(tool: request.tool, version: request.version, removed: all.titles))
      }
      for entry in matches {
        guard case .installation(let installed) = entry.content,
          chosen.insert(installed).inserted
        else { continue }
        entries.append(entry)
        entries += all.filter { $0.taken == entry.taken && $0.belongs(to: installed, entry) }
          .sorted { $0.rank < $1.rank }
      }
    }
  }
}

extension TrashEntry {
  /// Whether a removal moved it to the trash. What an install replaced is never restored.
  fileprivate var isFromRemoval: Bool {
    if case .replaced = content { false } else { true }
  }

  fileprivate var isInstallation: Bool {
    if case .installation = content { true } else { false }
  }

  /// The position in the order of restoring.
  fileprivate var rank: Int {
    switch content {
    case .download: 0
    case .packages: 1
    case .installation, .replaced: 2
    case .link: 3
    }
  }

  /// Returns whether the entry was removed along with the installation in `folder`, because it
  /// exists only for that.
  fileprivate func belongs(to installed: InstalledVersion, _ folder: TrashEntry) -> Bool {
    switch content {
    case .installation, .replaced: return false
    case .packages(let tool, let version):
      return tool == installed.tool && version == installed.version
    case .link(let tool, _):
      let target = ((try? path.linkTarget()) ?? nil)?.lastComponent
      return tool == installed.tool && target == installed.folderName
    case .download(let digest):
      guard let receipt = (try? Receipt.read(in: folder.path)) ?? nil else { return false }
      return receipt.digest == digest || receipt.parts.contains { $0.digest == digest }
    }
  }
}

extension [TrashEntry] {
  /// The removed versions, such as `ruff 0.17.5`, without repetitions.
  fileprivate var titles: [String] {
    reduce(into: []) { titles, entry in
      guard case .installation(let installed) = entry.content else { return }
      let title = "\(installed.tool) \(installed.version)"
      if !titles.contains(title) { titles.append(title) }
    }
  }
}
