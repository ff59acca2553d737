import Diagnostics
import Filesystem
import Layout
import Manifests
import ObjectStore
import Sandboxes
import Synchronization
import Testing

@testable import Inventory

/// The records of installations.
@Suite struct InstallationInventoryTests {
  private let folder: TemporaryDirectory
  private let root: Root

  init() throws {
    folder = try TemporaryDirectory()
    root = Root(folder.path)
  }

  @Test func `records persist for the next process`() async throws {
    let receipts = [
      try receipt("ruff", "1.0"), try receipt("ruff", "1.0", digit: 2), try receipt("ninja", "1"),
    ]
    try await InstallationInventory.open(root).record(receipts)
    #expect(
      try await InstallationInventory.open(root).installations() == Set(receipts.map(\.installed)))
    #expect(try await count(ToolRecord.self, in: root) == 2)
    #expect(try await count(FileRecord.self, in: root) == 3)
  }

  @Test func `a repeated record replaces the earlier one`() async throws {
    let inventory = try await InstallationInventory.open(root)
    try inventory.record([try receipt("ruff", "1.0", files: ["content/a", "content/b"])])
    let last = try receipt("ruff", "1.0", files: ["content/c"], executables: ["y", "z"])
    try inventory.record([last, last])
    #expect(try inventory.installations() == [last.installed])
    #expect(try await count(InstallationRecord.self, in: root) == 1)
    #expect(try await count(FileRecord.self, in: root) == 1)
    #expect(try await count(ExecutableRecord.self, in: root) == 2)
  }

  @Test func `records are written all or none`() async throws {
    let inventory = try await InstallationInventory.open(root)
    let twice = try receipt("ruff", "1.0", files: ["content/a", "content/a"])
    #expect(throws: Problem.self) {
      try inventory.record([try receipt("ninja", "1"), twice])
    }
    #expect(try inventory.installations() == [])
    #expect(try await count(ToolRecord.self, in: root) == 0)
  }

  @Test func `removing an installation removes only its own files`() async throws {
    let inventory = try await InstallationInventory.open(root)
    let (old, new) = (try receipt("ruff", "1.0"), try receipt("ruff", "1.0", digit: 2))
    try inventory.record([old, new])
    try inventory.remove([old.installed])
    #expect(try inventory.installations() == [new.installed])
    #expect(try await count(FileRecord.self, in: root) == 1)
    #expect(try await count(ExecutableRecord.self, in: root) == 1)
    // Removing it again is not an error.
    try inventory.remove([old.installed])
    #expect(try inventory.installations() == [new.installed])
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
    #expect(try await count(VerificationRecord.self, in: root) == 0)
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

  @Test func `several installations are removed by one transaction`() async throws {
    let inventory = try await InstallationInventory.open(root)
    let receipts = try (0..<5).map { try receipt("tool-\($0)", "1") }
    try inventory.record(receipts)
    // Another store of the process observes the same file.
    let store = try Store(.file(root.store.string), model: InstallationInventory.model)
    let commits = Mutex<[ChangeSet]>([])
    let observation = store.observe { changes in commits.withLock { $0.append(changes) } }
    try inventory.remove(receipts.map(\.installed))
    withExtendedLifetime(observation) {}
    let changes = commits.withLock(\.self)
    #expect(changes.count == 1)
    #expect(changes.first?.count(of: InstallationRecord.self, .deleted) == 5)
    #expect(changes.first?.count(of: FileRecord.self, .deleted) == 5)
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
    #expect(try await count(LinkRecord.self, in: root) == 0)
    #expect(try await count(PartRecord.self, in: root) == 0)
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
    #expect(try await count(FolderRecord.self, in: root) == 4)
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
    try await inventory.emptyTrash(before: 1000)
    try inventory.restore([ruff.installed])
    #expect(try await inventory.contents(of: ruff.installed) == .original(ruff))
    try inventory.trash([ruff.installed], at: 1000)
    try await inventory.emptyTrash(before: 1001)
    #expect(try inventory.trashed() == [])
    #expect(try await inventory.contents(of: ruff.installed) == .missing)
    #expect(try await count(FileRecord.self, in: root) == 1)
  }

  @Test func `an installation that is installed again is no longer in the trash`() async throws {
    let inventory = try await InstallationInventory.open(root)
    let ruff = try receipt("ruff", "1")
    try inventory.record([ruff])
    try inventory.trash([ruff.installed], at: 1000)
    try inventory.record([ruff])
    try await inventory.emptyTrash(before: .max)
    #expect(try inventory.installations() == [ruff.installed])
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

  @Test func `the changes of several commits are told`() async throws {
    let inventory = try await InstallationInventory.open(root)
    let (ruff, ninja, jq) = (
      try receipt("ruff", "1"), try receipt("ninja", "1"), try receipt("jq", "1")
    )
    try inventory.record([ruff])
    let changes = try inventory.changes { () throws(Problem) in
      try inventory.rebuild(from: [ninja, jq])
      try inventory.remove([ruff.installed, jq.installed])
      // A verification and a use change no installation.
      try inventory.record([
        Verification(installed: ninja.installed, time: 5, fileCount: 1, damagedCount: 0)
      ])
      try inventory.recordLastUses([ninja.installed: 86_400])
    }
    #expect(changes.added == [ninja.installed] && changes.titles == ["ninja 1"])
    #expect(changes.deletedCount == 2 && !changes.isEmpty)
    #expect(try inventory.changes { () throws(Problem) in }.isEmpty)
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
