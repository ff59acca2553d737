import Filesystem
import Layout
import ObjectStore
import Testing
import Vocabulary

@testable import Inventory

/// The recorded changes of the installations, in the store and in memory.
@Suite struct HistoryTests {
  private let world: InventoryWorld

  init() throws {
    world = try InventoryWorld()
  }

  private func part(_ tool: String, _ version: String) throws -> RecordedChange.Part {
    let installed = InstalledVersion(
      tool: try #require(ToolName(tool)), version: try #require(VersionText(version)),
      id: ContentID(startOf: SHA256Digest(of: Array("\(tool) \(version)".utf8))))
    return RecordedChange.Part(installed, size: 7)
  }

  @Test(arguments: InventoryPlace.allCases)
  func `changes are listed by tool, time, and number`(place: InventoryPlace) async throws {
    let inventory = try await world.inventory(in: place)
    #expect(try inventory.history.start() == nil)
    #expect(try inventory.history.newest() == nil)
    let (ruff, node, older) = (
      try part("ruff", "10.2.0"), try part("node", "24.1.0"), try part("ruff", "9.0.0")
    )
    try await inventory.history.save([
      .init(command: "install", folder: "/home/me/app", added: [ruff, node, older], removed: []),
      .init(command: "prune", folder: nil, added: [], removed: [node]),
      // Nothing happened.
      .init(command: "install", folder: nil, added: [], removed: []),
    ])

    var scope = HistoryScope()
    let all = try inventory.history.changes(in: scope)
    #expect(all.map(\.number) == [2, 1])
    #expect(all.map(\.command) == ["prune", "install"])
    #expect(all.map(\.folder) == [nil, "/home/me/app"])
    #expect(all[1].added == [node, older, ruff])
    #expect(all[0].removed == [node])
    #expect(try inventory.history.newest() == 2)
    #expect(try inventory.history.start() == all[1].time)
    scope.tool = ruff.installed.tool
    #expect(try inventory.history.changes(in: scope).map(\.number) == [1])
    #expect(try inventory.history.value(2) == all[0])
    #expect(try inventory.history.value(3) == nil)
    scope = HistoryScope()
    scope.start = .init(Int32.max)
    #expect(try inventory.history.changes(in: scope).isEmpty)
  }

  @Test(arguments: InventoryPlace.allCases)
  func `a removal records what can make the installation again`(
    place: InventoryPlace
  ) async throws {
    let inventory = try await world.inventory(in: place)
    let receipt = try receipt("ruff", "0.17.5")
    try await inventory.installations.record([receipt])
    let part = RecordedChange.Part(receipt.installed, size: receipt.unpackedSize)
    func record(_ command: String, added: Bool = false) async throws {
      try await inventory.history.save([
        .init(
          command: command, folder: nil, added: added ? [part] : [], removed: added ? [] : [part])
      ])
    }
    try await record("install", added: true)
    try inventory.installations.trash([receipt.installed], at: 5)
    try await record("uninstall")
    try await inventory.installations.emptyTrash(before: nil)
    // Nothing is recorded about the installation any more.
    try await record("undo")
    let changes = try inventory.history.values()
    let origins = changes.map { change in (change.added + change.removed).map { $0.origin != nil } }
    #expect(origins == [[false], [true], [false]])
    #expect(changes[1].removed[0].origin == receipt.withoutFiles)
  }

  @Test func `the changes of a store of version 9 have no origin`() async throws {
    let current = StoreConnection.model
    let entities = current.entities.map { entity -> any Entity.Type in
      entity == ChangedInstallationRecord.self ? Version9.ChangedInstallation.self : entity
    }
    let model = Model(
      version: 9, applicationID: current.applicationID, entities: entities,
      migrations: (2...9).map { Migration(to: $0) { _ in } })
    let ruff = try part("ruff", "10.2.0")
    let store = try await Store.open(.file(world.root.store.string), model: model) { _ in }
    try await store.write { transaction throws(StoreError) in
      let change = try transaction.insert(
        ChangeRecord(time: .now, command: "uninstall", project: nil))
      try transaction.insert(
        Version9.ChangedInstallation(
          change: change, tool: "ruff", version: "10.2.0",
          content: ruff.installed.id.description, isAdded: false, size: 7))
    }
    let inventory = try await InstallationInventory.open(world.root)
    #expect(try inventory.history.values().map(\.removed) == [[ruff]])
    #expect(try await inventory.damage() == [])
  }

  @Test(arguments: InventoryPlace.allCases)
  func `only the newest changes are kept`(place: InventoryPlace) async throws {
    let inventory = try await world.inventory(in: place)
    let count = RecordedChange.maximumCount
    let change = RecordedChange.Draft(
      command: "install", folder: nil, added: [try part("ruff", "10.2.0")], removed: [])
    try await inventory.history.save(Array(repeating: change, count: count))
    #expect(try inventory.history.values().map(\.number) == (1...count).reversed())
    try await inventory.history.save([change, change])
    #expect(try inventory.history.values().map(\.number) == (3...count + 2).reversed())
  }
}
