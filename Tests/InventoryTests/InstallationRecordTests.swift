import Diagnostics
import Layout
import Manifests
import Testing

@testable import Inventory

/// The records of installations, in the store and in memory.
@Suite struct InstallationRecordTests {
  private let world: InventoryWorld

  init() throws {
    world = try InventoryWorld()
  }

  @Test(arguments: InventoryPlace.allCases)
  func `a repeated record replaces the earlier one`(place: InventoryPlace) async throws {
    let inventory = try await world.inventory(in: place)
    try await inventory.installations.record([
      try receipt("ruff", "1.0", files: ["content/a", "content/b"])
    ])
    let last = try receipt("ruff", "1.0", files: ["content/c"], executables: ["y", "z"])
    try await inventory.installations.record([last, last])
    #expect(try inventory.installations.inPlace() == [last.installed])
    try await world.expect(1, InstallationRecord.self, in: place)
    try await world.expect(1, FileRecord.self, in: place)
    try await world.expect(2, ExecutableRecord.self, in: place)
  }

  @Test(arguments: InventoryPlace.allCases)
  func `records are written all or none`(place: InventoryPlace) async throws {
    let inventory = try await world.inventory(in: place)
    let twice = try receipt("ruff", "1.0", files: ["content/a", "content/a"])
    await #expect(throws: Problem.self) {
      try await inventory.installations.record([try receipt("ninja", "1"), twice])
    }
    #expect(try inventory.installations.inPlace() == [])
    try await world.expect(0, ToolRecord.self, in: place)
  }

  @Test(arguments: InventoryPlace.allCases)
  func `removing an installation removes only its own files`(place: InventoryPlace) async throws {
    let inventory = try await world.inventory(in: place)
    let (old, new) = (try receipt("ruff", "1.0"), try receipt("ruff", "1.0", digit: 2))
    try await inventory.installations.record([old, new])
    try inventory.installations.remove([old.installed])
    #expect(try inventory.installations.inPlace() == [new.installed])
    try await world.expect(1, FileRecord.self, in: place)
    try await world.expect(1, ExecutableRecord.self, in: place)
    // Removing it again is not an error.
    try inventory.installations.remove([old.installed])
    #expect(try inventory.installations.inPlace() == [new.installed])
  }

  @Test(arguments: InventoryPlace.allCases)
  func `a verification lasts until its installation is removed or replaced`(
    place: InventoryPlace
  ) async throws {
    let inventory = try await world.inventory(in: place)
    let (ruff, ninja) = (try receipt("ruff", "1.0"), try receipt("ninja", "1"))
    try await inventory.installations.record([ruff, ninja])
    #expect(try inventory.verifications.values() == [])
    func verification(_ receipt: Receipt, time: Int64, damaged: Int) -> Verification {
      Verification(installed: receipt.installed, time: time, fileCount: 1, damagedCount: damaged)
    }
    let (first, other) = (
      verification(ruff, time: 5, damaged: 2), verification(ninja, time: 6, damaged: 0)
    )
    try await inventory.verifications.save([first, other])
    #expect(
      try inventory.verifications.values() == [first, other])
    let second = verification(ruff, time: 7, damaged: 0)
    try await inventory.verifications.save([second])
    #expect(
      try inventory.verifications.values() == [other, second])
    // The installation was replaced, so its earlier result no longer applies.
    try await inventory.installations.record([ruff])
    #expect(try inventory.verifications.values() == [other])
    try inventory.installations.remove([ninja.installed])
    #expect(try inventory.verifications.values() == [])
    try await world.expect(0, VerificationRecord.self, in: place)
  }

  @Test(arguments: InventoryPlace.allCases)
  func `a verification of an unknown installation is ignored`(place: InventoryPlace) async throws {
    let inventory = try await world.inventory(in: place)
    let (ruff, other) = (try receipt("ruff", "1.0"), try receipt("ruff", "1.0", digit: 2))
    try await inventory.installations.record([ruff])
    try await inventory.verifications.save([
      Verification(installed: other.installed, time: 5, fileCount: 1, damagedCount: 0),
      Verification(installed: ruff.installed, time: 5, fileCount: 1, damagedCount: 0),
    ])
    #expect(try inventory.verifications.values().map(\.installed) == [ruff.installed])
  }

  @Test(arguments: InventoryPlace.allCases)
  func `only a record that the install made has the contents`(place: InventoryPlace) async throws {
    let inventory = try await world.inventory(in: place)
    let full = try fullReceipt()
    #expect(try await inventory.files.contents(of: full.installed) == .missing)
    try await inventory.installations.record([full, try receipt("ruff", "1.0")])
    #expect(try await inventory.files.contents(of: full.installed) == .original(full))
    try await inventory.installations.rebuild(from: [full])
    #expect(try await inventory.files.contents(of: full.installed) == .rebuilt)
    try inventory.installations.remove([full.installed])
    #expect(try await inventory.files.contents(of: full.installed) == .missing)
    try await world.expect(0, LinkRecord.self, in: place)
    try await world.expect(0, PartRecord.self, in: place)
  }

  @Test(arguments: InventoryPlace.allCases)
  func `paths are divided into folders and names, and put together again`(
    place: InventoryPlace
  ) async throws {
    let inventory = try await world.inventory(in: place)
    let paths = ["a", "b/c", "b/d", "b/d-e/f g", "b/\u{301}h", "content/node_modules/i/j.js"]
    let receipt = try receipt("zig", "1.0", files: paths)
    try await inventory.installations.record([receipt])
    guard case .original(let contents) = try await inventory.files.contents(of: receipt.installed)
    else {
      Issue.record("the record is not original")
      return
    }
    #expect(contents.files.map { Array($0.path.utf8) } == paths.map { Array($0.utf8) })
    try await world.expect(4, FolderRecord.self, in: place)
  }

  @Test(arguments: InventoryPlace.allCases)
  func `an installation in the trash keeps its record until the trash is emptied`(
    place: InventoryPlace
  ) async throws {
    let inventory = try await world.inventory(in: place)
    let (ruff, ninja) = (try fullReceipt(), try receipt("ninja", "1"))
    try await inventory.installations.record([ruff, ninja])
    try inventory.installations.trash([ruff.installed], at: 1000)
    #expect(try inventory.installations.inPlace() == [ninja.installed])
    #expect(try inventory.installations.trashed() == [ruff.installed])
    #expect(try inventory.installations.values().map(\.removed) == [1000, nil])
    #expect(try inventory.installations.sizesOfTools().map(\.tool) == [ninja.tool])
    try await inventory.installations.emptyTrash(before: 1000)
    try inventory.installations.restore([ruff.installed])
    #expect(try await inventory.files.contents(of: ruff.installed) == .original(ruff))
    try inventory.installations.trash([ruff.installed], at: 1000)
    try await inventory.installations.emptyTrash(before: 1001)
    #expect(try inventory.installations.trashed() == [])
    #expect(try await inventory.files.contents(of: ruff.installed) == .missing)
    try await world.expect(1, FileRecord.self, in: place)
  }

  @Test(arguments: InventoryPlace.allCases)
  func `an installation that is installed again is no longer in the trash`(
    place: InventoryPlace
  ) async throws {
    let inventory = try await world.inventory(in: place)
    let ruff = try receipt("ruff", "1")
    try await inventory.installations.record([ruff])
    try inventory.installations.trash([ruff.installed], at: 1000)
    try await inventory.installations.record([ruff])
    try await inventory.installations.emptyTrash(before: .max / 1_000_000_000)
    #expect(try inventory.installations.inPlace() == [ruff.installed])
  }

  @Test(arguments: InventoryPlace.allCases)
  func `the day of the last use only advances`(place: InventoryPlace) async throws {
    let inventory = try await world.inventory(in: place)
    let (ruff, ninja) = (try receipt("ruff", "1"), try receipt("ninja", "1"))
    try await inventory.installations.record([ruff, ninja])
    func lastUse() throws -> Int64? {
      try inventory.installations.value(ruff.installed)?.lastUsed
    }
    #expect(try lastUse() == nil)
    try inventory.installations.recordLastUses([ruff.installed: 5 * 86_400 + 77])
    #expect(try lastUse() == 5 * 86_400)
    try inventory.installations.recordLastUses([
      ruff.installed: 4 * 86_400, ninja.installed: 86_400,
    ])
    #expect(try lastUse() == 5 * 86_400)
  }

  @Test(arguments: InventoryPlace.allCases)
  func `the changes of several commits are told`(place: InventoryPlace) async throws {
    let inventory = try await world.inventory(in: place)
    let (ruff, ninja, jq) = (
      try receipt("ruff", "1"), try receipt("ninja", "1"), try receipt("jq", "1")
    )
    try await inventory.installations.record([ruff])
    let changes = try await inventory.installations.changes { () async throws(Problem) in
      try await inventory.installations.rebuild(from: [ninja, jq])
      try inventory.installations.remove([ruff.installed, jq.installed])
      // A verification and a use change no installation.
      try await inventory.verifications.save([
        Verification(installed: ninja.installed, time: 5, fileCount: 1, damagedCount: 0)
      ])
      try inventory.installations.recordLastUses([ninja.installed: 86_400])
    }
    #expect(changes.added == [ninja.installed] && changes.titles == ["ninja 1"])
    #expect(changes.deletedCount == 2 && !changes.isEmpty)
    #expect(try await inventory.installations.changes { () async throws(Problem) in }.isEmpty)
  }

}
