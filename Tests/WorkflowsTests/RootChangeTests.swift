import Diagnostics
import Filesystem
import Installation
import Inventory
import Layout
import Manifests
import Projects
import SampleWheels
import Shims
import Testing
import Vocabulary

@testable import Workflows

/// The agreement of the folders, the store, and the shims after changes that failed or were killed.
@Suite struct RootChangeTests {
  private let world: WorkflowWorld

  init() throws {
    world = try WorkflowWorld(inventory: .store)
  }

  private var change: RootChange {
    RootChange(
      root: world.root, environment: Environment([:]), inventorySource: world.inventorySource
    ) { _ in }
  }

  /// Installs version 1.0 of each tool.
  private func install(_ tools: String...) async throws -> Set<InstalledVersion> {
    let planned = try tools.map { try world.planned(Wheel($0, "1.0", for: .host).program($0)) }
    try await world.install(planned)
    return Set(planned.map(\.installed))
  }

  @Test func `the next change records visible installations`() async throws {
    let installed = try await install("ninja", "ruff")
    let inventory = try await world.inventory
    try inventory.installations.remove(Array(installed))
    try await change.run("test") { _, _ in }
    try await world.expectAgreement(installed)
  }

  @Test func `the next change removes records of missing installations`() async throws {
    let installed = try await install("ninja", "ruff")
    let gone = try #require(installed.first { $0.tool.text == "ninja" })
    try world.root.folder(of: gone).removeTree()
    try await change.run("test") { _, _ in }
    try await world.expectAgreement(installed.subtracting([gone]))
  }

  @Test func `a lost store is rebuilt from the folders`() async throws {
    let installed = try await install("ninja", "ruff")
    for one in installed {
      let receipt = try #require(try Receipt.read(in: world.root.folder(of: one)))
      let recorded = try await world.inventory.files.contents(of: one)
      guard case .original(let contents) = recorded else {
        Issue.record("\(recorded)")
        continue
      }
      #expect(Set(contents.files) == Set(receipt.files))
      #expect(contents.links == receipt.links)
      #expect(contents.contentID == one.id)
    }
    for suffix in ["", "-wal", "-shm"] {
      try FilePath(world.root.store.string + suffix).removeFile()
    }
    try await change.run("test") { _, _ in }
    try await world.expectAgreement(installed)
    // The receipts may have been changed together with the files.
    for one in installed {
      #expect(try await world.inventory.files.contents(of: one) == .rebuilt)
    }
  }

  @Test func `the lock of a project that cannot be read is no obstacle`() async throws {
    let project = world.root.path.appending("project")
    try project.appending(Lockfile.name).makeDirectories()
    try await world.inventory.projects.save([.init(project, uses: [])])
    try await change.run("test") { _, _ in }
    #expect(try world.root.seals.entriesIfPresent() == [])
  }

  @Test func `remains of a dead owner are removed`() async throws {
    let installed = try await install("ruff")
    try world.root.staging.appending(".work.1-dead/content").makeDirectories()
    try await change.run("test") { _, _ in }
    try await world.expectAgreement(installed)
  }

  @Test(arguments: [true, false])
  func `what a dead owner made visible is recorded by its own receipt`(isSame: Bool) async throws {
    let one = try #require(try await install("ruff").first)
    let inventory = try await world.inventory
    try inventory.installations.remove([one])
    let receipt = world.root.folder(of: one).appending(Receipt.fileName)
    let text = try receipt.contents(limit: 1 << 20)
    let placed = world.root.staging.appending(".work.1-dead/placed")
    try placed.makeDirectories()
    try placed.appending("receipt").replaceContents(with: text)
    if !isSame {
      let line = "link bin/other ../content/other\n"
      try receipt.replaceContents(with: text + Array(line.utf8))
    }
    try await change.run("test") { _, _ in }
    switch try await world.inventory.files.contents(of: one) {
    case .original: #expect(isSame)
    case .rebuilt: #expect(!isSame)
    case .missing: Issue.record("not recorded")
    }
    #expect(try world.root.unfinishedWork() == [])
  }

