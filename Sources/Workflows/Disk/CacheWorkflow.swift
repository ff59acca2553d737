package import Diagnostics
package import Filesystem
internal import Installation
package import Inventory
package import Layout
package import Vocabulary

/// Lists and removes the kept downloads of a root.
package struct CacheWorkflow: Sendable {
  /// A kept download.
  package struct Item: Hashable, Sendable {
    package let digest: SHA256Digest
    /// The size in bytes.
    package let size: Int
    /// The installed versions that were made from it, such as `ruff 0.17.5`, sorted.
    package let titles: [String]
    /// Whether a lock or a version that a prune would keep names it.
    package let isNeeded: Bool
  }

  private let change: RootChange

  /// Creates a workflow.
  ///
  /// - Parameters:
  ///   - root: The root that contains the downloads.
  ///   - environment: The environment of this process.
  ///   - source: Opens the inventory of the root.
  ///   - observe: Receives progress events.
  package init(
    root: Root, environment: Environment, inventory source: InventorySource = .store,
    observe: @escaping @Sendable (WorkflowEvent) -> Void
  ) {
    change = RootChange(
      root: root, environment: environment, inventorySource: source, observe: observe)
  }

  /// Returns the kept downloads, sorted by the installed versions that were made from them.
  /// Downloads without an installed version come last.
  package func items() async throws(Problem) -> [Item] {
    let root = change.root
    let inventory = try await change.inventorySource.openIfPresent(root)
    return try await items(inventory)
  }

  private func items(
    _ inventory: InstallationInventory?
  ) async throws(Problem) -> [Item] {
    let root = change.root
    async let installed = Result { () throws(Problem) in try Self.titles(inventory) }
    // Everything that is kept for any reason needs its downloads, so nothing is too young.
    let plan: PrunePlan
    do throws(Problem) {
      plan = try await PrunePlan(root, change.environment, inventory, .init(), now: WallClock.now)
    } catch {
      // If both fail, report the failure of the records, whichever came first.
      _ = try await installed.get()
      throw error
    }
    let superfluous = Set(plan.downloads.map(\.digest))
    let titles = try await installed.get()
    return try mappingFileErrors { () throws(FileError) in
      var items: [Item] = []
      let names = try root.downloads.entriesIfPresent()
      if names.isEmpty { return [] }
      let downloads = try root.downloads.open()
      for name in names {
        guard let digest = SHA256Digest(hexadecimal: name),
          let status = try downloads.linkStatus(of: name)
        else { continue }
        items.append(
          Item(
            digest: digest, size: status.size, titles: (titles[digest] ?? []).sorted(),
            isNeeded: !superfluous.contains(digest)))
      }
      return items.sorted { one, other in
        (one.titles.first ?? "~", one.digest) < (other.titles.first ?? "~", other.digest)
      }
    }
  }

  /// Returns the installed versions that were made from each download, such as `ruff 0.17.5`.
  private static func titles(
    _ inventory: InstallationInventory?
  ) throws(Problem) -> [SHA256Digest: Set<String>] {
    var titles: [SHA256Digest: Set<String>] = [:]
    for record in try inventory?.installations.values() ?? [] where record.isInPlace {
      for digest in record.downloads {
        titles[digest, default: []].insert("\(record.installed.tool) \(record.installed.version)")
      }
    }
    return titles
  }

  /// Deletes downloads, and returns the deleted ones.
  ///
  /// - Parameter isComplete: Whether to delete all downloads instead of only unneeded downloads.
  package func clean(isComplete: Bool) async throws(Problem) -> [Item] {
    let root = change.root
    if !root.downloads.exists { return [] }
    // On a full disk, this makes the room to open the store. Downloads can be fetched again.
    var doomed: [Item] = []
    if (try? root.path.freeSpace().isScarce) ?? false {
      doomed = ((try? await self.items()) ?? []).filter { isComplete || !$0.isNeeded }
    }
    let makeRoom = { [doomed] in
      for item in doomed { try? root.download(item.digest).removeFile() }
    }
    let rest = try await change.run("cache", makingRoom: makeRoom) {
      _, inventory throws(Problem) in
      let items = try await items(inventory).filter { isComplete || !$0.isNeeded }
      try mappingFileErrors { () throws(FileError) in
        for item in items { try root.download(item.digest).removeFile() }
      }
      return items
    }
    return doomed + rest
  }
}
