import Diagnostics
import Filesystem
import Layout
import Manifests
import Selection
import Testing
import Vocabulary
import Workflows

/// The installations that a `verify` checks, and the commands that repair them.
@Suite struct VerificationScopeTests {
  private let world: FolderWorld

  init() throws {
    world = try FolderWorld()
  }

  private func scope(
    _ subject: VerificationScope.Subject = .folder
  ) throws -> VerificationScope {
    try VerificationScope(subject, world.selector)
  }

  private func tools(_ names: (String, String?)...) throws -> VerificationScope.Subject {
    .tools(
      try names.map { tool, version in
        (try #require(ToolName(tool)), try version.map { try #require(VersionText($0)) })
      })
  }

  private var toolfile: String {
    """
    platforms "\(Platform.current.rawValue)"
    source "pypi"
    tool "ninja"
    tool "ruff"
    group :docs, optional: true do
      tool "taplo"
    end

    """
  }

  @Test func `the scope of a folder is what its lock and pins name`() throws {
    try world.write("Toolfile", toolfile)
    try world.writeLock(["ninja 1.0", "ruff 1.0", "taplo 1.0"])
    try world.write(".tool-version", "ruff 1.0\nzig 0.15\ngo 1.25\npython system\n")
    let ruff = try world.install("ruff", "1.0")
    let zig = try world.install("zig", "0.15", isDefault: true)
    try world.install("node", "24.0", isDefault: true)
    // There is no link to this installation, so pins without a lock do not find it.
    try world.install("go", "1.25")
    let scope = try scope()
    #expect(scope.installations == [ruff, zig])
    // taplo is only in an optional group, so it need not be installed.
    #expect(scope.missing.map { "\($0.tool) \($0.version)" } == ["ninja 1.0", "go 1.25"])

    let taplo = try world.install("taplo", "1.0")
    #expect(try self.scope().installations == [ruff, taplo, zig])
  }

  @Test func `a pin of a locked tool is verified once`() throws {
    try world.write("Toolfile", toolfile)
    try world.writeLock(["ninja 1.0", "ruff 1.0"])
    let ruff = try world.install("ruff", "1.0", isDefault: true)
    try world.write("sub/.tool-version", "ruff 1.0\n")
    let below = try Selector(
      root: world.root, environment: Environment([:]), directory: world.folder.appending("sub")
    ) { $0.lastComponent }
    #expect(try VerificationScope(.folder, below).installations == [ruff])
  }

  @Test func `a folder needs a lock for this platform to be verified`() throws {
    #expect(throws: Problem.project(.file(.noManifest(directory: world.folder.string)))) {
      try scope()
    }
    try world.write("Toolfile", toolfile)
    #expect(throws: Problem.project(.lock(.missing(toolfile: "Toolfile")))) { try scope() }
    let other = try #require(Platform.allCases.first { $0 != .current })
    try world.writeLock(["ruff 1.0"], platform: other)
    #expect(
      throws: Problem.project(
        .lock(
          .unsupportedPlatform(
            .current, lock: "Toolfile.lock", locked: [other.rawValue])))
    ) { try scope() }
  }

  @Test func `all or named tools can be verified despite broken files here`() throws {
    try world.write(".tool-version", "broken\n")
    let old = try world.install("ruff", "1.0")
    let new = try world.install("ruff", "2.0")
    let other = try world.install("ruff", "2.0", id: "2222222222222222222222222222222222222222")
    let zig = try world.install("zig", "0.15")
    #expect(throws: Problem.self) { try scope() }
    #expect(Set(try scope(.all).installations) == [old, new, other, zig])
    #expect(Set(try scope(tools(("ruff", nil))).installations) == [old, new, other])
    let named = try scope(tools(("ruff", "2.0"), ("zig", nil), ("ruff", "2.0")))
    #expect(named.installations.count == 3)
    #expect(Set(named.installations) == [new, other, zig])
    #expect(named.missing == [])
  }

  @Test func `a named tool must be installed`() throws {
    try world.install("ruff", "2.0")
    try world.install("ruff", "1.0")
    let (ruff, zig) = (try #require(ToolName("ruff")), try #require(ToolName("zig")))
    let installed = try ["1.0", "2.0"].map { try #require(VersionText($0)) }
    #expect(
      throws: Problem.project(
        .installation(
          .nothingInstalled(tool: ruff, version: "3.0", installed: installed, nearest: [])))
    ) { try scope(tools(("ruff", "1.0"), ("ruff", "3.0"))) }
    #expect(
      throws: Problem.project(
        .installation(.nothingInstalled(tool: zig, version: nil, installed: [], nearest: [])))
    ) { try scope(tools(("zig", nil))) }
  }

  @Test func `each tool is repaired where it is named, preferring this folder`() async throws {
    try world.write("Toolfile", toolfile)
    try world.writeLock(["ninja 1.0", "ruff 1.0", "taplo 1.0"])
    let ruff = try world.install("ruff", "1.0")
    let taplo = try world.install("taplo", "1.0")
    let pinned = try world.install("zig", "0.15", isDefault: true)
    let alsoPinned = try world.install("go", "1.25", isDefault: true)
    let foreign = try world.install("node", "24.0")
    let nobodys = try world.install("deno", "2.0")
    let docs = try #require(GroupName("docs"))
    let scope = try scope(.all)
    func repairs(_ damaged: InstalledVersion...) async throws -> [Repair] {
      try await scope.repairs(of: damaged) { installed in
        installed == nobodys ? [] : ["/projects/other", "/projects/third"]
      }
    }
    #expect(try await repairs() == [])
    #expect(try await repairs(ruff) == [.here(groups: [])])
    #expect(try await repairs(ruff, taplo) == [.here(groups: [docs])])
    #expect(try await repairs(pinned, alsoPinned) == [.pins(["go@1.25", "zig@0.15"])])
    #expect(try await repairs(foreign) == [.folder("other")])
    #expect(try await repairs(nobodys) == [])
    #expect(
      try await repairs(foreign, pinned, taplo)
        == [.here(groups: [docs]), .pins(["zig@0.15"]), .folder("other")])
  }
}
