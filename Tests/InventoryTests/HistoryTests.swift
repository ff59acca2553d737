import Filesystem
import Layout
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
