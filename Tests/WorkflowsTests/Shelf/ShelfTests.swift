import Diagnostics
import Filesystem
import Layout
import Locking
import LoopbackServer
import Manifests
import Projects
import SampleWheels
import Selection
import SourceKinds
import Testing
import ToolSources
import Vocabulary
import Workflows

/// Tests that a source can be added with only its own code (`ShelfKind`, `ShelfSource`) and an
/// entry in a list of kinds.
@Suite struct ShelfTests {
  private let world: WorkflowWorld

  init() throws {
    world = try WorkflowWorld(
      kinds: ShippedSource.allCases.map(\.openableKind) + [ShelfKind.self])
    try put("config", "shelf tools\n", in: world.root.path)
    try put("greet-1.0.0", "#!/bin/sh\necho greetings\n")
    try put("hello-1.5.0", "#!/bin/sh\necho hello\n")
    try put("words.txt", "good morning\n")
    try put(
      "shelf.txt",
      """
      tool greet 1.0.0 greet-1.0.0 hello >= 1
      part greet 1.0.0 words 3.1 words.txt
      tool hello 1.5.0 hello-1.5.0
      """)
    try put("none.txt", "")
  }

  /// Writes a file, by default on the shelf.
  private func put(_ name: String, _ text: String, in folder: FilePath? = nil) throws {
    let folder = folder ?? world.path.appending("tools")
    try folder.makeDirectories()
    try folder.appending(name).replaceContents(with: Array(text.utf8))
  }

  /// Locks and installs a project with these declarations.
  private func install(_ toolfile: String) async throws -> InstallWorkflow.Report {
    try put(Toolfile.name, "platforms \"\(Platform.current)\"\n" + toolfile, in: world.path)
    let installing = world.installing
    let request = try installing.request(for: try world.selector(), .writable, with: [])
    return try await installing.install(request)
  }

  /// Returns the source problems with which the install of these declarations fails.
  private func problems(_ toolfile: String) async -> [SourceProblem] {
    let problem = await #expect(throws: Problem.self) { _ = try await install(toolfile) }
    switch problem {
    case .sources(let problems): return problems
    case .syntax(let problems):
      return problems.problems.compactMap {
        if case .source(let problem) = $0.fault { problem } else { nil }
      }
    default:
      Issue.record("\(String(describing: problem))")
      return []
    }
  }

  @Test func `a tool from an added source is locked and installed with needs and parts`()
    async throws
  {
    let report = try await install("tool \"greet\", shelf: \"Greet\"\n")
    #expect(report.installed.map(\.tool.text).sorted() == ["greet", "hello"])
    let bytes = try world.path.appending(Lockfile.name).contents(limit: 1 << 20)
    let lock = try Lockfile(parsing: bytes, path: Lockfile.name)
    let greet = try #require(lock.tools.first)
    #expect(greet.declaration.source == "shelf")
    #expect(greet.declaration["package"] == "Greet")
    #expect(greet.needs.map { "\($0.tool) \($0.requirement)" } == ["hello >= 1"])
    #expect(greet.parts.map { "\($0.name) \($0.version)" } == ["words 3.1"])

    let receipt = try #require(report.installed.first { $0.tool.text == "greet" })
    // The content id covers the parts as well.
    #expect(receipt.id == greet.contentID(for: .current))
    #expect(receipt.id != greet.with { $0.parts = [] }.contentID(for: .current))
    #expect(receipt.parts.map(\.name.text) == ["words"])
    let folder = world.root.installation(of: receipt.tool, receipt.version, receipt.id)
    #expect(try folder.appending("bin").entries() == ["greet"])
    #expect(
      try folder.appending("parts/words-3.1/words").contents(limit: 100)
        == Array("good morning\n".utf8))
    try await world.expectAgreement(Set(try world.root.installedVersions()))
    #expect(try await install("tool \"greet\", shelf: \"Greet\"\n").installed == [])
  }

  @Test func `verify detects a changed part`() async throws {
    let report = try await install("tool \"greet\", shelf: \"greet\"\n")
    let receipt = try #require(report.installed.first { $0.tool.text == "greet" })
    let installed = InstalledVersion(
      tool: receipt.tool, version: receipt.version, id: receipt.id)
    let part = world.root.folder(of: installed).appending("parts/words-3.1/words")
    try part.replaceContents(with: Array("good evening\n".utf8))
    try part.setPermissions(0o755)
    let verified = try await VerifyWorkflow(root: world.root, inventory: world.inventorySource)
      .verify([installed])
    #expect(
      verified.results.map(\.damage) == [
        InstallationDamage(
          tool: receipt.tool, version: receipt.version,
          kind: .files([FileDamage(path: "parts/words-3.1/words", fault: .digest)]))
      ])
  }

  @Test func `a part that does not match the lock prevents the install`() async throws {
    let toolfile = "tool \"greet\", shelf: \"greet\"\n"
    try put(Toolfile.name, "platforms \"\(Platform.current)\"\n" + toolfile, in: world.path)
    let locking = world.locking
    let project = try locking.project(in: world.path, ManifestFiles()) { $0.lastComponent }
    _ = try await locking.relock(LockRequest(project, replacing: project.lock))
    try put("words.txt", "good evening\n")
    #expect(await problems(toolfile).map(\.exitCode) == [.corruptArtifact])
    #expect(try world.root.installedVersions() == [])
  }

  @Test func `invalid options are reported before the source is queried`() async throws {
    let found = await problems(
      """
      tool "greet", shelf: "greet", edition: 3
      tool "hello", shelf: "hello", shelves: "none"

      """)
    #expect(
      found.map(\.fault) == [
        .declaration(.badOption("edition", expected: .text)),
        .declaration(
          .unknownOption(
            "shelves",
            known: ToolOption.allCases.map(\.rawValue)
              + ["directory", "gem", "github", "pypi", "shelf", "url", "edition"])),
      ])
  }

  @Test func `a fault specific to the source is reported by the source`() async throws {
    let found = await problems("tool \"greet\", shelf: \"greet\", edition: \"none\"\n")
    #expect(found.map(\.fault) == [.own(.empty)])
    #expect(found.map(\.exitCode) == [.noManifest])
  }
}
