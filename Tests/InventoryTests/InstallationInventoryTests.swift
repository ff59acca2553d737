import Diagnostics
import Filesystem
import Layout
import Manifests
import ObjectStore
import Sandboxes
import Testing

@testable import Inventory

@Suite struct InstallationInventoryTests {
  private let folder: TemporaryDirectory
  private let root: Root

  init() throws {
    folder = try TemporaryDirectory()
    root = Root(folder.path)
  }

  /// Returns a receipt of an installation.
  ///
  /// - Parameter digit: The byte that fills the artifact's digest. Receipts with different bytes
  ///   have different content ids.
  private func receipt(
    _ tool: String, _ version: String, digit: UInt8 = 1, files: [String] = ["content/x"],
    executables: [String] = ["x"]
  ) throws -> Receipt {
    let digest = try #require(SHA256Digest(bytes: [UInt8](repeating: digit, count: 32)))
    return Receipt(
      tool: try #require(ToolName(tool)), version: try #require(VersionText(version)),
      id: InstallationContent(.wheel, digest, executables: []).id, source: "pypi",
      platform: .linuxX64, format: .wheel,
      digest: digest,
      size: 100,
      executables: try executables.map {
        .init(name: try #require(ExecutableName($0)), path: "content/\($0)")
      },
      files: files.map { .init(path: $0, mode: 0o755, size: 7, digest: digest) }, links: [])
  }

  /// Returns the number of stored objects of an entity.
  private func count<Kind: Entity>(_ kind: Kind.Type) async throws -> Int {
    let store = try await Store.open(.file(root.store.string), model: InstallationInventory.model) {
      _ in
    }
    return try await store.read { snapshot throws(StoreError) in
      try snapshot.fetch(FetchRequest(kind)).count
    }
  }

  @Test func `records persist for the next process`() async throws {
    let receipts = [
      try receipt("ruff", "1.0"), try receipt("ruff", "1.0", digit: 2), try receipt("ninja", "1"),
    ]
    try await InstallationInventory.open(root).record(receipts)
    #expect(
      try await InstallationInventory.open(root).installations() == Set(receipts.map(\.installed)))
    #expect(try await count(ToolRecord.self) == 2)
    #expect(try await count(FileRecord.self) == 3)
  }

  @Test func `a repeated record replaces the earlier one`() async throws {
    let inventory = try await InstallationInventory.open(root)
    try inventory.record([try receipt("ruff", "1.0", files: ["content/a", "content/b"])])
    let last = try receipt("ruff", "1.0", files: ["content/c"], executables: ["y", "z"])
    try inventory.record([last, last])
    #expect(try inventory.installations() == [last.installed])
    #expect(try await count(InstallationRecord.self) == 1)
    #expect(try await count(FileRecord.self) == 1)
    #expect(try await count(ExecutableRecord.self) == 2)
  }

