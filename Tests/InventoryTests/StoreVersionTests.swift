import Diagnostics
import Filesystem
import Foundation
import Layout
import ObjectStore
import Sandboxes
import Synchronization
import Testing
import Vocabulary

@testable import Inventory

/// Stores of earlier and later versions, and files that are no store.
@Suite struct StoreVersionTests {
  private let folder: TemporaryDirectory
  private let root: Root

  init() throws {
    folder = try TemporaryDirectory()
    root = Root(folder.path)
  }

  @Test func `a store of version 1 is migrated`() async throws {
    try fixture(1)
    let inventory = try await InstallationInventory.open(root)
    // The content ids of the fixture have 12 digits, so the migration removes its installations and
    // everything recorded about them.
    #expect(try inventory.installations.inPlace() == [])
    #expect(try await count(InstallationRecord.self, in: root) == 0)
    #expect(try await count(FileRecord.self, in: root) == 0)
    #expect(try await count(ExecutableRecord.self, in: root) == 0)
    // The project still uses the version, with any content.
    let again = try receipt("ruff", "0.17.5")
    try await inventory.installations.record([again])
    #expect(try inventory.projects.users(of: again.installed) == ["/home/me/app"])
    let verification = Verification(
      installed: again.installed, time: 5, fileCount: 2, damagedCount: 0)
    try await inventory.verifications.save([verification])
    #expect(try inventory.verifications.values() == [verification])
    // The backup made for the migration is gone.
    #expect(try root.path.entries().contains { $0.contains("before") } == false)
  }

  @Test func `a store with the tables of somebody else can be replaced`() async throws {
    let model = StoreConnection.model
    let foreign = Model(
      version: model.version, applicationID: model.applicationID, entities: [ToolRecord.self],
      migrations: (2...model.version).map { Migration(to: $0) { _ in } })
    _ = try Store(.file(root.store.string), model: foreign)
    await #expect(
      throws: Problem.system(.store(path: root.store.string, code: 0, .foreignTables))
    ) { _ = try await InstallationInventory.open(root) }
  }

  @Test func `a long wait for a writer is reported, and names it`() throws {
    let path = root.store.string
    let model = StoreConnection.model
    let writer = try Store(.file(path), model: model)
    let reports = Mutex<[String]>([])
    let options = Store.Options(busyTimeout: .milliseconds(800)) {
      reports.withLock { $0.append(StoreWriter(of: path).description) }
    }
    let waiting = try Store(.file(path), model: model, options: options)
    try writer.write { (_) throws(StoreError) in
      do throws(StoreError) {
        try waiting.write { (_) throws(StoreError) in }
        Issue.record("wrote at the same time")
      } catch {
        guard case .busy = error else { throw error }
      }
    }
    #expect(reports.withLock(\.count) == 1)
    #if os(Linux)
      #expect(reports.withLock { $0[0].hasPrefix("\(ProcessInfo.processInfo.processIdentifier)") })
      #expect(StoreWriter(of: path).description == "")
    #endif
  }

  @Test(arguments: ["-wal", "-shm", "-journal"])
  func `a link in the place of a file of SQLite is refused`(suffix: String) async throws {
    _ = try await InstallationInventory.open(root)
    let side = FilePath(root.store.string + suffix)
    try folder.file("notes", "kept")
    try side.removeFile()
    try side.makeLink(to: folder.path.appending("notes"))
    await #expect(throws: Problem.system(.store(path: side.string, code: 0, .notAFile))) {
      _ = try await InstallationInventory.open(root)
    }
    #expect(try folder.path.appending("notes").contents(limit: 10) == Array("kept".utf8))
  }

  @Test func `a store of version 3 keeps its records, but none counts as original`() async throws {
    try fixture(3)
    let inventory = try await InstallationInventory.open(root)
    let installed = try #require(try inventory.installations.inPlace().first)
    #expect(try inventory.installations.inPlace().count == 1)
    #expect(try await inventory.files.contents(of: installed) == .rebuilt)
    #expect(try inventory.projects.users(of: installed) == ["/home/me/app"])
    #expect(try inventory.verifications.value(installed)?.fileCount == 2)
    #expect(try await count(FileRecord.self, in: root) == 2)
    let paths = try await storedPaths()
    #expect(
      paths == [
        "content/ruff-0.17.5.data/scripts/ruff", "content/ruff-0.17.5.dist-info/METADATA",
      ])
    #expect(try await count(ExecutableRecord.self, in: root) == 1)
    // An install replaces the record.
    let full = try fullReceipt()
    try await inventory.installations.record([full])
    #expect(try await inventory.files.contents(of: full.installed) == .original(full))
  }

  /// Returns the paths of all recorded files, sorted.
  private func storedPaths() async throws -> [String] {
    let store = try await Store.open(.file(root.store.string), model: StoreConnection.model)
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
    let installed = try #require(try inventory.installations.inPlace().first)
    #expect(installed.tool.text == "ruff")
    guard case .original(let receipt) = try await inventory.files.contents(of: installed) else {
      Issue.record("the record lost its contents")
      return
    }
    #expect(receipt.files.count == 9 && receipt.links.count == 1)
    #expect(receipt.executables.map(\.name.text) == ["ruff"])
    #expect(try await inventory.damage() == [])
    // The rebuilt tables keep the references to them.
    try inventory.installations.remove([installed])
    #expect(try await count(FileRecord.self, in: root) == 0)
  }

  @Test func `the migration of a large store says what it does`() async throws {
    let model = StoreConnection.model
    let count = 24_000
    try largeStore(count)
    let size = try #require(try root.store.status()).size
    let reports = Mutex<[ProgressNotice]>([])
    let inventory = try await InstallationInventory.open(
      root, whileMigrating: { notice in reports.withLock { $0.append(notice) } })
    // A report comes after each 256 objects.
    let conversions = [6144, 12_032, 18_176].map { ProgressNotice.converted(count: $0, of: count) }
    let begun = ProgressNotice.migrating(byteCount: size, from: 8, to: model.version)
    #expect(reports.withLock(\.self) == [begun] + conversions)
    #expect(try inventory.projects.folders().count == count)
    // The next opening has nothing to do.
    _ = try await InstallationInventory.open(
      root, whileMigrating: { _ in Issue.record("migrated again") })
  }

  /// Creates a store of version 8 with this many projects.
  private func largeStore(_ count: Int) throws {
    let model = StoreConnection.model
    let entities = model.entities.map { entity -> any Entity.Type in
      switch entity {
      case is InstallationRecord.Type: Version8.Installation.self
      case is ProjectRecord.Type: Version8.KnownProject.self
      default: entity
      }
    }
    let old = Model(
      version: 8, applicationID: model.applicationID, entities: entities,
      migrations: (2...8).map { Migration(to: $0) { _ in } })
    let store = try Store(.file(root.store.string), model: old)
    let path = String(repeating: "folder/", count: 20)
    try store.execute(
      BatchInsert(
        (0..<count).lazy.map { number in
          Version8.KnownProject(path: "/\(path)\(number)", seen: Timestamp(rawValue: 1))
        }, returning: .status))
  }

  /// Copies the fixture of a store with this version of the schema into the root.
  private func fixture(_ version: some CustomStringConvertible) throws {
    try FilePath.fixtures.appending("Inventory/store-v\(version).sqlite").copyFile(to: root.store)
  }

  @Test func `a store of a newer bootstrap is rejected, and the error states both versions`()
    async throws
  {
    let known = StoreConnection.model.version
    let newer = Model(
      version: known + 1, applicationID: StoreConnection.model.applicationID,
      entities: StoreConnection.model.entities,
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
}
