import Filesystem
import Layout
import ObjectStore
import Synchronization
import Testing

@testable import Inventory

/// The transactions in which the store keeps the records.
@Suite struct StoredRecordTests {
  private let world: InventoryWorld

  init() throws {
    world = try InventoryWorld()
  }

  @Test func `records persist for the next process`() async throws {
    let receipts = [
      try receipt("ruff", "1.0"), try receipt("ruff", "1.0", digit: 2), try receipt("ninja", "1"),
    ]
    try await InstallationInventory.open(world.root).installations.record(receipts)
    #expect(
      try await InstallationInventory.open(world.root).installations.inPlace()
        == Set(receipts.map(\.installed)))
    #expect(try await count(ToolRecord.self, in: world.root) == 2)
    #expect(try await count(FileRecord.self, in: world.root) == 3)
  }

  @Test func `several installations are removed by one transaction`() async throws {
    let inventory = try await InstallationInventory.open(world.root)
    let receipts = try (0..<5).map { try receipt("tool-\($0)", "1") }
    try await inventory.installations.record(receipts)
    // Another store of the process observes the same file.
    let store = try Store(.file(world.root.store.string), model: StoreConnection.model)
    let commits = Mutex<[ChangeSet]>([])
    let observation = store.observe { changes in commits.withLock { $0.append(changes) } }
    try inventory.installations.remove(receipts.map(\.installed))
    withExtendedLifetime(observation) {}
    let changes = commits.withLock(\.self)
    #expect(changes.count == 1)
    #expect(changes.first?.count(of: InstallationRecord.self, .deleted) == 5)
    #expect(changes.first?.count(of: FileRecord.self, .deleted) == 5)
  }

  @Test func `concurrent records from two connections are all kept`() async throws {
    let inventories = [
      try await InstallationInventory.open(world.root),
      try await InstallationInventory.open(world.root),
    ]
    let receipts = try (0..<40).map { try receipt("tool-\($0)", "1") }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, receipt) in receipts.enumerated() {
        let inventory = inventories[index % 2]
        group.addTask { try await inventory.installations.record([receipt]) }
      }
      try await group.waitForAll()
    }
    #expect(try inventories[0].installations.inPlace() == Set(receipts.map(\.installed)))
  }

  @Test func `a repeated registration writes only what has changed`() async throws {
    let connection = try await StoreConnection.open(
      world.root, isForReading: false, whileWaiting: { _ in }, whileMigrating: { _ in })
    let projects = StoredProjects(connection: connection)
    func use(_ tool: String, _ version: String) throws -> VersionUse {
      let installed = try receipt(tool, version).installed
      return VersionUse(tool: installed.tool, version: installed.version, id: installed.id)
    }
    try await projects.save([
      .init("/a", uses: [try use("ruff", "1"), try use("ninja", "1"), try use("jq", "1")])
    ])
    let written = Mutex<[ChangeSet]>([])
    let observation = connection.observe { changes in written.withLock { $0.append(changes) } }
    try await projects.save([
      .init("/a", uses: [try use("ruff", "2"), try use("ninja", "1"), try use("uv", "1")])
    ])
    withExtendedLifetime(observation) {}
    let changes = written.withLock(\.self)
    #expect(changes.count == 1)
    for (kind, count) in [(ChangeKind.updated, 1), (.inserted, 1), (.deleted, 1)] {
      #expect(changes.first?.count(of: UseRecord.self, kind) == count)
    }
    #expect(changes.first?.count(of: ProjectRecord.self, .updated) == 1)
    let uses = try projects.values().first?.uses.map { "\($0.tool) \($0.version)" }
    #expect(uses?.sorted() == ["ninja 1", "ruff 2", "uv 1"])
  }
}
