import Filesystem
import Layout
import ObjectStore
import Sandboxes
import Testing
import Vocabulary

@testable import Inventory

/// The recorded changes of the installations.
@Suite struct HistoryTests {
  private let folder: TemporaryDirectory
  private let root: Root

  init() throws {
    folder = try TemporaryDirectory()
    root = Root(folder.path)
  }

  private func part(_ tool: String, _ version: String) throws -> RecordedChange.Part {
    let installed = InstalledVersion(
      tool: try #require(ToolName(tool)), version: try #require(VersionText(version)),
      id: ContentID(startOf: SHA256Digest(of: Array("\(tool) \(version)".utf8))))
    return RecordedChange.Part(installed, size: 7)
  }

  @Test func `changes are listed by tool, time, and number`() async throws {
    let inventory = try await InstallationInventory.open(root)
    #expect(try inventory.historyStart() == nil)
    #expect(try inventory.newestChange() == nil)
    let (ruff, node, older) = (
      try part("ruff", "10.2.0"), try part("node", "24.1.0"), try part("ruff", "9.0.0")
    )
    try inventory.recordChange(
      by: "install", for: "/home/me/app", added: [ruff, node, older], removed: [])
    try inventory.recordChange(by: "prune", for: nil, added: [], removed: [node])
    // Nothing happened.
    try inventory.recordChange(by: "install", for: nil, added: [], removed: [])

    var scope = HistoryScope()
    let all = try inventory.changes(in: scope)
    #expect(all.map(\.number) == [2, 1])
    #expect(all.map(\.command) == ["prune", "install"])
    #expect(all.map(\.folder) == [nil, "/home/me/app"])
    #expect(all[1].added == [node, older, ruff])
    #expect(all[0].removed == [node])
    #expect(try inventory.newestChange() == 2)
    #expect(try inventory.historyStart() == all[1].time)
    scope.tool = ruff.installed.tool
    #expect(try inventory.changes(in: scope).map(\.number) == [1])
    scope = HistoryScope()
    scope.number = 2
    #expect(try inventory.changes(in: scope).map(\.number) == [2])
    scope.number = 3
    #expect(try inventory.changes(in: scope).isEmpty)
    scope = HistoryScope()
    scope.start = .init(Int32.max)
    #expect(try inventory.changes(in: scope).isEmpty)
  }

  @Test func `only the newest changes are kept`() async throws {
    let inventory = try await InstallationInventory.open(root)
    let ruff = try part("ruff", "10.2.0")
    for _ in 1...3 {
      try inventory.recordChange(by: "install", for: nil, added: [ruff], removed: [])
    }
    let count = InstallationInventory.maximumChangeCount
    try inventory.write { transaction throws(StoreError) in
      try transaction.insert(
        ChangeRecord(
          id: Identity(rawValue: Int64(count) + 1), time: .now, command: "install", project: nil))
    }
    try inventory.recordChange(by: "install", for: nil, added: [ruff], removed: [])
    #expect(
      try inventory.changes(in: HistoryScope()).map(\.number) == [count + 2, count + 1, 3])
  }
}
