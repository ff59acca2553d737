import Diagnostics
import Filesystem
import Inventory
import Layout
import Locking
import LoopbackServer
import Manifests
import Projects
import SampleWheels
import Testing
import Vocabulary
import Workflows

/// Complete installs from an index on a loopback server.
@Suite struct InstallWorkflowTests {
  private let world: WorkflowWorld

  init() throws {
    world = try WorkflowWorld()
  }

  @Test func `projects that lock different contents of one version get their own`() async throws {
    let one = try world.planned(
      Wheel("ruff", "1.0", for: .host).program("ruff", script: "echo one"))
    let two = try world.planned(
      Wheel("ruff", "1.0", tag: "py3-none-any").program("ruff", script: "echo two"))
    #expect(one.installed != two.installed)
    for (folder, planned) in [("/one", one), ("/two", two)] {
      let report = try await world.install([planned], for: FilePath(folder))
      #expect(report.installed.map(\.id) == [planned.id])
    }
    try await world.expectAgreement([one.installed, two.installed])
    let inventory = try await world.inventory
    #expect(try inventory.projects.users(of: one.installed) == ["/one"])
    #expect(try inventory.projects.users(of: two.installed) == ["/two"])
    // Installing for a lock does not create the link by which pins without a lock find a version.
    #expect(try world.root.defaultInstallation(of: one.tool, version: one.version) == nil)
  }

  /// Publishes a wheel on a server that answers requests for ranges from another file, and installs
  /// a project that requires it. Returns the problem of the install.
  private func installFromLyingServer(
    _ wheel: Wheel, ranges: Wheel, withSize: Bool
  ) async throws -> Problem? {
    let index = world.index
    index.publish(wheel) { if !withSize { $0.size = nil } }
    let (bytes, others) = (wheel.bytes, ranges.bytes)
    index.server.serve(index.filePath(of: wheel)) { request in
      .file(request.headers["range"] == nil ? bytes : others)
    }
    try world.path.appending(Toolfile.name).replaceContents(
      with: Array("platforms \"\(Platform.current)\"\nsource \"pypi\"\ntool \"ruff\"\n".utf8))
    let installing = world.installing
    let request = try installing.request(for: try world.selector(), .writable, with: [])
    return await #expect(throws: Problem.self) { _ = try await installing.install(request) }
  }

  @Test func `executables that were locked from other bytes are found wrong`() async throws {
    /// Returns a wheel with a file that consists of this number of bytes.
    func padded(_ wheel: Wheel, _ count: Int) -> Wheel {
      wheel.member(ZipMember("pad", [UInt8](repeating: 0, count: count), method: .stored))
    }
    // Both files have the same size, so that only the executables differ.
    let one = Wheel("ruff", "1.0", for: .host).program("ruff")
    let wheel = padded(one.program("ruffx"), 0)
    let ranges = padded(one, wheel.bytes.count - padded(one, 0).bytes.count)
    #expect(ranges.bytes.count == wheel.bytes.count)
    let problem = try await installFromLyingServer(wheel, ranges: ranges, withSize: true)
    guard case .artifact(let artifact)? = problem else {
      Issue.record("\(String(describing: problem))")
      return
    }
    let (ruff, surplus) = (
      try #require(ExecutableName("ruff")), try #require(ExecutableName("ruffx"))
    )
    #expect(artifact.fault == .wrongExecutables(locked: [ruff], found: [ruff, surplus]))
    #expect(artifact.exitCode == .corruptArtifact)
    #expect(try world.root.installedVersions() == [])
  }

