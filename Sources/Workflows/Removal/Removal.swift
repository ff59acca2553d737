internal import Diagnostics
internal import Filesystem
internal import Installation
internal import Inventory
package import Layout
internal import Manifests
package import Vocabulary

/// The version of a tool to which packages belong, whichever content of it is installed.
package struct PackagesOfVersion: Hashable, Sendable {
  package let tool: ToolName
  package let version: VersionText

  /// Creates the value for a version of a tool.
  init(tool: ToolName, version: VersionText) {
    self.tool = tool
    self.version = version
  }

  /// Creates the value for the version of an installation.
  package init(_ installed: InstalledVersion) {
    tool = installed.tool
    version = installed.version
  }
}

/// Moves installations to the trash with everything that exists only for them, and records the
/// removal. Removes either all of them or none.
///
/// Each move is a rename, so after a crash, an installation is either in place or in the trash, but
/// never partially in either. The record follows the moves. If the process dies in between, the
/// next change of the root records what it finds.
struct Removal {
  /// What was removed.
  struct Outcome: Sendable {
    /// The programs of the packages that were removed along with the last installation of their
    /// version, sorted. Versions without such programs are missing.
    fileprivate(set) var packages: [PackagesOfVersion: [String]] = [:]
    /// Whether everything is in the trash, so that it can be restored.
    fileprivate(set) var isInTrash = true
  }

  private let root: Root
  /// The folder of what is deleted at the end of the command.
  private let staging: FilePath
  /// Whether to delete everything, because there is little free space.
  private let isDeleted: Bool
  /// The time in the names of the entries in the trash, in seconds since 1970. Entries with the
  /// same time are restored together.
  private let now: Int64
  private var moves = MoveSequence()
  private var stagedCount = 0
  private var outcome = Outcome()

  private init(from root: Root, _ staging: FilePath, isDeleted: Bool, now: Int64) {
    (self.root, self.staging, self.isDeleted, self.now) = (root, staging, isDeleted, now)
    outcome.isInTrash = !isDeleted
  }

  /// Removes installations and downloads.
  ///
  /// - Parameters:
  ///   - installed: The installations to remove.
  ///   - downloads: The kept downloads to remove. Missing downloads are skipped.
  ///   - root: The root that contains them.
  ///   - staging: The folder of what is deleted at the end of the command.
  ///   - inventory: Records the removal.
  ///   - isDeleted: Whether to delete everything, because there is little free space.
  ///   - now: The current time, in seconds since 1970.
  static func remove(
    _ installed: [InstalledVersion], _ downloads: [SHA256Digest] = [], from root: Root,
    _ staging: FilePath, _ inventory: InstallationInventory, isDeleted: Bool, now: Int64
  ) throws(Problem) -> Outcome {
    let now = try mappingFileErrors(try Trash(root).timeOfNewRemoval(now: now))
    var removal = Removal(from: root, staging, isDeleted: isDeleted, now: now)
    do throws(Problem) {
      do {
        try removal.take(installed, downloads)
      } catch {
        throw Problem(error, movingBetween: root.installs.path, root.staging.path)
      }
      // On a full disk, the store can record the removal only after it has freed some space.
      if isDeleted { try? Directory.open(staging).removeContents() }
      if removal.outcome.isInTrash {
        try inventory.installations.trash(installed, at: now)
      } else {
        try inventory.installations.remove(installed)
      }
      return removal.outcome
    } catch {
      removal.moves.undo()
      throw error
    }
  }

  /// Removes installations, with their links and packages, and downloads.
  private mutating func take(
    _ installed: [InstalledVersion], _ downloads: [SHA256Digest]
  ) throws(FileError) {
    // Steps that can fail without moving anything come first.
    let orphans = try root.packages(without: installed)
    for orphan in orphans {
      let bin = root.packages(of: orphan.tool, orphan.version).appending("bin")
      let programs = try bin.entriesIfPresent()
      if !programs.isEmpty { outcome.packages[orphan] = programs.sorted() }
    }
    // The links are removed before their targets, so no link leads to a missing folder.
    for installed in installed { try takeLinks(to: installed) }
    for installed in installed {
      try take(root.folder(of: installed), as: .installation(installed))
    }
    for orphan in orphans {
      try take(
        root.packages(of: orphan.tool, orphan.version),
        as: .packages(orphan.tool, orphan.version))
    }
    for digest in downloads where try root.download(digest).linkStatus() != nil {
      try take(root.download(digest), as: .download(digest))
    }
  }

  /// Removes the links by which pins without a lock find an installation.
  private mutating func takeLinks(to installed: InstalledVersion) throws(FileError) {
    let folder = root.installs(of: installed.tool)
    let target = FilePath(installed.folderName)
    for entry in try folder.entriesIfPresent() {
      let path = folder.appending(entry)
      guard try path.linkTarget() == target else { continue }
      guard let version = VersionText(entry) else {
        try stage(path)
        continue
      }
      try take(path, as: .link(installed.tool, version))
    }
  }

  /// Moves an entry to the trash or, if it is deleted or the trash is on another file system, to
  /// the folder of what is deleted at the end.
  private mutating func take(
    _ path: FilePath, as content: TrashEntry.Content
  ) throws(FileError) {
    if !isDeleted {
      do {
        return try moves.move(path, to: try Trash(root).place(for: content, now: now))
      } catch {
        if !error.isOnOtherFileSystem { throw error }
        outcome.isInTrash = false
      }
    }
    try stage(path)
  }

  private mutating func stage(_ path: FilePath) throws(FileError) {
    stagedCount += 1
    try moves.move(path, to: staging.appending("removed-\(stagedCount)"))
  }
}

extension Root {
  /// Returns the versions with a folder of packages whose last installations are `removed`.
  fileprivate func packages(
    without removed: [InstalledVersion]
  ) throws(FileError) -> [PackagesOfVersion] {
    var result: [PackagesOfVersion] = []
    let all = Set(removed)
    for installed in removed {
      let one = PackagesOfVersion(installed)
      if result.contains(one) || !packages(of: one.tool, one.version).exists { continue }
      let remaining = try installedVersions(of: one.tool)
        .contains { $0.version == one.version && !all.contains($0) }
      if !remaining { result.append(one) }
    }
    return result
  }
}
