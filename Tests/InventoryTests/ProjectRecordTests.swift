import Diagnostics
import Filesystem
import Layout
import Manifests
import ObjectStore
import Sandboxes
import Synchronization
import Testing

@testable import Inventory

/// The records of projects and of what they use.
@Suite struct ProjectRecordTests {
  private let folder: TemporaryDirectory
  private let root: Root

  init() throws {
    folder = try TemporaryDirectory()
    root = Root(folder.path)
  }

  @Test func `a project is registered with its latest uses`() async throws {
    let inventory = try await InstallationInventory.open(root)
    let (ruff, other) = (try receipt("ruff", "1.0"), try receipt("ruff", "1.0", digit: 2))
    try inventory.record([ruff, other])
    /// Returns the use of the receipt's version. If `anyContent` is `true`, the use is that of a
    /// pin without a lock.
    func use(_ receipt: Receipt, anyContent: Bool = false) -> VersionUse {
      VersionUse(tool: receipt.tool, version: receipt.version, id: anyContent ? nil : receipt.id)
    }
    try await inventory.register("/b", uses: [use(ruff)])
    try await inventory.register("/a", uses: [use(ruff, anyContent: true)])
    #expect(try inventory.users(of: ruff.installed) == ["/a", "/b"])
    // A pin without a lock accepts any content of its version.
    #expect(try inventory.users(of: other.installed) == ["/a"])

    try await inventory.register("/b", uses: [use(other)])
    try await inventory.register("/a", uses: [])
    #expect(try inventory.users(of: ruff.installed) == [])
    #expect(try inventory.users(of: other.installed) == ["/b"])
    #expect(Set(try inventory.projects()) == ["/a", "/b"])
    #expect(try await count(UseRecord.self, in: root) == 1)
  }

  @Test func `a repeated registration writes only what has changed`() async throws {
    let inventory = try await InstallationInventory.open(root)
    func use(_ tool: String, _ version: String) throws -> VersionUse {
      let installed = try receipt(tool, version).installed
      return VersionUse(tool: installed.tool, version: installed.version, id: installed.id)
    }
    try await inventory.register(
      "/a", uses: [try use("ruff", "1"), try use("ninja", "1"), try use("jq", "1")])
    let written = Mutex<[ChangeSet]>([])
    let observation = inventory.observe { changes in written.withLock { $0.append(changes) } }
    try await inventory.register(
      "/a", uses: [try use("ruff", "2"), try use("ninja", "1"), try use("uv", "1")])
    withExtendedLifetime(observation) {}
    let changes = written.withLock(\.self)
    #expect(changes.count == 1)
    for (kind, count) in [(ChangeKind.updated, 1), (.inserted, 1), (.deleted, 1)] {
      #expect(changes.first?.count(of: UseRecord.self, kind) == count)
    }
    #expect(changes.first?.count(of: ProjectRecord.self, .updated) == 1)
    let uses = try inventory.registeredProjects().first?.uses.map { "\($0.tool) \($0.version)" }
    #expect(uses?.sorted() == ["ninja 1", "ruff 2", "uv 1"])
  }

  @Test func `a version that is not installed can be used`() async throws {
    let inventory = try await InstallationInventory.open(root)
    let ruff = try receipt("ruff", "1.0")
    try await inventory.register(
      "/a", uses: [VersionUse(tool: ruff.tool, version: ruff.version, id: ruff.id)])
    #expect(try inventory.users(of: ruff.installed) == ["/a"])
    #expect(try inventory.installations() == [])
  }

  @Test func `a missing project keeps the time when it was first missed`() async throws {
    let inventory = try await InstallationInventory.open(root)
    try await inventory.register("/a", uses: [], mountPoint: "/")
    try await inventory.register("/b", uses: [])
    func vanished() throws -> [Int64?] { try inventory.registeredProjects().map(\.vanished) }
    try inventory.recordVanished(["/a"], now: 1000)
    try inventory.recordVanished(["/a", "/b"], now: 2000)
    #expect(try vanished() == [1000, 2000])
    try inventory.recordVanished(["/b"], now: 3000)
    #expect(try vanished() == [nil, 2000])
    // Whoever records a project has seen it.
    try await inventory.register("/b", uses: [])
    #expect(try vanished() == [nil, nil])
    #expect(try inventory.registeredProjects().map(\.mountPoint) == ["/", nil])
    try inventory.forget(["/a"])
    #expect(try inventory.projects() == ["/b"])
  }
}
