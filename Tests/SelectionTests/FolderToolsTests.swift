import Diagnostics
import Filesystem
import Layout
import Manifests
import Projects
import Sandboxes
import Selection
import Testing
import Vocabulary

/// Tests of the tools that a folder requires, without files.
@Suite struct FolderToolsTests {
  /// Returns the tools that a folder requires on linux-x64.
  private func tools(
    _ project: Project?, _ chain: PinChain, with groups: GroupChoice = []
  ) throws -> FolderTools {
    try FolderTools(project, chain, with: groups, for: .linuxX64)
  }

  /// Returns the pins as text.
  private func pins(_ tools: FolderTools) -> [String] {
    tools.pins.map { "\($0.tool) \($0.version)" }
  }

  @Test func `the nearest pin counts, and every folder uses its own pins`() throws {
    let tools = try tools(
      nil, ChainWorld.chain(["/a/b": ["ruff 1.0"], "/a": ["ruff 2.0", "node 24.0"]]))
    #expect(pins(tools) == ["ruff 1.0", "node 24.0"])
    // The parent folder also uses the versions that it pins. Otherwise, an install in the
    // subfolder would expose those versions to pruning.
    #expect(
      tools.users.map { user in
        "\(user.folder.string): "
          + user.uses.map { "\($0.tool) \($0.version)" }.joined(separator: ", ")
      } == ["/a: ruff 2.0, node 24.0", "/a/b: ruff 1.0"])
    #expect(tools.count == 2)
  }

  @Test func `a system pin installs nothing and hides pins above it`() throws {
    let tools = try tools(nil, ChainWorld.chain(["/a/b": ["ruff system"], "/a": ["ruff 2.0"]]))
    #expect(pins(tools) == [])
    #expect(tools.users.map(\.folder) == ["/a"])
  }

  @Test func `the search ends at the Toolfile, and the whole lock counts`() throws {
    let project = try ChainWorld.project("source \"pypi\"\ntool \"ruff\"\n", locked: ["ruff 2.0"])
    let tools = try tools(
      project,
      ChainWorld.chain([
        "/app/sub": ["ruff 1.0"], "/app": ["ruff 2.0", "zig 0.15"], "/": ["go 1.25"],
      ]))
    #expect(tools.wanted.map(\.title) == ["ruff 2.0"])
    #expect(pins(tools) == ["ruff 1.0", "zig 0.15"])
    #expect(tools.users.map(\.folder) == ["/app", "/app/sub"])
    #expect(tools.count == 3)
  }

  @Test func `a stanza without an artifact for this platform does not name the tool`() throws {
    let project = try ChainWorld.project(
      "source \"pypi\"\ntool \"ruff\"\n", locked: ["ruff 2.0 macos-arm64"])
    let tools = try tools(project, ChainWorld.chain(["/app": ["ruff 2.0"]]))
    #expect(tools.wanted == [])
    #expect(pins(tools) == ["ruff 2.0"])
  }

  @Test func `a variable pins only tools that are required`() throws {
    let project = try ChainWorld.project("source \"pypi\"\ntool \"ruff\"\n", locked: ["ruff 2.0"])
    let chain = try ChainWorld.chain(
      ["/app": ["zig 0.15"]],
      variables: [
        "BOOTSTRAP_RUFF_VERSION": "9.0", "BOOTSTRAP_ZIG_VERSION": "0.16",
        "BOOTSTRAP_GO_VERSION": "1.25",
      ], installed: ["go"])
    #expect(pins(try tools(project, chain)) == ["zig 0.16", "ruff 9.0"])
    let noVersion = try ChainWorld.chain(
      ["/app": ["zig 0.15"]], variables: ["BOOTSTRAP_ZIG_VERSION": "latest"])
    #expect(
      throws: Problem.selection(.variable(name: "BOOTSTRAP_ZIG_VERSION", value: "latest"))
    ) { try tools(nil, noVersion) }
  }

  @Test func `optional groups are included only if requested`() throws {
    let project = try ChainWorld.project(
      "source \"pypi\"\ntool \"ruff\"\ngroup :release, optional: true do\n  tool \"gh\"\nend\n",
      locked: ["gh 2.0", "ruff 2.0"])
    let chain = try ChainWorld.chain(["/app": []])
    let plain = try tools(project, chain)
    #expect(plain.wanted.map(\.title) == ["ruff 2.0"])
    #expect(plain.locked.map(\.isWanted) == [false, true])
    #expect(plain.optionalGroup(of: plain.locked[0].planned.installed)?.text == "release")
    #expect(plain.optionalGroup(of: plain.locked[1].planned.installed) == nil)
    let all = try tools(project, chain, with: ["release"])
    #expect(all.wanted.map(\.title) == ["gh 2.0", "ruff 2.0"])
  }

  @Test func `nothing requires what files of other version managers pin`() throws {
    let chain = try ChainWorld.chain(["/app": ["node 24.0 idiomatic"]])
    let tools = try tools(nil, chain)
    #expect(tools.isEmpty)
    #expect(try !tools.requiresInstallation(for: #require(chain.pins().first)))
  }

  /// A tool that is pinned for `/app/sub`, a folder in the project `/app`, and whether `exec`
  /// requires the tool.
  @Test(arguments: [
    ("ruff", true), ("gh", false), ("zig", true), ("go", false), ("rust", false), ("npm", false),
  ])
  func `exec requires the project's tools and the pins that apply`(
    _ name: String, _ isRequired: Bool
  ) throws {
    let project = try ChainWorld.project(
      "source \"pypi\"\ntool \"ruff\"\ngroup :release, optional: true do\n  tool \"gh\"\nend\n",
      locked: ["gh 2.0", "ruff 2.0"])
    let chain = try ChainWorld.chain(
      [
        "/app/sub": ["zig 0.15"], "/app": ["gh 2.0 lock", "ruff 2.0 lock"],
        "/": ["go 1.25", "npm 10.0 lock"],
      ], global: ["rust 1.90"])
    let tools = try tools(project, chain)
    let pin = try #require(try chain.pins().first { $0.tool.text == name })
    #expect(tools.requiresInstallation(for: pin) == isRequired)
  }

  @Test func `an unreadable pin file is reported only where it applies`() throws {
    let problem = Problem.project(.file(.notAFile(path: "x", .pipe)))
    var broken = PinChain.Link(folder: "/")
    broken.pinFileProblem = problem
    let near = try ChainWorld.link("/app", ["ruff 1.0"])
    let chain = PinChain(directories: [near, broken], global: PinChain.Link(folder: "/tools"))
    #expect(throws: problem) { try tools(nil, chain) }
    let project = try ChainWorld.project("source \"pypi\"\ntool \"ruff\"\n", locked: [])
    #expect(pins(try tools(project, chain)) == ["ruff 1.0"])
  }
}

