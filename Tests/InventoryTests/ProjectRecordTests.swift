import Filesystem
import Layout
import Manifests
import Testing

@testable import Inventory

/// The records of projects and of what they use, in the store and in memory.
@Suite struct ProjectRecordTests {
  private let world: InventoryWorld

  init() throws {
    world = try InventoryWorld()
  }

  @Test(arguments: InventoryPlace.allCases)
  func `a project is registered with its latest uses`(place: InventoryPlace) async throws {
    let inventory = try await world.inventory(in: place)
    let (ruff, other) = (try receipt("ruff", "1.0"), try receipt("ruff", "1.0", digit: 2))
    try await inventory.installations.record([ruff, other])
    /// Returns the use of the receipt's version. If `anyContent` is `true`, the use is that of a
    /// pin without a lock.
    func use(_ receipt: Receipt, anyContent: Bool = false) -> VersionUse {
      VersionUse(tool: receipt.tool, version: receipt.version, id: anyContent ? nil : receipt.id)
    }
    try await inventory.projects.save([.init("/b", uses: [use(ruff)])])
    try await inventory.projects.save([.init("/a", uses: [use(ruff, anyContent: true)])])
    #expect(try inventory.projects.users(of: ruff.installed) == ["/a", "/b"])
    // A pin without a lock accepts any content of its version.
    #expect(try inventory.projects.users(of: other.installed) == ["/a"])

    try await inventory.projects.save([.init("/b", uses: [use(other)])])
    try await inventory.projects.save([.init("/a", uses: [])])
    #expect(try inventory.projects.users(of: ruff.installed) == [])
    #expect(try inventory.projects.users(of: other.installed) == ["/b"])
    #expect(Set(try inventory.projects.folders()) == ["/a", "/b"])
    try await world.expect(1, UseRecord.self, in: place)
  }

  @Test(arguments: InventoryPlace.allCases)
  func `a version that is not installed can be used`(place: InventoryPlace) async throws {
    let inventory = try await world.inventory(in: place)
    let ruff = try receipt("ruff", "1.0")
    try await inventory.projects.save([
      .init("/a", uses: [VersionUse(tool: ruff.tool, version: ruff.version, id: ruff.id)])
    ])
    #expect(try inventory.projects.users(of: ruff.installed) == ["/a"])
    #expect(try inventory.installations.inPlace() == [])
  }

  @Test(arguments: InventoryPlace.allCases)
  func `a missing project keeps the time when it was first missed`(
    place: InventoryPlace
  ) async throws {
    let inventory = try await world.inventory(in: place)
    try await inventory.projects.save([.init("/a", uses: [], mountPoint: "/")])
    try await inventory.projects.save([.init("/b", uses: [])])
    func vanished() throws -> [Int64?] { try inventory.projects.values().map(\.vanished) }
    try inventory.projects.recordVanished(["/a"], now: 1000)
    try inventory.projects.recordVanished(["/a", "/b"], now: 2000)
    #expect(try vanished() == [1000, 2000])
    try inventory.projects.recordVanished(["/b"], now: 3000)
    #expect(try vanished() == [nil, 2000])
    // Whoever records a project has seen it.
    try await inventory.projects.save([.init("/b", uses: [])])
    #expect(try vanished() == [nil, nil])
    #expect(try inventory.projects.values().map(\.mountPoint) == ["/", nil])
    try inventory.projects.remove(["/a"])
    #expect(try inventory.projects.folders() == ["/b"])
  }
}
