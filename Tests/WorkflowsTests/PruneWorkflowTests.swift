import Diagnostics
import Filesystem
import Installation
import Inventory
import Layout
import Manifests
import Projects
import SampleWheels
import Testing
import Vocabulary

@testable import Workflows

/// What a prune removes and keeps, at any time and in any state of the disk.
@Suite struct PruneWorkflowTests {
  private let world: WorkflowWorld
  private static let day: Int64 = 86_400

  init() throws {
    world = try WorkflowWorld()
  }

  /// Returns the workflow as it is after some days.
  private func pruning(
    _ limits: PrunePlan.Limits = .init(), after days: Int64 = 0, space: FreeSpace? = nil
  ) -> PruneWorkflow {
    PruneWorkflow(
      root: world.root, environment: Environment([:]), limits: limits,
      now: WallClock.now + days * Self.day, space: space,
      inventory: world.inventorySource
    ) { _ in }
  }

  private var trash: TrashWorkflow {
    TrashWorkflow(
      root: world.root, environment: Environment([:]), inventory: world.inventorySource
    ) { _ in }
  }

  /// Installs a tool, as the lock of a project or for pins.
  private func install(
    _ tool: String, for project: FilePath? = nil
  ) async throws
    -> InstalledVersion
  {
    let planned = try world.planned(Wheel(tool, "1.0", for: .host).program(tool))
    if let project {
      try project.makeDirectories()
      try await world.install([planned], for: project)
    } else {
      try await world.installPin(tool, "1.0")
    }
    return planned.installed
  }

  @Test func `a missing project keeps its tools for 30 days`() async throws {
    let project = world.root.path.appending("project")
    let ruff = try await install("ruff", for: project)
    try project.removeTree()
    // Any change of the root notices that the project is missing.
    _ = try await install("ninja")
    let early = try await pruning(after: 29).plan(formatPath: \.string)
    #expect(!early.installations.map(\.installed).contains(ruff))
    let plan = try await pruning(after: 30).plan(formatPath: \.string)
    let candidate = try #require(plan.installations.first { $0.installed == ruff })
    guard case .projectMissing(project.string, since: _) = candidate.reason else {
      Issue.record("\(candidate.reason)")
      return
    }
    _ = try await pruning(after: 30).prune(plan)
    try await world.expectAgreement([])
    #expect(try await world.inventory.projects.folders() == [])
  }