  @Test func `a failure midway records what became visible and adds its shim`() async throws {
    let installed = try await install("ruff")
    let one = try #require(installed.first)
    let copy = world.path.appending("copy")
    try world.root.folder(of: one).rename(to: copy)
    let problem = await #expect(throws: Problem.self) {
      try await change.run("test") { _, _ throws(Problem) in
        try mappingFileErrors { () throws(FileError) in
          try copy.rename(to: world.root.folder(of: one))
        }
        throw .usage(.missingArgument("x", command: "test"))
      }
    }
    #expect(problem == .usage(.missingArgument("x", command: "test")))
    try await world.expectAgreement(installed)
  }

  @Test func `a failure midway records builds even if the folders cannot be read`() async throws {
    let one = try #require(try await install("ruff").first)
    let text = try world.root.folder(of: one).appending(Receipt.fileName).contents(limit: 1 << 20)
    await #expect(throws: Problem.self) {
      try await change.run("test") { staging, inventory throws(Problem) in
        try inventory.installations.remove([one])
        try mappingFileErrors { () throws(FileError) in
          let placed = staging.folder.appending("placed")
          try placed.makeDirectories()
          try placed.appending("receipt").replaceContents(with: text)
          try world.root.installs.appending("closed").makeLink(to: "closed")
        }
        throw .usage(.missingArgument("x", command: "test"))
      }
    }
    #expect(throws: FileError.self) { try world.root.installedVersions() }
    guard case .original = try await world.inventory.files.contents(of: one) else {
      Issue.record("not recorded")
      return
    }
  }

  @Test func `a change deletes what has been in the trash for more than a day`() async throws {
    let installed = try #require(try await install("ruff").first)
    let trash = Trash(world.root)
    let (now, day) = (WallClock.now, Trash.retention)
    for age in [day - 100, day + 100] {
      let place = try trash.place(for: .installation(installed), now: now - age)
      try place.makeDirectories()
    }
    try await change.run("test") { _, _ in }
    #expect(try trash.entries().map(\.taken) == [now - (day - 100)])
  }

  @Test func `an interruption leaves it to a later command to delete the staged files`()
    async throws
  {
    _ = await #expect(throws: Problem.interrupted) {
      try await change.run("test") { staging, _ throws(Problem) in
        try mappingFileErrors { () throws(FileError) in
          try staging.folder.appending("large").replaceContents(with: [1])
        }
        throw .interrupted
      }
    }
    #expect(try world.root.unfinishedWork() == [])
    let discarded = try #require(try world.root.trash.entries().first)
    #expect(world.root.trash.appending(discarded).appending("large").exists)
  }

  @Test func `a failure while cleaning up does not hide the first one`() async throws {
    _ = try await install("ruff")
    let problem = await #expect(throws: Problem.self) {
      try await change.run("test") { _, _ throws(Problem) in
        // No route can be written in a file.
        try mappingFileErrors { () throws(FileError) in
          try world.root.routes.path.removeTree()
          try world.root.routes.path.replaceContents(with: [])
        }
        throw .usage(.missingArgument("x", command: "test"))
      }
    }
    #expect(problem == .usage(.missingArgument("x", command: "test")))
    // The next change must make up for the clean-up.
    #expect(try world.root.unfinishedWork().count == 1)
  }

  @Test func `a store that cannot be opened is reported and leaves no unfinished work`()
    async throws
  {
    try world.root.path.makeDirectories()
    try world.root.store.replaceContents(with: Array("no store".utf8))
    for _ in 0..<2 {
      await #expect(throws: Problem.self) { try await change.run("test") { _, _ in } }
      #expect(try world.root.unfinishedWork() == [])
    }
    // Unfinished work of another process stays visible.
    try world.root.staging.appending(".work.1-dead").makeDirectory()
    await #expect(throws: Problem.self) { try await change.run("test") { _, _ in } }
    #expect(try world.root.unfinishedWork().count == 1)
  }

  @Test func `a change removes what killed processes left under temporary names`() async throws {
    let installed = try await install("ruff")
    let root = world.root
    try root.index.appending("pypi/wheels").makeDirectories()
    let folders = [
      root.path, root.shims.path, root.routes.path, root.installs.appending("ruff"),
      root.downloads.path,
      root.index.appending("pypi"), root.index.appending("pypi/wheels"),
    ]
    let before = try folders.map { folder in try folder.entries() }
    for folder in folders {
      // Unlike `replaceContents`, this takes no kernel lock.
      _ = try FileDescriptor.open(
        folder.appending(".ruff.99999999-1"), .create(permissions: 0o600))
      try folder.appending(".mine").replaceContents(with: [])
    }
    try root.path.appending("store.sqlite.new-99999999-1").replaceContents(with: [])
    try root.path.appending("store.sqlite.new-99999999-1-wal").replaceContents(with: [])
    try root.staging.appending(".work.1-dead").makeDirectory()
    try await change.run("test") { _, _ in }
    for folder in folders { try folder.appending(".mine").removeFile() }
    #expect(try folders.map { folder in try folder.entries() } == before)
    try await world.expectAgreement(installed)
  }

  @Test func `a change that fails removes its own files under temporary names`() async throws {
    _ = try await install("ruff")
    let folder = world.root.installs.appending("ruff")
    let before = try folder.entries()
    await #expect(throws: Problem.self) {
      try await change.run("test") { _, _ throws(Problem) in
        try mappingFileErrors(
          try folder.appending(".ruff.99999999-1").replaceContents(with: []))
        throw .usage(.missingArgument("x", command: "test"))
      }
    }
    #expect(try folder.entries() == before)
  }

  @Test func `a rehash creates a missing root`() async throws {
    let report = try await RehashWorkflow(
      root: world.root, environment: Environment([:]), inventory: world.inventorySource
    ) { _ in }
    .rehash()
    #expect(report.shims.added == [])
    try await world.expectAgreement([])
  }

  @Test func `a rehash completes the work of a process that died`() async throws {
    let installed = try await install("ruff")
    try world.root.staging.appending(".work.1-dead").makeDirectory()
    _ = try await RehashWorkflow(
      root: world.root, environment: Environment([:]), inventory: world.inventorySource
    ) { _ in }
    .rehash()
    #expect(try world.root.unfinishedWork() == [])
    try await world.expectAgreement(installed)
  }
}

