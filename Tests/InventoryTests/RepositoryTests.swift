import Diagnostics
import Filesystem
import Layout
import Testing

@testable import Inventory

/// What every repository promises, in the store and in memory.
@Suite struct RepositoryTests {
  private let world: InventoryWorld

  init() throws {
    world = try InventoryWorld()
  }

  /// Expects a repository to return what was saved. It must be empty at first.
  ///
  /// - Parameters:
  ///   - drafts: At least two drafts with different identities.
  ///   - identities: The identities of their values, in the order of the repository.
  ///   - replaces: Whether a value can be saved again.
  private func expectConformance<Value: RecordedValue>(
    _ repository: some Repository<Value>, saving drafts: [Value.Draft], as identities: [Value.ID],
    replaces: Bool = true
  ) async throws {
    #expect(try repository.values().isEmpty)
    #expect(try repository.value(identities[0]) == nil)
    try await repository.save([])
    #expect(try repository.values().isEmpty)
    try await repository.save(Array(drafts.dropLast()))
    #expect(try repository.values().count == drafts.count - 1)
    try await repository.save([drafts[drafts.count - 1]])
    #expect(try repository.values().map(\.id) == identities)
    for id in identities { #expect(try repository.value(id)?.id == id) }
    if !replaces { return }
    try await repository.save(drafts + drafts)
    #expect(try repository.values().map(\.id) == identities)
  }

  @Test(arguments: InventoryPlace.allCases)
  func `projects are sorted by path`(place: InventoryPlace) async throws {
    let inventory = try await world.inventory(in: place)
    let use = try receipt("ruff", "1").installed
    let drafts = (["/b", "/a", "/a b", "/a/b"] as [FilePath]).map { folder in
      RegisteredProject.Draft(
        folder, uses: [VersionUse(tool: use.tool, version: use.version, id: use.id)],
        mountPoint: "/")
    }
    try await expectConformance(
      inventory.projects, saving: drafts, as: ["/a", "/a b", "/a/b", "/b"])
    let project = try #require(try inventory.projects.value("/b"))
    #expect(project.uses == drafts[0].uses && project.mountPoint == "/")
    #expect(try inventory.projects.values().last == project)
  }

  @Test(arguments: InventoryPlace.allCases)
  func `installations keep the order of recording`(place: InventoryPlace) async throws {
    let inventory = try await world.inventory(in: place)
    let receipts = try ["ruff", "jq", "uv"].map { try receipt($0, "1") } + [try fullReceipt()]
    try await expectConformance(
      inventory.installations, saving: receipts.map { .init($0, isFromInstall: true) },
      as: receipts.map(\.installed))
    let value = try #require(try inventory.installations.value(receipts[3].installed))
    #expect(value == RecordedInstallation(.init(receipts[3], isFromInstall: true), now: value.time))
    #expect(value.downloads.count == 2)
  }

  @Test(arguments: InventoryPlace.allCases)
  func `verifications are sorted by time`(place: InventoryPlace) async throws {
    let inventory = try await world.inventory(in: place)
    let receipts = try ["ruff", "jq", "uv"].map { try receipt($0, "1") }
    try await inventory.installations.record(receipts)
    let drafts = receipts.enumerated().map { index, receipt in
      Verification(
        installed: receipt.installed, time: Int64(9 - index), fileCount: index, damagedCount: 0)
    }
    try await expectConformance(
      inventory.verifications, saving: drafts, as: receipts.reversed().map(\.installed))
    #expect(try inventory.verifications.values() == drafts.reversed())
  }

  @Test(arguments: InventoryPlace.allCases)
  func `changes are numbered`(place: InventoryPlace) async throws {
    let inventory = try await world.inventory(in: place)
    let part = RecordedChange.Part(try receipt("ruff", "1").installed, size: 7)
    let drafts = ["install", "prune", "install"].map { command in
      RecordedChange.Draft(command: command, folder: nil, added: [part], removed: [])
    }
    try await expectConformance(
      inventory.history, saving: drafts, as: [3, 2, 1], replaces: false)
    #expect(try inventory.history.values().map(\.command) == ["install", "prune", "install"])
  }

  @Test(arguments: InventoryPlace.allCases)
  func `a frozen inventory stays as it is`(place: InventoryPlace) async throws {
    let inventory = try await world.inventory(in: place)
    let ruff = try receipt("ruff", "1")
    try await inventory.installations.record([ruff])
    let frozen = try inventory.frozen()
    #expect(try frozen.installations.inPlace() == [ruff.installed])
    try inventory.installations.remove([ruff.installed])
    try await inventory.projects.save([.init("/a", uses: [])])
    #expect(try frozen.installations.inPlace() == [ruff.installed])
    #expect(try frozen.projects.values().isEmpty)
    #expect(try inventory.installations.inPlace().isEmpty)
    #expect(try inventory.frozen().projects.folders() == ["/a"])
  }
}