  @Test func `a forgotten project keeps nothing, by whichever path`() async throws {
    let project = world.root.path.appending("disk/project")
    let ruff = try await install("ruff", for: project)
    let link = world.root.path.appending("link")
    try link.makeLink(to: "disk")
    // The folder need not be there.
    try project.removeTree()
    var limits = PrunePlan.Limits()
    limits.forgotten = [link.appending("project")]
    let plan = try await pruning(limits).plan(formatPath: \.string)
    #expect(plan.installations.map(\.reason) == [.projectForgotten(project.string)])
    #expect(plan.projects.map(\.reason) == [.forgotten])
    _ = try await pruning(limits).prune(plan)
    try await world.expectAgreement([])
    #expect(!(try world.root.installedVersions().contains(ruff)))
    #expect(try await world.inventory.projects.folders() == [])
    let place = try project.withoutLinks().string
    await #expect(
      throws: Problem.disk(.unknownProject(folder: place, known: []))
    ) { try await pruning(limits).plan(formatPath: \.string) }
  }

  @Test func `a lock keeps its tools, however damaged it is`() async throws {
    let project = world.root.path.appending("project")
    let planned = try world.planned(Wheel("ruff", "1.0", for: .host).program("ruff"))
    _ = try await install("ruff", for: project)
    let text = String(decoding: try world.lock(of: [planned]).bytes, as: UTF8.self)
    func removes(_ lock: String) async throws -> Bool {
      try project.appending(Lockfile.name).replaceContents(with: Array(lock.utf8))
      let plan = try await pruning().plan(formatPath: \.string)
      return plan.installations.map(\.installed).contains(planned.installed)
    }
    #expect(try await removes("lockfile 1\nplatforms \(Platform.current.rawValue)\n"))
    #expect(try await !removes(text))

    let id = planned.id.description
    let foreign = String(id.reversed())
    var damaged = [text.replacing(id, with: foreign)]
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.isEmpty {
      for other in [[], [" \(line)"], ["\(line) x"], [line, line]] {
        var copy = lines
        copy.replaceSubrange(index...index, with: other.map { Substring($0) })
        damaged.append(copy.joined(separator: "\n"))
      }
    }
    for text in damaged {
      let lock = try? Lockfile(parsing: Array(text.utf8), path: Lockfile.name)
      let needed = lock?.tools.compactMap { PlannedInstallation($0, for: .current)?.installed }
      let isNeeded = needed?.contains(planned.installed) ?? true
      #expect(try await removes(text) != isNeeded, "\(text)")
    }
    #expect((try? Lockfile(parsing: Array(damaged[0].utf8), path: Lockfile.name)) == nil)
  }

  @Test func `a project that is back keeps its tools again for as long`() async throws {
    let project = world.root.path.appending("project")
    let ruff = try await install("ruff", for: project)
    try project.removeTree()
    _ = try await install("ninja")
    try project.makeDirectories()
    try project.appending(ToolVersionFile.name).replaceContents(with: Array("ruff 1.0\n".utf8))
    _ = try await install("jq")
    try project.removeTree()
    let plan = try await pruning(after: 31).plan(formatPath: \.string)
    #expect(!plan.installations.map(\.installed).contains(ruff))
  }

  @Test func `what a project needs by now is not removed, though it was agreed`() async throws {
    let ruff = try await install("ruff")
    let plan = try await pruning().plan(formatPath: \.string)
    #expect(plan.installations.map(\.installed) == [ruff])
    let folder = world.root.path.appending("later")
    try folder.makeDirectories()
    try folder.appending(ToolVersionFile.name).replaceContents(with: Array("ruff 1.0\n".utf8))
    try await world.inventory.projects.save([
      .init(folder, uses: [VersionUse(tool: ruff.tool, version: ruff.version, id: nil)])
    ])
    let report = try await pruning().prune(plan)
    #expect(report.removed.isEmpty)
    try await world.expectAgreement([ruff])
  }

  @Test func `the logs of failed builds are kept for 30 days`() async throws {
    _ = try await install("ruff")
    try world.root.logs.makeDirectories()
    for (name, age) in [("new.log", 29 * Self.day), ("old.log", 30 * Self.day)] {
      let log = world.root.logs.appending(name)
      try log.replaceContents(with: [], isDurable: false)
      try log.setModified(secondsSince1970: WallClock.now - age)
    }
    var limits = PrunePlan.Limits()
    limits.keptCount = 1
    let plan = try await pruning(limits).plan(formatPath: \.string)
    #expect(plan.isEmpty)
    #expect(try pruning(limits).hasOtherWork(plan))
    _ = try await pruning(limits).prune(plan)
    #expect(try world.root.logs.entries() == ["new.log"])
    #expect(try !pruning(limits).hasOtherWork(plan))
  }

  @Test func `on a full disk, everything is deleted`() async throws {
    _ = try await install("ruff")
    let full = FreeSpace(byteCount: 0, capacity: 1 << 40, fileCount: 1, fileCapacity: 1)
    let plan = try await pruning().plan(formatPath: \.string)
    let report = try await pruning(space: full).prune(plan)
    #expect(report.isDeleted && !report.isInTrash)
    try await world.expectAgreement([])
    #expect(try world.root.trash.entriesIfPresent() == [])
    #expect(try world.root.downloads.entries() == [])
  }

  @Test func `a restored version has its link, its download, and its original record`()
    async throws
  {
    let ruff = try await install("ruff")
    let inventory = try await world.inventory
    let contents = try await inventory.files.contents(of: ruff)
    _ = try await pruning().prune(try await pruning().plan(formatPath: \.string))
    try await world.expectAgreement([])
    #expect(try world.root.downloads.entries() == [])
    let report = try await trash.restore([.init(tool: ruff.tool, version: nil)])
    #expect(report.restored == [ruff])
    #expect(report.downloadCount == 1)
    try await world.expectAgreement([ruff])
    let linked = try world.root.defaultInstallation(of: ruff.tool, version: ruff.version)
    #expect(linked == ruff)
    #expect(try await inventory.files.contents(of: ruff) == contents)
    #expect(try world.root.trash.entries() == [])
  }

  @Test func `an uninstall that was killed between its moves can be repeated`() async throws {
    let (ruff, jq) = (try await install("ruff"), try await install("jq"))
    try world.root.folder(of: ruff).rename(
      to: try Trash(world.root).place(for: .installation(ruff), now: WallClock.now))
    let uninstalling = UninstallWorkflow(
      root: world.root, environment: Environment([:]), space: nil,
      inventory: world.inventorySource, observe: { _ in })
    let requests = [ruff, jq].map {
      UninstallWorkflow.Request(tool: $0.tool, version: $0.version)
    }
    let report = try await uninstalling.uninstall(
      requests, isForced: false, formatPath: \.string)
    #expect(report.removed == [jq])
    #expect(report.alreadyGone == [requests[0]])
    try await world.expectAgreement([])
    // On a full disk, the trash does not show what was removed.
    try Trash(world.root).deleteAll()
    await #expect(throws: Problem.self) {
      try await uninstalling.uninstall(requests, isForced: false, formatPath: \.string)
    }
    #expect(
      try await uninstalling.uninstall(requests, isForced: true, formatPath: \.string)
        .alreadyGone == requests)
  }

  @Test func `a removal that was moved but not recorded can still be restored`() async throws {
    let ruff = try await install("ruff")
    // A process that dies after the move leaves this.
    let place = try Trash(world.root).place(for: .installation(ruff), now: WallClock.now)
    try world.root.folder(of: ruff).rename(to: place)
    let ninja = try await install("ninja")
    try await world.expectAgreement([ninja])
    _ = try await trash.restore([.init(tool: ruff.tool, version: ruff.version)])
    let inventory = try await world.inventory
    #expect(try inventory.installations.inPlace() == [ninja, ruff])
    guard case .original = try await inventory.files.contents(of: ruff) else {
      Issue.record("the record was rebuilt")
      return
    }
  }

  @Test func `a project that has lost its files keeps its tools for 30 days`() async throws {
    let project = world.root.path.appending("project")
    let ruff = try await install("ruff", for: project)
    #expect(try project.entries() == [])
    // Any change of the root notices this.
    _ = try await install("ninja")
    let early = try await pruning(after: 29).plan(formatPath: \.string)
    #expect(!early.installations.map(\.installed).contains(ruff))
    let plan = try await pruning(after: 30).plan(formatPath: \.string)
    let candidate = try #require(plan.installations.first { $0.installed == ruff })
    guard case .projectWithoutFiles(project.string, since: _) = candidate.reason else {
      Issue.record("\(candidate.reason)")
      return
    }
  }

  @Test func `what is in place is pruned, though it is recorded as removed`() async throws {
    // A power failure can take back the move to the trash, but not the record of it.
    let ruff = try await install("ruff")
    try await world.inventory.installations.trash([ruff], at: WallClock.now)
    #expect(try await pruning().plan(formatPath: \.string).installations.map(\.installed) == [ruff])
  }

  @Test func `a restored version counts as used`() async throws {
    let ruff = try await install("ruff")
    _ = try await pruning().prune(try await pruning().plan(formatPath: \.string))
    _ = try await trash.restore([])
    let plan = try await pruning(after: 29).plan(formatPath: \.string)
    #expect(plan.isEmpty)
    #expect(plan.kept.map(\.installed) == [ruff] && plan.kept.map(\.reason) == [.used])
  }

  @Test func `two removals in one second are restored one by one`() async throws {
    let (ruff, ninja) = (try await install("ruff"), try await install("ninja"))
    for installed in [ninja, ruff] {
      _ = try await UninstallWorkflow(
        root: world.root, environment: Environment([:]), space: nil,
        inventory: world.inventorySource
      ) {
        _ in
      }
      .uninstall([.init(tool: installed.tool, version: nil)], isForced: false, formatPath: \.string)
    }
    #expect(try await trash.restore([]).restored == [ruff])
    #expect(try await trash.restore([]).restored == [ninja])
  }
}
