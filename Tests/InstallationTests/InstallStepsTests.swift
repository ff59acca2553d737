import Diagnostics
import Filesystem
import Layout
import LoopbackServer
import Projects
import SampleWheels
import Sandboxes
import Synchronization
import Testing
import Vocabulary

@testable import Installation

/// Complete installs, including those that fail or are interrupted.
@Suite struct InstallStepsTests {
  private let world: InstallationWorld

  init() throws {
    world = try InstallationWorld()
  }

  /// Publishes three tools and returns their installations, sorted by tool.
  private func planned() throws -> [PlannedInstallation] {
    try ["cmake", "ninja", "ruff"].map {
      try world.planned(Wheel($0, "1.0", for: .host).program($0))
    }
  }

  /// Expects exactly the `planned` installations to exist, complete, with no unfinished work.
  private func expectAll(
    _ planned: [PlannedInstallation], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(
      try world.root.installedVersions() == planned.map(\.installed),
      sourceLocation: sourceLocation)
    for one in planned {
      let folder = world.root.folder(of: one.installed)
      #expect(
        folder.appending("bin/\(one.tool)").isExecutableFile, sourceLocation: sourceLocation)
      #expect(try Receipt.read(in: folder)?.id == one.id, sourceLocation: sourceLocation)
    }
    #expect(try world.root.unfinishedWork() == [], sourceLocation: sourceLocation)
  }

  @Test func `only missing tools are installed`() async throws {
    let planned = try planned()
    #expect(try await world.install([planned[1]]).map(\.tool.text) == ["ninja"])
    let before = try world.root.folder(of: planned[1].installed).status()?.inode
    #expect(try await world.install(planned).map(\.tool.text).sorted() == ["cmake", "ruff"])
    try expectAll(planned)
    #expect(try world.root.folder(of: planned[1].installed).status()?.inode == before)
    #expect(try await world.install(planned) == [])
  }

  @Test func `identical content is installed for each of its versions`() async throws {
    let one = try planned()[0]
    let other = PlannedInstallation(
      tool: one.tool, version: try #require(VersionText("1.0.0")), declaration: one.declaration,
      artifact: one.artifact, provides: one.provides)
    #expect(try await world.install([one, other]).count == 2)
    try expectAll([one, other])
  }

  @Test func `no tool becomes visible if one fails`() async throws {
    var planned = try planned()
    let bad = Wheel("bad", "1.0", for: .host).program("bad")
    planned.append(try world.planned(bad))
    world.server.serve("/\(bad.fileName)", .file(bad.bytes.reversed()))
    await #expect(throws: Problem.self) { _ = try await world.install(planned) }
    #expect(try world.root.installedVersions() == [])
    world.server.serve("/\(bad.fileName)", .file(bad.bytes))
    _ = try await world.install(planned)
    try expectAll(planned.sorted { $0.tool < $1.tool })
  }

  /// The kinds of ``InstallEvent``.
  enum Step: String, CaseIterable {
    case downloading, received, unpacking, staged, synchronizing

    init(_ event: InstallEvent) {
      self =
        switch event {
        case .downloading: .downloading
        case .received: .received
        case .unpacking, .build: .unpacking
        case .staged: .staged
        case .synchronizing: .synchronizing
        }
    }
  }

  /// The arguments are the kind of event at which the install is canceled, and whether that is the
  /// first or the second event of this kind.
  @Test(arguments: Step.allCases, [1, 2])
  func `an interrupted install shows all or nothing and can be repeated`(
    _ step: Step, _ number: Int
  ) async throws {
    let world = world
    let planned = try planned()
    let task = Mutex<Task<Void, any Error>?>(nil)
    let count = Atomic(0)
    let (start, starter) = AsyncStream.makeStream(of: Void.self)
    let work = Task.detached {
      for await _ in start { break }
      let staging = try world.begin()
      let steps = world.steps(staging) { event in
        guard Step(event) == step else { return }
        if count.add(1, ordering: .relaxed).newValue == number { task.withLock { $0?.cancel() } }
      }
      _ = try await steps.carryOut(InstallPlan(planned, in: world.root))
    }
    task.withLock { $0 = work }
    starter.yield()
    let result = await work.result
    if case .failure(let error) = result {
      #expect(error as? Problem == .interrupted)
      #expect(try world.root.installedVersions() == [])
    } else {
      // The cancellation came too late to have an effect.
      #expect(try world.root.installedVersions() == planned.map(\.installed))
    }
    // In both cases the staging area was not finished, so the next process detects unfinished work.
    #expect(try world.root.unfinishedWork().count == 1)
    _ = try await world.install(planned)
    try expectAll(planned)
  }

  @Test func `a failure between two tools leaves the first one complete`() async throws {
    let planned = try planned()
    // A file in place of the second tool's folder makes placement fail at that tool. The order of
    // placement is undefined, so any of the other tools may be visible by then.
    let obstacle = world.root.installs(of: planned[1].tool)
    try obstacle.path.parentDirectory.makeDirectories()
    try obstacle.path.replaceContents(with: [])
    await #expect(throws: Problem.self) { _ = try await world.install(planned) }
    for installed in try world.root.installedVersions() {
      let folder = world.root.folder(of: installed)
      #expect(try Receipt.read(in: folder)?.tool == installed.tool)
      #expect(folder.appending("bin/\(installed.tool)").isExecutableFile)
    }
    try obstacle.path.removeFile()
    _ = try await world.install(planned)
    try expectAll(planned)
  }

  /// The arguments are whether the placement exchanges folders in one step, and whether it fails.
  @Test(arguments: [true, false], [true, false])
  func `a replaced installation is moved to the trash, or stays if placing fails`(
    _ exchanges: Bool, _ fails: Bool
  ) async throws {
    let planned = try planned()
    let receipts = try await world.install(planned).sorted { $0.tool < $1.tool }
    let folder = world.root.folder(of: planned[0].installed)
    let old = try folder.status()?.inode
    let new = world.root.staging.appending("new")
    try new.makeDirectory()
    let id = try new.status()?.inode
    let placement = InstallationPlacement(in: world.root, now: 5, exchanges: exchanges)
    if fails {
      let missing = StagedInstallation(
        folder: world.root.staging.appending("missing"), receipt: receipts[0])
      try world.root.folder(of: planned[1].installed).removeTree()
      await #expect(throws: Problem.self) {
        _ = try await placement.place([.init(folder: new, receipt: receipts[1]), missing])
      }
      #expect(try folder.status()?.inode == old)
      #expect(try world.root.trash.entriesIfPresent() == [])
    } else {
      _ = try await placement.place([.init(folder: new, receipt: receipts[0])])
      #expect(try folder.status()?.inode == id)
      let trashed = try #require(try world.root.trash.entries().first)
      #expect(trashed.hasPrefix("5-.replaced-cmake@1.0-"))
      #expect(try world.root.trash.appending(trashed).status()?.inode == old)
      #expect(!new.exists)
    }
  }
}