/// Tests of whether a folder has the tools that it requires, with installations on disk.
@Suite struct FolderStateTests {
  private let home: TemporaryDirectory
  private let root: Root

  init() throws {
    home = try TemporaryDirectory()
    root = Root(home.path)
    try root.routes.makeDirectories()
    try root.store.replaceContents(with: [])
    try root.libexec.makeDirectories()
    try root.shimProgram.replaceContents(with: "\n".utf8, permissions: 0o755)
  }

  /// Returns the state of `/app` on linux-x64.
  private func state(_ project: Project?, _ chain: PinChain) throws -> FolderState {
    try FolderState(
      of: FolderTools(project, chain, for: .linuxX64), in: root, folder: "/app",
      platform: .linuxX64)
  }

  /// Creates an installation with a single executable. If `isDefault`, also creates the link
  /// `installs/<tool>/<version>`, which a pin without a lock uses. If `hasShim`, also creates the
  /// executable's route and shim.
  private func install(
    _ tool: String, _ version: String, isDefault: Bool, hasShim: Bool = true
  ) throws {
    let name = "\(version)-\(try ChainWorld.id(of: tool))"
    let folder = root.installs.appending("\(tool)/\(name)")
    try folder.appending("bin").makeDirectories()
    try folder.appending("bin/\(tool)").replaceContents(with: [], permissions: 0o755)
    if hasShim {
      try root.routes.appending(tool).replaceContents(with: Array("\(tool)\n.\n".utf8))
      try root.shims.appending(tool).replaceLink(to: Root.shimTarget)
    }
    if isDefault {
      try root.installs.appending("\(tool)/\(version)").makeLink(
        to: FilePath(name))
    }
  }

