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

  @Test func `a removal records what can make the installation again`() async throws {
    let inventory = try await InstallationInventory.open(root)
    let receipt = try receipt("ruff", "0.17.5")
    try inventory.record([receipt])
    let part = RecordedChange.Part(receipt.installed, size: receipt.unpackedSize)
    try inventory.recordChange(by: "install", for: nil, added: [part], removed: [])
    try inventory.trash([receipt.installed], at: 5)
    try inventory.recordChange(by: "uninstall", for: nil, added: [], removed: [part])
    try await inventory.emptyTrash()
    // Nothing is recorded about the installation any more.
    try inventory.recordChange(by: "undo", for: nil, added: [], removed: [part])
    let changes = try inventory.changes(in: HistoryScope())
    let origins = changes.map { change in (change.added + change.removed).map { $0.origin != nil } }
    #expect(origins == [[false], [true], [false]])
    let origin = try #require(changes[1].removed[0].origin)
    #expect(origin.installed == receipt.installed)
    #expect(origin.digest == receipt.digest && origin.executables == receipt.executables)
    #expect(origin.files.isEmpty && origin.links.isEmpty)
  }

  @Test func `the changes of a store of version 9 have no origin`() async throws {
    let current = InstallationInventory.model
    let entities = current.entities.map { entity -> any Entity.Type in
      entity == ChangedInstallationRecord.self ? Version9.ChangedInstallation.self : entity
    }
    let model = Model(
      version: 9, applicationID: current.applicationID, entities: entities,
      migrations: (2...9).map { Migration(to: $0) { _ in } })
    let ruff = try part("ruff", "10.2.0")
    let store = try await Store.open(.file(root.store.string), model: model) { _ in }
    try await store.write { transaction throws(StoreError) in
      let change = try transaction.insert(
        ChangeRecord(time: .now, command: "uninstall", project: nil))
      try transaction.insert(
        Version9.ChangedInstallation(
          change: change, tool: "ruff", version: "10.2.0",
          content: ruff.installed.id.description, isAdded: false, size: 7))
    }
    let inventory = try await InstallationInventory.open(root)
    #expect(try inventory.changes(in: HistoryScope()).map(\.removed) == [[ruff]])
    #expect(try await inventory.damage() == [])
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