  @Test func `records are written all or none`() async throws {
    let inventory = try await InstallationInventory.open(root)
    let twice = try receipt("ruff", "1.0", files: ["content/a", "content/a"])
    #expect(throws: Problem.self) {
      try inventory.record([try receipt("ninja", "1"), twice])
    }
    #expect(try inventory.installations() == [])
    #expect(try await count(ToolRecord.self) == 0)
  }

  @Test func `removing an installation removes only its own files`() async throws {
    let inventory = try await InstallationInventory.open(root)
    let (old, new) = (try receipt("ruff", "1.0"), try receipt("ruff", "1.0", digit: 2))
    try inventory.record([old, new])
    try inventory.remove([old.installed])
    #expect(try inventory.installations() == [new.installed])
    #expect(try await count(FileRecord.self) == 1)
    #expect(try await count(ExecutableRecord.self) == 1)
    // Removing it again is not an error.
    try inventory.remove([old.installed])
    #expect(try inventory.installations() == [new.installed])
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
    try inventory.register("/b", uses: [use(ruff)])
    try inventory.register("/a", uses: [use(ruff, anyContent: true)])
    #expect(try inventory.users(of: ruff.installed) == ["/a", "/b"])
    // A pin without a lock accepts any content of its version.
    #expect(try inventory.users(of: other.installed) == ["/a"])

    try inventory.register("/b", uses: [use(other)])
    try inventory.register("/a", uses: [])
    #expect(try inventory.users(of: ruff.installed) == [])
    #expect(try inventory.users(of: other.installed) == ["/b"])
    #expect(Set(try inventory.projects()) == ["/a", "/b"])
    #expect(try await count(UseRecord.self) == 1)
  }

  @Test func `a version that is not installed can be used`() async throws {
    let inventory = try await InstallationInventory.open(root)
    let ruff = try receipt("ruff", "1.0")
    try inventory.register(
      "/a", uses: [VersionUse(tool: ruff.tool, version: ruff.version, id: ruff.id)])
    #expect(try inventory.users(of: ruff.installed) == ["/a"])
    #expect(try inventory.installations() == [])
  }

  @Test func `a verification lasts until its installation is removed or replaced`() async throws {
    let inventory = try await InstallationInventory.open(root)
    let (ruff, ninja) = (try receipt("ruff", "1.0"), try receipt("ninja", "1"))
    try inventory.record([ruff, ninja])
    #expect(try inventory.verifications() == [:])
    func verification(_ receipt: Receipt, time: Int64, damaged: Int) -> Verification {
      Verification(installed: receipt.installed, time: time, fileCount: 1, damagedCount: damaged)
    }
    let (first, other) = (
      verification(ruff, time: 5, damaged: 2), verification(ninja, time: 6, damaged: 0)
    )
    try inventory.record([first, other])
    #expect(
      try inventory.verifications() == [ruff.installed: first, ninja.installed: other])
    let second = verification(ruff, time: 7, damaged: 0)
    try inventory.record([second])
    #expect(
      try inventory.verifications() == [ruff.installed: second, ninja.installed: other])
    // The installation was replaced, so its earlier result no longer applies.
    try inventory.record([ruff])
    #expect(try inventory.verifications() == [ninja.installed: other])
    try inventory.remove([ninja.installed])
    #expect(try inventory.verifications() == [:])
    #expect(try await count(VerificationRecord.self) == 0)
  }

  @Test func `a verification of an unknown installation is ignored`() async throws {
    let inventory = try await InstallationInventory.open(root)
    let (ruff, other) = (try receipt("ruff", "1.0"), try receipt("ruff", "1.0", digit: 2))
    try inventory.record([ruff])
    try inventory.record([
      Verification(installed: other.installed, time: 5, fileCount: 1, damagedCount: 0),
      Verification(installed: ruff.installed, time: 5, fileCount: 1, damagedCount: 0),
    ])
    #expect(Set(try inventory.verifications().keys) == [ruff.installed])
  }

  @Test func `a store of version 1 is migrated`() async throws {
    try fixture(1)
    let inventory = try await InstallationInventory.open(root)
    // The content ids of the fixture have 12 digits, so the migration removes its installations and
    // everything recorded about them.
    #expect(try inventory.installations() == [])
    #expect(try await count(InstallationRecord.self) == 0)
    #expect(try await count(FileRecord.self) == 0)
    #expect(try await count(ExecutableRecord.self) == 0)
    // The project still uses the version, with any content.
    let again = try receipt("ruff", "0.17.5")
    try inventory.record([again])
    #expect(try inventory.users(of: again.installed) == ["/home/me/app"])
    let verification = Verification(
      installed: again.installed, time: 5, fileCount: 2, damagedCount: 0)
    try inventory.record([verification])
    #expect(try inventory.verifications() == [again.installed: verification])
    // The backup made for the migration is gone.
    #expect(try root.path.entries().contains { $0.contains("before") } == false)
  }

  @Test func `a store of version 3 keeps its records, but none counts as original`() async throws {
    try fixture(3)
    let inventory = try await InstallationInventory.open(root)
    let installed = try #require(try inventory.installations().first)
    #expect(try inventory.installations().count == 1)
    #expect(try await inventory.contents(of: installed) == .rebuilt)
    #expect(try inventory.users(of: installed) == ["/home/me/app"])
    #expect(try inventory.verifications()[installed]?.fileCount == 2)
    #expect(try await count(FileRecord.self) == 2)
    let paths = try await storedPaths()
    #expect(
      paths == [
        "content/ruff-0.17.5.data/scripts/ruff", "content/ruff-0.17.5.dist-info/METADATA",
      ])
    #expect(try await count(ExecutableRecord.self) == 1)
    // An install replaces the record.
    let full = try fullReceipt()
    try inventory.record([full])
    #expect(try await inventory.contents(of: full.installed) == .original(full))
  }

  /// Returns the paths of all recorded files, sorted.
  private func storedPaths() async throws -> [String] {
    let store = try await Store.open(.file(root.store.string), model: InstallationInventory.model)
    return try await store.read { snapshot throws(StoreError) in
      var paths: [String] = []
      for file in try snapshot.fetch(FetchRequest(FileRecord.self)) {
        paths.append("\(try snapshot.find(file.folder)?.path ?? "")/\(file.name)")
      }
      return paths.sorted()
    }
  }

  /// A store of version 4 has the tables of that version, or those of version 1 with added columns.
  @Test(arguments: ["4", "4-migrated"])
  func `a store of version 4 keeps its records`(version: String) async throws {
    try fixture(version)
    let inventory = try await InstallationInventory.open(root)
    let installed = try #require(try inventory.installations().first)
    #expect(installed.tool.text == "ruff")
    guard case .original(let receipt) = try await inventory.contents(of: installed) else {
      Issue.record("the record lost its contents")
      return
    }
    #expect(receipt.files.count == 9 && receipt.links.count == 1)
    #expect(receipt.executables.map(\.name.text) == ["ruff"])
    #expect(try inventory.damage() == [])
    // The rebuilt tables keep the references to them.
    try inventory.remove([installed])
    #expect(try await count(FileRecord.self) == 0)
  }

  @Test func `several installations are removed by one transaction`() async throws {
    let inventory = try await InstallationInventory.open(root)
    let receipts = try (0..<5).map { try receipt("tool-\($0)", "1") }
    try inventory.record(receipts)
    let store = try Store(.file(root.store.string), model: InstallationInventory.model)
    var commits = store.changes().makeAsyncIterator()
    try inventory.remove(receipts.map(\.installed))
    let changes = await commits.next()
    #expect(changes?.count(of: InstallationRecord.self, .deleted) == 5)
    #expect(changes?.count(of: FileRecord.self, .deleted) == 5)
  }

  /// Copies the fixture of a store with this version of the schema into the root.
  private func fixture(_ version: some CustomStringConvertible) throws {
    try FilePath.fixtures.appending("Inventory/store-v\(version).sqlite").copyFile(to: root.store)
  }

  /// Returns a receipt with links, parts, and a declared executable.
  private func fullReceipt() throws -> Receipt {
    let plain = try receipt("zig", "1.0", files: ["content/z/a", "content/z/b"])
    let part = Receipt.Part(
      name: try #require(PartName("addressable")), version: try #require(VersionText("2.8.7")),
      format: try #require(ArtifactFormat("gem")), digest: plain.digest, size: 5)
    let executables: [Receipt.Executable] = [
      .init(name: try #require(ExecutableName("zag")), path: "content/z/a"),
      .init(name: try #require(ExecutableName("zig")), path: "content/z/b", isDeclared: true),
    ]
    return Receipt(
      tool: plain.tool, version: plain.version, id: plain.id, source: plain.source,
      platform: plain.platform, format: plain.format, digest: plain.digest, size: plain.size,
      parts: [part], executables: executables, files: plain.files,
      links: [.init(path: "bin/zag", target: "../content/z/a"), .init(path: "l", target: "b c")])
  }

  @Test func `only a record that the install made has the contents`() async throws {
    let inventory = try await InstallationInventory.open(root)
    let full = try fullReceipt()
    #expect(try await inventory.contents(of: full.installed) == .missing)
    try inventory.record([full, try receipt("ruff", "1.0")])
    #expect(try await inventory.contents(of: full.installed) == .original(full))
    try inventory.rebuild(from: [full])
    #expect(try await inventory.contents(of: full.installed) == .rebuilt)
    try inventory.remove([full.installed])
    #expect(try await inventory.contents(of: full.installed) == .missing)
    #expect(try await count(LinkRecord.self) == 0)
    #expect(try await count(PartRecord.self) == 0)
  }

  @Test func `paths are divided into folders and names, and put together again`() async throws {
    let inventory = try await InstallationInventory.open(root)
    let paths = ["a", "b/c", "b/d", "b/d-e/f g", "b/\u{301}h", "content/node_modules/i/j.js"]
    let receipt = try receipt("zig", "1.0", files: paths)
    try inventory.record([receipt])
    guard case .original(let contents) = try await inventory.contents(of: receipt.installed) else {
      Issue.record("the record is not original")
      return
    }
    #expect(contents.files.map { Array($0.path.utf8) } == paths.map { Array($0.utf8) })
    #expect(try await count(FolderRecord.self) == 4)
  }

  @Test func `an installation in the trash keeps its record until the trash is emptied`()
    async throws
  {
    let inventory = try await InstallationInventory.open(root)
    let (ruff, ninja) = (try fullReceipt(), try receipt("ninja", "1"))
    try inventory.record([ruff, ninja])
    try inventory.trash([ruff.installed], at: 1000)
    #expect(try inventory.installations() == [ninja.installed])
    #expect(try inventory.trashed() == [ruff.installed])
    #expect(try inventory.records().map(\.installed) == [ninja.installed])
    #expect(try inventory.sizesOfTools().map(\.tool) == [ninja.tool])
    try inventory.emptyTrash(before: 1000)
    try inventory.restore([ruff.installed])
    #expect(try await inventory.contents(of: ruff.installed) == .original(ruff))
    try inventory.trash([ruff.installed], at: 1000)
    try inventory.emptyTrash(before: 1001)
    #expect(try inventory.trashed() == [])
    #expect(try await inventory.contents(of: ruff.installed) == .missing)
    #expect(try await count(FileRecord.self) == 1)
  }

  @Test func `an installation that is installed again is no longer in the trash`() async throws {
    let inventory = try await InstallationInventory.open(root)
    let ruff = try receipt("ruff", "1")
    try inventory.record([ruff])
    try inventory.trash([ruff.installed], at: 1000)
    try inventory.record([ruff])
    try inventory.emptyTrash(before: .max)
    #expect(try inventory.installations() == [ruff.installed])
  }

  @Test func `a missing project keeps the time when it was first missed`() async throws {
    let inventory = try await InstallationInventory.open(root)
    try inventory.register("/a", uses: [], mountPoint: "/")
    try inventory.register("/b", uses: [])
    func vanished() throws -> [Int64?] { try inventory.registeredProjects().map(\.vanished) }
    try inventory.recordVanished(["/a"], now: 1000)
    try inventory.recordVanished(["/a", "/b"], now: 2000)
    #expect(try vanished() == [1000, 2000])
    try inventory.recordVanished(["/b"], now: 3000)
    #expect(try vanished() == [nil, 2000])
    // Whoever records a project has seen it.
    try inventory.register("/b", uses: [])
    #expect(try vanished() == [nil, nil])
    #expect(try inventory.registeredProjects().map(\.mountPoint) == ["/", nil])
    try inventory.forget(["/a"])
    #expect(try inventory.projects() == ["/b"])
  }

  @Test func `the day of the last use only advances`() async throws {
    let inventory = try await InstallationInventory.open(root)
    let (ruff, ninja) = (try receipt("ruff", "1"), try receipt("ninja", "1"))
    try inventory.record([ruff, ninja])
    func lastUse() throws -> Int64? {
      try inventory.records().first { $0.installed == ruff.installed }?.lastUsed
    }
    #expect(try lastUse() == nil)
    try inventory.recordLastUses([ruff.installed: 5 * 86_400 + 77])
    #expect(try lastUse() == 5 * 86_400)
    try inventory.recordLastUses([ruff.installed: 4 * 86_400, ninja.installed: 86_400])
    #expect(try lastUse() == 5 * 86_400)
  }

  @Test func `a store of a newer bootstrap is rejected, and the error states both versions`()
    async throws
  {
    let known = InstallationInventory.model.version
    let newer = Model(
      version: known + 1, applicationID: InstallationInventory.model.applicationID,
      entities: InstallationInventory.model.entities,
      migrations: (2..<known + 2).map { Migration(to: $0) { _ in } })
    _ = try await Store.open(.file(root.store.string), model: newer) { _ in }
    let problem = await #expect(throws: Problem.self) {
      _ = try await InstallationInventory.open(root)
    }
    #expect(
      problem
        == .system(.newerStore(path: root.store.string, found: known + 1, known: known)))
  }

  @Test(arguments: ["", "no database\n", String(repeating: "x", count: 5_000)])
  func `a file that is not a store is rejected and left unchanged`(_ text: String) async throws {
    try root.store.replaceContents(with: Array(text.utf8))
    let problem = await #expect(throws: Problem.self) {
      _ = try await InstallationInventory.open(root)
    }
    guard case .system(.store(path: root.store.string, code: _, _))? = problem else {
      Issue.record("\(String(describing: problem))")
      return
    }
    #expect(try root.store.contents(limit: 1 << 20) == Array(text.utf8))
  }

  @Test func `concurrent records from two connections are all kept`() async throws {
    let inventories = [
      try await InstallationInventory.open(root), try await InstallationInventory.open(root),
    ]
    let receipts = try (0..<40).map { try receipt("tool-\($0)", "1") }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, receipt) in receipts.enumerated() {
        let inventory = inventories[index % 2]
        group.addTask { try inventory.record([receipt]) }
      }
      try await group.waitForAll()
    }
    #expect(try inventories[0].installations() == Set(receipts.map(\.installed)))
  }
}