  @Test func `a size that was locked from other bytes is found wrong`() async throws {
    let wheel = Wheel("ruff", "1.0", for: .host).program("ruff")
    let ranges = wheel.member(ZipMember("ruff/data", "data\n"))
    let problem = try await installFromLyingServer(wheel, ranges: ranges, withSize: false)
    guard case .sources(let problems)? = problem else {
      Issue.record("\(String(describing: problem))")
      return
    }
    let address = world.index.server.address(world.index.filePath(of: wheel))
    #expect(
      problems.map(\.fault) == [
        .answer(
          .wrongSize(address: address, expected: ranges.bytes.count, actual: wheel.bytes.count))
      ])
    #expect(problems.map(\.exitCode) == [.corruptArtifact])
    #expect(try world.root.installedVersions() == [])
  }

  @Test func `an existing installation is not installed again`() async throws {
    let planned = try world.planned(Wheel("ruff", "1.0", for: .host).program("ruff"))
    try await world.install([planned])
    world.index.server.forgetRequests()
    let report = try await world.install([planned])
    #expect(report.installed == [])
    #expect(report.present == [planned])
    #expect(world.index.server.requests.count == 0)
  }

  @Test func `installing a pin creates the link for pins without a lock`() async throws {
    for version in ["1.0", "2.0"] {
      world.index.publish(Wheel("ruff", version, for: .host).program("ruff"))
    }
    let report = try await world.installPin("ruff", "1.0")
    let installed = try #require(report.pinned.first)
    #expect(installed.version.text == "1.0")
    #expect(
      try world.root.defaultInstallation(of: installed.tool, version: installed.version)
        == installed)
    let newest = try await world.installPin("ruff", nil)
    #expect(newest.pinned.map(\.version.text) == ["2.0"])
    try await world.expectAgreement([installed, try #require(newest.pinned.first)])
  }

  @Test func `a typed prefix installs the newest, and a pin has links by both spellings`()
    async throws
  {
    for version in ["0.14.0", "0.14.2"] {
      world.index.publish(Wheel("ruff", version, for: .host).program("ruff"))
    }
    let newest = try await world.installPin("ruff", "0.14", isTyped: true)
    #expect(newest.pinned.map(\.version.text) == ["0.14.2"])
    let tool = try #require(newest.pinned.first?.tool)
    #expect(try world.root.defaultVersions(of: tool).map(\.text) == ["0.14.2"])

    let pinned = try await world.installPin("ruff", "0.14")
    #expect(pinned.pinned.map(\.version.text) == ["0.14.0"])
    #expect(
      try world.root.defaultVersions(of: tool).map(\.text) == ["0.14", "0.14.0", "0.14.2"])
  }

  @Test func `what another version manager's file asks in vain does not stop the rest`()
    async throws
  {
    world.index.publish(Wheel("ruff", "1.0", for: .host).program("ruff"))
    world.index.publish(Wheel("ninja", "1.0", for: .host).program("ninja"))
    var request = InstallWorkflow.Request()
    for (tool, version) in [("ninja", "9.9"), ("ruff", "1.0")] {
      try world.define(tool)
      let name = try #require(ToolName(tool))
      let number = try #require(VersionText(version))
      request.guests.append(
        PinRequest(tool: name, version: number, origin: .file(".tool-versions", line: 1)))
    }
    let report = try await world.installing.install(request)
    #expect(report.installed.map(\.tool.text) == ["ruff"])
    #expect(report.guestProblem?.exitCode == .notAvailable)
    request.guests.removeLast()
    await #expect(throws: Problem.self) { try await world.installing.install(request) }
  }

  /// The arguments are the path of an obstacle in the root, and whether installations become
  /// visible before the install fails at that path.
  @Test(arguments: [
    ("downloads", false), ("installs", false), ("installs/ninja", false),
    ("shims/.routes", true), ("shims/.routes/ruff", true), ("shims", true),
  ])
  func `a failed install is never partly visible and the next one completes it`(
    _ place: String, _ isVisible: Bool
  ) async throws {
    let planned = try ["ninja", "ruff"].map {
      try world.planned(Wheel($0, "1.0", for: .host).program($0))
    }
    let obstacle = world.root.path.appending(place)
    try obstacle.parentDirectory.makeDirectories()
    // The obstacle is a folder in place of a file, or a file in place of a folder.
    if place == "shims/.routes/ruff" {
      try obstacle.makeDirectory()
    } else {
      try obstacle.replaceContents(with: Array("in the way".utf8))
    }
    await #expect(throws: Problem.self) {
      try await world.install(planned)
    }
    let visible = try world.root.installedVersions()
    if isVisible { #expect(visible == planned.map(\.installed)) }
    for installed in visible {
      #expect(try Receipt.read(in: world.root.folder(of: installed))?.id == installed.id)
    }
    try obstacle.removeTree()
    let report = try await world.install(planned)
    #expect(report.installed.count + report.present.count == 2)
    try await world.expectAgreement(Set(planned.map(\.installed)))
  }

  @Test func `a failure after recording keeps the record, and the next run adds the link`()
    async throws
  {
    world.index.publish(Wheel("ruff", "1.0", for: .host).program("ruff"))
    let link = world.root.path.appending("installs/ruff/1.0")
    try link.appending("in the way").makeDirectories()
    await #expect(throws: Problem.self) {
      try await world.installPin("ruff", "1.0")
    }
    let installed = try world.root.installedVersions()
    #expect(installed.count == 1)
    try await world.expectAgreement(Set(installed))
    try link.removeTree()
    let report = try await world.installPin("ruff", "1.0")
    #expect(report.installed == [])
    #expect(report.pinned == installed)
    #expect(try link.linkTarget() == FilePath(world.root.folder(of: installed[0]).lastComponent))
  }

  @Test func `concurrent installs in one process both succeed`() async throws {
    let planned = try ["cmake", "ninja", "ruff"].map {
      try world.planned(Wheel($0, "1.0", for: .host).program($0))
    }
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<2 {
        group.addTask { try await world.install(planned).installed.count }
      }
      var counts: [Int] = []
      for try await count in group { counts.append(count) }
      return counts
    }
    #expect(counts.sorted() == [0, 3])
    try await world.expectAgreement(Set(planned.map(\.installed)))
  }
}
