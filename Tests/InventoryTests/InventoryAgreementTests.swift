import Diagnostics
import Filesystem
import Layout
import Testing
import Vocabulary

@testable import Inventory

/// The agreement of the store and the memory after random changes.
@Suite struct InventoryAgreementTests {
  private let world: InventoryWorld
  private let receipts: [Receipt]

  init() throws {
    world = try InventoryWorld()
    receipts =
      try (0..<6).map { number in
        try receipt(
          number < 4 ? "ruff" : "jq", "\(number / 2)", digit: UInt8(number % 2 + 1),
          files: ["content/x", "content/\(number)/x", "y"])
      } + [try fullReceipt()]
  }

  @Test(arguments: 0..<4)
  func `both have the same records after each of 60 changes`(seed: UInt64) async throws {
    let stored = try await world.inventory(in: .store)
    let remembered = try await world.inventory(in: .memory)
    var generator = Generator(seed: seed)
    for number in 0..<60 {
      let change = try RandomChange(of: receipts, at: number, using: &generator)
      let changes = [try await change.make(in: stored), try await change.make(in: remembered)]
      #expect(changes[0] == changes[1], "\(change)")
      let (one, other) = (
        try await Contents(of: stored, receipts), try await Contents(of: remembered, receipts)
      )
      try #require(one == other, "\(change)")
    }
  }
}

/// All that an inventory tells, without the times at which it recorded something.
private struct Contents: Equatable {
  private let projects: [[String]]
  private let users: [[FilePath]]
  private let installations: [String]
  private let inPlace: Set<InstalledVersion>
  private let trashed: Set<InstalledVersion>
  private let sizes: [InstalledVersion: Int]
  private let tools: [RecordedTool]
  private let verifications: [Verification]
  private let changes: [String]
  private let newest: Int?
  private let contents: [RecordedContents]
  private let files: [Set<RecordedFile>]

  init(of inventory: InstallationInventory, _ receipts: [Receipt]) async throws {
    projects = try inventory.projects.values().map { project in
      ["\(project.folder) \(project.vanished ?? 0) \(project.mountPoint?.string ?? "-")"]
        + project.uses.map { "\($0)" }.sorted()
    }
    users = try receipts.map { try inventory.projects.users(of: $0.installed) }
    installations = try inventory.installations.values().map { one in
      "\(one.installed) \(one.size) \(one.lastUsed ?? 0) \(one.removed ?? 0) \(one.downloads)"
        + " \(one.isFromInstall)"
    }
    inPlace = try inventory.installations.inPlace()
    trashed = try inventory.installations.trashed()
    sizes = try inventory.installations.sizes()
    tools = try inventory.installations.sizesOfTools()
    verifications = try inventory.verifications.values()
    var scope = HistoryScope()
    scope.tool = receipts[0].tool
    changes = try inventory.history.changes(in: scope).map { change in
      "\(change.number) \(change.command) \(change.added) \(change.removed)"
    }
    newest = try inventory.history.newest()
    var contents: [RecordedContents] = []
    for receipt in receipts {
      contents.append(try await inventory.files.contents(of: receipt.installed))
    }
    self.contents = contents
    var files: [Set<RecordedFile>] = []
    for condition in [
      RecordedFile.Condition.name("x", in: ""), .name("x", in: "content"), .name("x", in: "3"),
      .digest(receipts[0].digest),
    ] {
      files.append(Set(try await inventory.files.files(where: condition) { _, _ in }))
    }
    self.files = files
  }
}

/// A change that tests make in two inventories.
private enum RandomChange {
  case record([Receipt], isFromInstall: Bool)
  case remove([InstalledVersion])
  case trash([InstalledVersion], at: Int64)
  case restore([InstalledVersion])
  case emptyTrash(before: Int64?)
  case use([InstalledVersion: Int64])
  case verify([Verification])
  case register([RegisteredProject.Draft])
  case vanish([FilePath], now: Int64)
  case forget([FilePath])
  case add([RecordedChange.Draft])

  init(of receipts: [Receipt], at number: Int, using generator: inout Generator) throws {
    func sample<Element>(of elements: [Element]) -> [Element] {
      (0..<Int.random(in: 0...2, using: &generator)).compactMap { _ in
        elements.randomElement(using: &generator)
      }
    }
    let time = Int64(number) * 10_000
    let receipts = sample(of: receipts)
    let installed = receipts.map(\.installed)
    let folders = sample(of: ["/a", "/b", "/c"] as [FilePath])
    switch Int.random(in: 0..<14, using: &generator) {
    case 0...2: self = .record(receipts, isFromInstall: .random(using: &generator))
    case 3: self = .remove(installed)
    case 4, 5: self = .trash(installed, at: time)
    case 6: self = .restore(installed)
    case 7: self = .emptyTrash(before: Bool.random(using: &generator) ? time - 50_000 : nil)
    case 8:
      self = .use(Dictionary(installed.map { ($0, time) }, uniquingKeysWith: { one, _ in one }))
    case 9:
      self = .verify(
        installed.enumerated().map { index, one in
          Verification(
            installed: one, time: time + Int64(index), fileCount: number, damagedCount: index)
        })
    case 10:
      self = .register(
        folders.map { folder in
          .init(
            folder,
            uses: installed.map {
              VersionUse(tool: $0.tool, version: $0.version, id: number % 3 == 0 ? nil : $0.id)
            }, mountPoint: number % 2 == 0 ? "/" : nil)
        })
    case 11: self = .vanish(folders, now: time)
    case 12: self = .forget(folders)
    default:
      let parts = Set(installed).map { RecordedChange.Part($0, size: number) }
      self = .add([.init(command: "install", folder: folders.first, added: parts, removed: [])])
    }
  }

  /// Makes the change, and returns what the inventory tells of it.
  func make(in inventory: InstallationInventory) async throws -> InventoryChanges {
    let before = try inventory.installations.values()
    let watch = inventory.installations.watch()
    let changes = try await inventory.installations.changes { () async throws(Problem) in
      switch self {
      case .record(let receipts, isFromInstall: true):
        try await inventory.installations.record(receipts)
      case .record(let receipts, isFromInstall: false):
        try await inventory.installations.rebuild(from: receipts)
      case .remove(let installed): try inventory.installations.remove(installed)
      case .trash(let installed, at: let time):
        try inventory.installations.trash(installed, at: time)
      case .restore(let installed): try inventory.installations.restore(installed)
      case .emptyTrash(before: let time):
        try await inventory.installations.emptyTrash(before: time)
      case .use(let uses): try inventory.installations.recordLastUses(uses)
      case .verify(let verifications): try await inventory.verifications.save(verifications)
      case .register(let drafts): try await inventory.projects.save(drafts)
      case .vanish(let folders, now: let now):
        try inventory.projects.recordVanished(folders, now: now)
      case .forget(let folders): try inventory.projects.remove(folders)
      case .add(let drafts): try await inventory.history.save(drafts)
      }
    }
    let isSame = try inventory.installations.values() == before
    #expect(watch.hasSeenChange || isSame)
    switch self {
    case .verify, .register, .vanish, .forget, .add: #expect(!watch.hasSeenChange)
    default: break
    }
    return changes
  }
}

/// A generator of the same numbers in each run.
private struct Generator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func next() -> UInt64 {
    // SplitMix64.
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
