internal import Diagnostics
internal import Filesystem
internal import Installation
internal import Inventory
internal import Layout
internal import Manifests
internal import Vocabulary

/// The entries of the trash that belong to a restored removal.
struct RestoredEntries {
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

  /// Selects the newest entries of installations, with what was removed along with them. Skips
  /// installations that are not in the trash.
  ///
  /// - Parameters:
  ///   - installations: The installations.
  ///   - all: All entries, the newest first.
  init(of installations: [InstalledVersion], among all: [TrashEntry]) {
    for installed in installations {
      guard let entry = all.first(where: { $0.content == .installation(installed) }) else {
        continue
      }
      entries.append(entry)
      entries += all.filter { $0.taken == entry.taken && $0.belongs(to: installed, entry) }
        .sorted { $0.rank < $1.rank }
    }
  }

  /// Returns whether the entries include an installation.
  func contains(_ installed: InstalledVersion) -> Bool {
    entries.contains { $0.content == .installation(installed) }
  }

  /// The receipts of the installations. Omits unreadable ones, because such an installation does
  /// not run.
  var receipts: [Receipt] {
    entries.compactMap { entry in
      guard case .installation = entry.content else { return nil }
      return (try? Receipt.read(in: entry.path)) ?? nil
    }
  }

  /// What was restored.
  struct Outcome: Sendable {
    var restored: [InstalledVersion] = []
    /// The number of restored downloads.
    var downloadCount = 0
    /// The versions that stay in the trash, because they are installed again.
    var present: [InstalledVersion] = []
  }

  /// Moves the entries to their places in `root` and records that. If that fails, moves them back.
  func restore(
    to root: Root, _ inventory: InstallationInventory
  ) throws(Problem) -> Outcome {
    var moves = MoveSequence()
    do throws(Problem) {
      return try restore(to: root, inventory, &moves)
    } catch {
      moves.undo()
      throw error
    }
  }

  private func restore(
    to root: Root, _ inventory: InstallationInventory, _ moves: inout MoveSequence
  ) throws(Problem) -> Outcome {
    var outcome = Outcome()
    do {
      for entry in entries {
        let place = root.place(of: entry.content)
        let isFree = try place.linkStatus() == nil
        if isFree {
          try root.folder(of: entry.content).makeDirectories()
          try moves.move(entry.path, to: place)
        }
        switch entry.content {
        case .installation(let installed) where isFree: outcome.restored.append(installed)
        case .installation(let installed): outcome.present.append(installed)
        case .download: outcome.downloadCount += isFree ? 1 : 0
        case .replaced, .link, .packages: break
        }
      }
    } catch {
      throw Problem(error, movingBetween: root.trash.path, root.installs.path)
    }
    try inventory.installations.restore(outcome.restored)
    // Restoring counts as use. Otherwise, the next prune would remove them again.
    for installed in outcome.restored { root.recordUse(of: root.folder(of: installed)) }
    return outcome
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
  func place(of content: TrashEntry.Content) -> FilePath {
    switch content {
    case .installation(let installed), .replaced(let installed): folder(of: installed)
    case .link(let tool, let version): defaultInstallation(of: tool, version)
    case .packages(let tool, let version): packages(of: tool, version)
    case .download(let digest): download(digest)
    }
  }
}

extension TrashEntry {
  /// Whether a removal put the entry into the trash. An installation that an install replaced is
  /// never restored.
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
