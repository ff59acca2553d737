package import Diagnostics
package import Filesystem
package import Inventory
package import Layout
package import Vocabulary

/// The known facts about installations: sizes, uses, verifications, changes, and users.
package struct InstallationFacts: Sendable {
  /// A user of an installation.
  package enum User: Hashable, Sendable {
    /// A project. `vanished` is the time when the project was first found missing, in seconds since
    /// 1970, or `nil` if the project exists.
    case project(FilePath, vanished: Int64?)
    /// The global pins, which are in this file.
    case globalPins(FilePath)
    /// A tool whose gems run with this Ruby.
    case gems(of: InstalledVersion)
  }

  private let records: [InstalledVersion: RecordedInstallation]
  private let verifications: [InstalledVersion: Verification]
  private let projects: [RegisteredProject]
  private let lastUses: [InstalledVersion: Int64]
  private let root: Root
  private let globalUses: [VersionUse]
  /// The gem tools, keyed by the folder of the Ruby that runs them.
  private let gemTools: [FilePath: [InstalledVersion]]
  /// The recorded changes to the tool that the facts are about, newest first.
  private let changes: [RecordedChange]

  /// Reads the folders and the store of a root. If there is no store, only the facts from the
  /// folders are known.
  ///
  /// - Parameters:
  ///   - root: The root.
  ///   - source: Opens the inventory of the root.
  ///   - tool: The tool whose changes to read, or `nil` for none.
  /// - Throws: The ``Problem`` with the store or a folder.
  package init(
    in root: Root, inventory source: InventorySource = .store, changesOf tool: ToolName? = nil
  ) async throws(Problem) {
    let inventory = try await source.openIfPresent(root)
    records = (try inventory?.installations.values() ?? []).filter(\.isInPlace).byID
    verifications = (try inventory?.verifications.values() ?? []).byID
    projects = try inventory?.projects.values() ?? []
    let installed = try mappingFileErrors(try root.installedVersions())
    lastUses = root.lastUses(of: installed)
    self.root = root
    // The commands that apply the global pins report an unreadable file.
    globalUses = (try? root.globalUses()) ?? []
    gemTools = root.gemTools(among: installed)
    guard let tool, let inventory else {
      changes = []
      return
    }
    var scope = HistoryScope()
    scope.tool = tool
    changes = try inventory.history.changes(in: scope)
  }

  /// Returns the size of all files of an installation in bytes, or `nil` if it is not recorded.
  package func size(of installed: InstalledVersion) -> Int? { records[installed]?.size }

  /// Returns the time of the last use of an installation, in seconds since 1970, or `nil` if it was
  /// never run. The store may know only the day.
  package func lastUse(of installed: InstalledVersion) -> Int64? {
    [lastUses[installed], records[installed]?.lastUsed].compactMap(\.self).max()
  }

  /// Returns whether `prune` keeps an installation that nothing uses, because it was run recently.
  package func isKeptForUse(_ installed: InstalledVersion, now: Int64) -> Bool {
    lastUse(of: installed).map { now - $0 < PrunePlan.useRetention } ?? false
  }

  /// Returns the last verification of an installation: its time in seconds since 1970, and whether
  /// nothing was damaged. `nil` if it was never verified.
  package func verification(of installed: InstalledVersion) -> (time: Int64, isIntact: Bool)? {
    verifications[installed].map { ($0.time / 1_000_000_000, $0.damagedCount == 0) }
  }

  /// Returns the newest recorded change that added an installation, or `nil` if the history does
  /// not know it.
  package func addition(of installed: InstalledVersion) -> RecordedChange? {
    changes.first { change in change.added.contains { $0.installed == installed } }
  }

  /// Returns the users of an installation: the projects that used it when they were last recorded,
  /// sorted by path, then the global pins, then the gem tools.
  package func users(of installed: InstalledVersion) -> [User] {
    var users = projects.filter { project in project.uses.contains { $0.includes(installed) } }
      .map { User.project($0.folder, vanished: $0.vanished) }
    if globalUses.contains(where: { $0.includes(installed) }) {
      users.append(.globalPins(root.globalPins))
    }
    return users + (gemTools[root.folder(of: installed)] ?? []).map { .gems(of: $0) }
  }
}
