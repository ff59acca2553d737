package import Diagnostics
package import Filesystem
package import Inventory
package import Layout
package import Vocabulary

/// What the folders of a root contain, in bytes.
package struct DiskUsage: Hashable, Sendable {
  /// The installations of a tool, or the installations that a project needs.
  package struct Share<Owner: Hashable & Sendable>: Hashable, Sendable {
    package let owner: Owner
    /// The number of installations.
    package let count: Int
    package let size: Int
  }

  /// The installations of each tool, the largest first.
  package let tools: [Share<ToolName>]
  /// The installations that each recorded project needs, as its files say now, sorted by path. What
  /// several projects need counts for each of them.
  package let projects: [Share<FilePath>]
  /// The installations that no recorded project needs.
  package let others: Share<Never?>
  /// Everything but the installations.
  package let folders: FolderSizes

  /// The size of all installations.
  package var installations: Int { tools.reduce(0) { $0 + $1.size } }

  /// The size of everything.
  package var total: Int { installations + folders.total }

  /// Measures everything in a root, without finding out what its projects need.
  ///
  /// - Throws: As ``init(of:_:inventory:)`` does.
  package static func total(
    of root: Root, inventory source: InventorySource = .store
  ) async throws(Problem) -> Int {
    try mappingFileErrors(try root.checkFoldersAreReadable())
    let inventory = try await source.openIfPresent(root)
    let tools: [Share<ToolName>]
    if let inventory {
      tools = try Self.tools(inventory)
    } else {
      tools = Self.tools(of: try records(in: root))
    }
    let folders = try mappingFileErrors(try FolderSizes(of: root))
    return tools.reduce(0) { $0 + $1.size } + folders.total
  }

  /// Measures a root. Reads the sizes of installations from the store, and measures the rest.
  ///
  /// - Parameters:
  ///   - root: The root.
  ///   - environment: The environment of this process, used to read the projects' files.
  ///   - source: Opens the inventory of the root.
  /// - Throws: ``Problem`` if the store or a folder cannot be read.
  package init(
    of root: Root, _ environment: Environment, inventory source: InventorySource = .store
  ) async throws(Problem) {
    try mappingFileErrors(try root.checkFoldersAreReadable())
    let inventory = try await source.openIfPresent(root)
    let projects = try inventory?.projects.values() ?? []
    var records: [RecordedInstallation] = []
    if let inventory {
      if !projects.isEmpty { records = try inventory.installations.values().filter(\.isInPlace) }
      tools = try Self.tools(inventory)
    } else {
      records = try Self.records(in: root)
      tools = Self.tools(of: records)
    }
    let sizes = InstallationSizes(records)
    var used: Set<InstalledVersion> = []
    let surveys = await ProjectSurvey.surveys(
      of: projects, in: root, environment, now: WallClock.now)
    self.projects = surveys.map { survey in
      let needed = sizes.installations(for: survey.uses)
      used.formUnion(needed.map(\.installed))
      return Share(
        owner: survey.folder, count: needed.count, size: needed.reduce(0) { $0 + $1.size })
    }
    let usedSize = records.reduce(0) { $0 + (used.contains($1.installed) ? $1.size : 0) }
    let total = (count: tools.reduce(0) { $0 + $1.count }, size: tools.reduce(0) { $0 + $1.size })
    others = Share(owner: nil, count: total.count - used.count, size: total.size - usedSize)
    folders = try mappingFileErrors(try FolderSizes(of: root))
  }

  /// Returns the installations of a root without a store, as their receipts describe them.
  private static func records(in root: Root) throws(Problem) -> [RecordedInstallation] {
    let present = try mappingFileErrors(try root.installedVersions())
    return Array(root.records(of: present, [], now: WallClock.now).values)
  }

  /// Returns the recorded share of each tool, largest first.
  private static func tools(
    _ inventory: InstallationInventory
  ) throws(Problem) -> [Share<ToolName>] {
    try inventory.installations.sizesOfTools().map {
      Share(owner: $0.tool, count: $0.count, size: $0.size)
    }
  }

  /// Returns the share of each tool, largest first.
  private static func tools(of records: [RecordedInstallation]) -> [Share<ToolName>] {
    Dictionary(grouping: records, by: \.installed.tool).map { tool, records in
      Share(owner: tool, count: records.count, size: records.reduce(0) { $0 + $1.size })
    }.sorted { ($1.size, $0.owner) < ($0.size, $1.owner) }
  }
}

/// The recorded installations by version, to find those that uses name.
private struct InstallationSizes {
  private let records: [PackagesOfVersion: [RecordedInstallation]]

  init(_ records: [RecordedInstallation]) {
    self.records = Dictionary(grouping: records) { PackagesOfVersion($0.installed) }
  }

  /// Returns the installations that uses name. Several uses may name the same one: a pin without a
  /// lock names every content of its version.
  func installations(for uses: Set<VersionUse>) -> [RecordedInstallation] {
    var seen: Set<InstalledVersion> = []
    return uses.flatMap { use in
      (records[PackagesOfVersion(tool: use.tool, version: use.version)] ?? [])
        .filter { use.includes($0.installed) && seen.insert($0.installed).inserted }
    }
  }
}