  @Test func `a folder that requires nothing is an error`() throws {
    #expect(throws: Problem.project(.file(.noManifest(directory: "/app")))) {
      try state(nil, ChainWorld.chain(["/app": []]))
    }
  }

  @Test func `problems are reported in the order in which to fix them`() throws {
    let project = try ChainWorld.project("source \"pypi\"\ntool \"ruff\"\n", locked: ["ruff 2.0"])
    let chain = try ChainWorld.chain(["/app": ["zig 0.15"]])
    let origin = Origin.file("/app/file", line: 1)
    let (ruff, zig) = (try #require(ToolName("ruff")), try #require(ToolName("zig")))
    let locked = WantedVersion(tool: ruff, version: try #require(PinnedVersion("2.0")))
    let pin = WantedVersion(
      tool: zig, version: try #require(PinnedVersion("0.15")), origin: origin)
    let pinned = Problem.project(.installation(.notInstalled([pin])))
    #expect(
      try state(project, chain).problems == [
        .project(.installation(.notInstalled([locked]))), pinned,
      ])
    try install("ruff", "2.0", isDefault: false)
    #expect(try state(project, chain).problems == [pinned])
    try install("zig", "0.15", isDefault: true)
    #expect(try state(project, chain).problems == [])
    #expect(try state(project, chain).count == 2)
    let folder = root.installs.appending("ruff/2.0-\(try ChainWorld.id(of: "ruff"))")
    try folder.appending("bin/ruff").removeFile()
    #expect(
      try state(project, chain).problems == [
        .project(.installation(.damaged([locked])))
      ])
    try root.staging.appending(".work.1-dead").makeDirectories()
    #expect(try state(project, chain).problems.last == .project(.installation(.unfinishedWork)))
  }

  @Test func `the work of a running process matters only until the tools have shims`()
    async throws
  {
    let project = try ChainWorld.project("source \"pypi\"\ntool \"ruff\"\n", locked: ["ruff 2.0"])
    let chain = try ChainWorld.chain(["/app": ["zig 0.15"]])
    try install("ruff", "2.0", isDefault: false, hasShim: false)
    try install("zig", "0.15", isDefault: true, hasShim: false)
    try root.staging.appending(".work.1-busy").makeDirectories()
    #expect(
      try state(project, chain).problems == [.project(.installation(.unfinishedWork))],
      "its owner is dead")
    let lock = try FileLock.acquire(root.stagingLock, purpose: "test", timeout: .zero) { _ in }
    #expect(
      try state(project, chain).problems == [.project(.installation(.unfinishedWork))], "no routes")
    for name in ["ruff", "zig"] {
      try root.routes.appending(name).replaceContents(with: Array("aa\n\(name)\n.\n".utf8))
      try root.shims.appending(name).makeLink(to: "../libexec/bootstrap-shim")
    }
    #expect(try state(project, chain).problems == [])
    for name in ["ruff", "zig"] {
      try root.routes.appending(name).replaceContents(with: [])
      #expect(
        try state(project, chain).problems == [.project(.installation(.unfinishedWork))], "\(name)")
      try root.routes.appending(name).replaceContents(with: Array("\(name)\n.\n".utf8))
    }
    try root.shims.appending("zig").removeFile()
    #expect(
      try state(project, chain).problems == [.project(.installation(.unfinishedWork))], "no shim")
    try root.shims.appending("zig").makeLink(to: "../libexec/bootstrap-shim")
    #expect(try state(project, chain).problems == [])
    _ = consume lock
    // A process that another test is starting keeps the lock until it runs its program.
    for _ in 0..<1000 where try state(project, chain).problems.isEmpty {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(try state(project, chain).problems == [.project(.installation(.unfinishedWork))])
  }

  /// Returns the problem that the shims of these executables are missing.
  private func missingShims(_ names: String...) -> Problem {
    .project(.installation(.missingShims(names.compactMap { ExecutableName($0) })))
  }

  @Test func `an executable without its shim or route is named`() throws {
    let project = try ChainWorld.project("source \"pypi\"\ntool \"ruff\"\n", locked: ["ruff 2.0"])
    let chain = try ChainWorld.chain(["/app": ["zig 0.15"]])
    try install("ruff", "2.0", isDefault: false, hasShim: false)
    try install("zig", "0.15", isDefault: true)
    #expect(try state(project, chain).problems == [missingShims("ruff")])
    try root.shims.appending("ruff").makeLink(to: Root.shimTarget)
    #expect(try state(project, chain).problems == [missingShims("ruff")], "no route")
    let route = root.routes.appending("ruff")
    for text in ["ruff\n", "rufflint\n.\n", "lint-ruff\nzig\n.\n"] {
      try route.replaceContents(with: Array(text.utf8))
      #expect(try state(project, chain).problems == [missingShims("ruff")], "\(text)")
    }
    try route.replaceContents(with: Array("aa\nruff\nzig\n.\n".utf8))
    #expect(try state(project, chain).problems == [])
    try root.shims.appending("zig").removeFile()
    try root.shims.appending("ruff").removeFile()
    #expect(try state(project, chain).problems == [missingShims("ruff", "zig")])
    // What a rehash gives no shim needs none.
    try root.shims.appending("ruff").makeLink(to: Root.shimTarget)
    let bin = root.installs.appending("zig/0.15/bin")
    try bin.appending("zig").setPermissions(0o644)
    #expect(try state(project, chain).problems == [])
    try bin.appending("zig").setPermissions(0o755)
    try root.shims.appending("zig").makeLink(to: Root.shimTarget)
    try bin.appending("bootstrap").replaceContents(with: [], permissions: 0o755)
    try bin.appending("data").makeDirectories()
    #expect(try state(project, chain).problems == [])
  }

  @Test func `a shim must be a link to the shim program, which must exist`() throws {
    let chain = try ChainWorld.chain(["/app": ["zig 0.15"]])
    try install("zig", "0.15", isDefault: true)
    try root.routes.appending("zig").replaceContents(with: Array("zig\n.\n".utf8))
    let shim = root.shims.appending("zig")
    try shim.replaceLink(to: FilePath("/old/libexec/bootstrap-shim"))
    #expect(try state(nil, chain).problems == [missingShims("zig")])
    // An install leaves the links and files of the user in place.
    let occupied = Problem.project(.installation(.occupiedShims([shim.string])))
    for target in ["/usr/bin/true", "../libexec/other"] {
      try shim.replaceLink(to: FilePath(target))
      #expect(try state(nil, chain).problems == [occupied], "\(target)")
    }
    try shim.replaceContents(with: [])
    #expect(try state(nil, chain).problems == [occupied], "a file of the user")
    try shim.replaceLink(to: Root.shimTarget)
    #expect(try state(nil, chain).problems == [])
    try root.shimProgram.removeFile()
    let problem = Problem.system(.missingProgram(path: root.shimProgram.string))
    #expect(try state(nil, chain).problems == [problem])
  }

  @Test func `a missing or stale lock is reported before its tools`() throws {
    let chain = try ChainWorld.chain(["/app": []])
    let none = try ChainWorld.project("source \"pypi\"\ntool \"ruff\"\n", locked: nil)
    #expect(try state(none, chain).problems == [.project(.lock(.missing(toolfile: "Toolfile")))])
    let stale = try ChainWorld.project(
      "source \"pypi\"\ntool \"ruff\"\ntool \"zig\"\n", locked: ["ruff 2.0"])
    guard case .project(.lock(.stale(_, let difference)))? = try state(stale, chain).problems.first
    else {
      Issue.record("not stale")
      return
    }
    #expect(difference.added.map(\.tool.text) == ["zig"])
  }
}
