import Diagnostics
import Filesystem
import Layout
import Manifests
import Selection
import Testing
import Vocabulary

/// Tests of the rule that selects a version, without files.
@Suite struct PinChainTests {
  /// Returns the pins as text, with their origins.
  private func words(_ pins: [SelectedPin]) -> [String] {
    pins.map { "\($0.tool) \($0.version) \($0.origin)" }
  }

  @Test func `the nearest folder that names a tool wins over global pins`() throws {
    let chain = try ChainWorld.chain(
      ["/app/sub": ["ruff 1.0"], "/app": ["node 24.0", "ruff 2.0"], "/": ["go 1.25"]],
      global: ["ruff 3.0", "zig 0.15"])
    #expect(
      words(try chain.pins()) == [
        "ruff 1.0 /app/sub/file:1", "node 24.0 /app/file:1", "go 1.25 //file:1",
        "zig 0.15 /tools/global:2",
      ])
  }

  @Test func `a variable overrides every file and may name an unpinned tool`() throws {
    let chain = try ChainWorld.chain(
      ["/app": ["ruff 1.0"]],
      variables: ["BOOTSTRAP_RUFF_VERSION": "9.0", "BOOTSTRAP_CLANG_FORMAT_VERSION": "20"],
      installed: ["clang-format", "ruff"])
    #expect(
      words(try chain.pins()) == [
        "ruff 9.0 BOOTSTRAP_RUFF_VERSION", "clang-format 20 BOOTSTRAP_CLANG_FORMAT_VERSION",
      ])
  }

  @Test(arguments: ["", "latest", "~> 1", "../x", "lts", "jruby-9.4", "1.0;touch", "1.x"])
  func `a variable that is not a version is reported`(_ value: String) throws {
    let chain = try ChainWorld.chain(
      ["/app": ["ruff 1.0"]], variables: ["BOOTSTRAP_RUFF_VERSION": value])
    #expect(
      throws: Problem.selection(.variable(name: "BOOTSTRAP_RUFF_VERSION", value: value))
    ) { try chain.pins() }
  }

  @Test func `a tie is returned, and a lock adds providers for nearer pins`() throws {
    let (node, npm) = (try #require(ToolName("node")), try #require(ToolName("npm")))
    let chain = try ChainWorld.chain(["/app": ["node 1.0", "npm 10.0"]])
    #expect(try chain.pins(ofProviders: [node, npm]).map(\.tool) == [node, npm])
    #expect(try chain.pins(ofProviders: [npm]).map(\.tool) == [npm])
    #expect(try chain.pins(ofProviders: []) == [])

    var above = try ChainWorld.link("/app", ["npm 9.0 lock"])
    above.providers = [npm]
    let below = try ChainWorld.link("/app/sub", ["npm 10.0"])
    let known = PinChain(
      directories: [below, above], global: PinChain.Link(folder: "/tools"))
    #expect(words(try known.pins(ofProviders: [])) == ["npm 10.0 /app/sub/file:1"])
  }

  @Test func `an unreadable file affects only the answers that depend on it`() throws {
    let ruff = try #require(ToolName("ruff"))
    let node = try #require(ToolName("node"))
    let problem = Problem.project(.file(.notAFile(path: "/app/.tool-version", .directory)))
    var broken = PinChain.Link(folder: "/app")
    broken.pinFileProblem = problem
    let chain = PinChain(
      directories: [try ChainWorld.link("/app/sub", ["ruff 1.0"]), broken],
      global: PinChain.Link(folder: "/tools"))
    #expect(words(try chain.pins(ofProviders: [ruff])) == ["ruff 1.0 /app/sub/file:1"])
    #expect(throws: problem) { try chain.pins(ofProviders: [node]) }
    #expect(throws: problem) { try chain.pins() }
  }

  @Test func `a Toolfile without a lock applies to its tools unless overridden`() throws {
    let ruff = try #require(ToolName("ruff"))
    let problem = Problem.selection(.notLocked(tool: ruff, toolfile: "/app/Toolfile"))
    var link = PinChain.Link(folder: "/app")
    link.unavailable = [(ruff, problem)]
    let chain = PinChain(directories: [link], global: PinChain.Link(folder: "/tools"))
    #expect(throws: problem) { try chain.pins() }
    #expect(throws: problem) { try chain.pins(ofProviders: [ruff]) }
    let nearer = PinChain(
      directories: [try ChainWorld.link("/app/sub", ["ruff 1.0"]), link],
      global: PinChain.Link(folder: "/tools"))
    #expect(words(try nearer.pins()) == ["ruff 1.0 /app/sub/file:1"])
  }

  @Test func `an unreadable file is ignored for tools that are pinned before it`() throws {
    let (ruff, node) = (try #require(ToolName("ruff")), try #require(ToolName("node")))
    let problem = Problem.project(.file(.notAFile(path: "/app/Toolfile", .directory)))
    var link = try ChainWorld.link("/app", ["ruff 1.0"])
    link.manifestProblem = problem
    let chain = PinChain(directories: [link], global: PinChain.Link(folder: "/tools"))
    #expect(words(try chain.pins(ofProviders: [ruff])) == ["ruff 1.0 /app/file:1"])
    // An executable that no tool provides runs regardless of the unreadable files.
    #expect(try chain.pins(ofProviders: []) == [])
    #expect(throws: problem) { try chain.pins(ofProviders: [node]) }
    #expect(throws: problem) { try chain.pins(ofProviders: [ruff, node]) }
    #expect(throws: problem) { try chain.pins() }
  }
}