/// The removal of installed versions, and the conditions that prevent it.
@Suite struct UninstallingTests {
  private let world: WorkflowWorld

  init() throws {
    world = try WorkflowWorld()
  }

  private var uninstalling: UninstallWorkflow {
    UninstallWorkflow(
      root: world.root, environment: Environment([:]), space: nil, inventory: world.inventorySource
    ) { _ in }
  }

  @Test func `an installation named several times is removed once`() async throws {
    let planned = try world.planned(Wheel("ruff", "1.0", for: .host).program("ruff"))
    try await world.installPin("ruff", "1.0")
    let removed = try await uninstalling.uninstall(
      [
        .init(tool: planned.tool, version: nil), .init(tool: planned.tool, version: nil),
        .init(tool: planned.tool, version: planned.version),
      ], isForced: false, formatPath: \.string)
    #expect(removed.removed == [planned.installed])
    #expect(removed.isInTrash && !removed.isDeleted)
    try await world.expectAgreement([])
    // The installation and the link to it.
    #expect(try world.root.trash.entries().count == 2)
  }

  @Test func `an installation is kept as long as a project uses it`() async throws {
    let planned = try world.planned(Wheel("ruff", "1.0", for: .host).program("ruff"))
    let project = world.root.path.appending("project")
    try project.makeDirectories()
    try await world.install([planned], for: project)
    let request = UninstallWorkflow.Request(tool: planned.tool, version: nil)
    let problem = await #expect(throws: Problem.self) {
      _ = try await uninstalling.uninstall([request], isForced: false, formatPath: \.string)
    }
    #expect(
      problem == .disk(.inUse([.init("ruff 1.0", users: [project.string])])))
    try await world.expectAgreement([planned.installed])
    // A project that is gone uses nothing.
    try project.removeTree()
    _ = try await uninstalling.uninstall([request], isForced: false, formatPath: \.string)
    try await world.expectAgreement([])
  }

  @Test func `a failure leaves all installations and their links`() async throws {
    let planned = try ["ninja", "ruff"].map {
      try world.planned(Wheel($0, "1.0", for: .host).program($0))
    }
    for one in planned { try await world.installPin(one.tool.text, "1.0") }
    try world.root.trash.path.replaceContents(with: [])
    await #expect(throws: Problem.self) {
      _ = try await uninstalling.uninstall(
        planned.map { .init(tool: $0.tool, version: nil) }, isForced: false, formatPath: \.string)
    }
    try await world.expectAgreement(Set(planned.map(\.installed)))
    for one in planned {
      let linked = try world.root.defaultInstallation(of: one.tool, version: one.version)
      #expect(linked == one.installed)
    }
  }

  @Test func `installations are deleted if there is little space`() async throws {
    let planned = try world.planned(Wheel("ruff", "1.0", for: .host).program("ruff"))
    try await world.installPin("ruff", "1.0")
    let full = FreeSpace(byteCount: 0, capacity: 1 << 40, fileCount: 1, fileCapacity: 1)
    let workflow = UninstallWorkflow(
      root: world.root, environment: Environment([:]), space: full,
      inventory: world.inventorySource
    ) { _ in }
    let report = try await workflow.uninstall(
      [.init(tool: planned.tool, version: nil)], isForced: false, formatPath: \.string)
    #expect(report.removed == [planned.installed])
    #expect(report.isDeleted && !report.isInTrash)
    try await world.expectAgreement([])
    #expect(try world.root.trash.entriesIfPresent() == [])
    #expect(try world.root.installs(of: planned.tool).entries() == [])
    #expect(try world.root.downloads.entries() == [])
  }

  @Test func `either all installations are removed or none`() async throws {
    let planned = try world.planned(Wheel("ruff", "1.0", for: .host).program("ruff"))
    try await world.installPin("ruff", "1.0")
    let other = try #require(ToolName("other"))
    await #expect(throws: Problem.self) {
      _ = try await uninstalling.uninstall(
        [.init(tool: planned.tool, version: nil), .init(tool: other, version: nil)],
        isForced: false, formatPath: \.string)
    }
    try await world.expectAgreement([planned.installed])
  }
}
