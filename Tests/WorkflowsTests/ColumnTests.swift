import Filesystem
import Installation
import Inventory
import Layout
import Locking
import Manifests
import Projects
import SampleWheels
import Selection
import Shims
import Testing
import Vocabulary
import Workflows

/// The steps that bring one tool from a Toolfile to `PATH`, as commands perform them.
///
/// The page "From Toolfile to PATH" describes the same steps.
@Suite struct ColumnTests {
  @Test func `a tool gets from a Toolfile to PATH step by step`() async throws {
    let world = try WorkflowWorld(inventory: .store)
    let root = world.root
    world.index.publish(Wheel("ruff", "1.0", for: .host).program("ruff", script: "echo ruff 1.0"))
    let text = "platforms \"\(Platform.current)\"\nsource \"pypi\"\ntool \"ruff\", \"~> 1.0\"\n"
    try world.path.appending(Toolfile.name).replaceContents(with: Array(text.utf8))

    // The manifest and its requests.
    let project = try Project.load(world.path) { $0.lastComponent }
    #expect(project.requests.map(\.tool.text) == ["ruff"])

    // Lock.
    let lock = try await world.locking.resolve(LockRequest(project, replacing: project.lock)).lock
    let locked = try #require(lock.tools.first)
    #expect("\(locked.name) \(locked.version)" == "ruff 1.0")
    #expect(try project.write(lock))

    // Plan.
    let tools = try FolderTools(
      project.with(lock), try world.selector().pinChain(), for: .current)
    let plan = try InstallPlan(tools.wanted, in: root)
    let planned = try #require(plan.missing.first)
    #expect(planned.title == "ruff 1.0")
    #expect(planned.id == locked.contentID(for: .current))
    #expect(planned.files.map(\.digest) == locked.artifacts.map(\.digest))

    // Fetch and verify.
    let staging = try StagingArea.begin(in: root, purpose: "test") { _ in }
    let steps = InstallSteps(
      world.sources, staging: staging, jobs: 1,
      builds: BuildSettings(launcher: "/nowhere/bootstrap-change", jobs: 1), now: 0)
    let fetched = try await steps.fetcher.fetch(planned)
    #expect(fetched.files.map(\.path) == [root.download(planned.artifact.digest)])

    // Assemble.
    let staged = try await steps.assemblers.assemble(fetched)
    #expect(try Receipt.read(in: staged.folder) == staged.receipt)
    #expect(staged.receipt.contentID == planned.id)
    #expect(try root.installedVersions() == [])

    // Place.
    let placed = try await steps.placement.place([staged])
    #expect(placed == [staged.receipt])
    #expect(try root.installedVersions() == [planned.installed])

    // Record.
    let inventory = try await world.inventory
    try await inventory.installations.record(placed)
    try await inventory.projects.save(tools.users.map { .init($0.folder, uses: $0.uses) })
    #expect(try inventory.installations.inPlace() == [planned.installed])
    #expect(try inventory.projects.users(of: planned.installed) == [project.folder])

    // Shims.
    let changes = try ShimDirectory(root).rehash()
    #expect(changes.added.map(\.text) == ["ruff"])
    try staging.finish()
    try await world.expectAgreement([planned.installed])

    // Run.
    let name = try #require(ExecutableName("ruff"))
    let program = try world.selector().program(of: name)
    #expect(program.path == root.folder(of: planned.installed).appending("bin/ruff"))
    #expect(program.pin?.place == .lock)
    #expect(program.path.isExecutableFile)
  }
}
