import Diagnostics
import Filesystem
import IndexWorlds
import Layout
import LoopbackServer
import Manifests
import Projects
import SampleWheels
import Sandboxes
import Testing
import Vocabulary

@testable import Locking

/// Locks made from an index on a loopback server, and from folders of tools.
@Suite struct LockWorkflowTests {
  private let world: IndexWorld

  init() throws {
    world = try IndexWorld()
  }

  /// Locks a project with this Toolfile.
  private func lock(
    _ toolfile: String, previous: Lockfile? = nil, updating update: LockUpdate = .nothing
  ) async throws -> Lockfile {
    try world.path.appending(Toolfile.name).replaceContents(with: Array(toolfile.utf8))
    let project = try Project.load(world.path) { $0.lastComponent }
    return try await world.locking.resolve(
      LockRequest(project, replacing: previous, updating: update)
    ).lock
  }

  /// Publishes a version of ninja and of ruff.
  private func publish(_ version: String) {
    for name in ["ninja", "ruff"] { world.index.publish(name, version) }
  }

  /// The paths of the pages that were requested from the index.
  private var requestedPages: Set<String> {
    Set(world.index.server.requests.map(\.path).filter { $0.hasPrefix("/simple/") })
  }

  @Test func `only changed tools are queried, and keep their version if possible`() async throws {
    publish("1.0")
    let first = try await lock("source \"pypi\"\ntool \"ninja\"\ntool \"ruff\"\n")
    publish("1.1")
    world.index.server.forgetRequests()
    #expect(
      try await lock("source \"pypi\"\ntool \"ninja\"\ntool \"ruff\"\n", previous: first) == first)
    #expect(requestedPages == [])

    let second = try await lock(
      "source \"pypi\"\ntool \"ninja\"\ntool \"ruff\", \">= 1\"\n", previous: first)
    #expect(second.tools.map(\.version.text) == ["1.0", "1.0"])
    #expect(requestedPages == ["/simple/ruff/"])

    let third = try await lock(
      "source \"pypi\"\ntool \"ninja\"\ntool \"ruff\", \"> 1.0\"\n", previous: second)
    #expect(third.tools.map(\.version.text) == ["1.0", "1.1"])
    let newest = try await lock(
      "source \"pypi\"\ntool \"ninja\"\ntool \"ruff\"\n", previous: third, updating: .everything)
    #expect(newest.tools.map(\.version.text) == ["1.1", "1.1"])
  }

  @Test func `new platforms are added with the locked versions`() async throws {
    publish("1.0")
    let first = try await lock("platforms \"linux-x64\"\nsource \"pypi\"\ntool \"ruff\"\n")
    publish("1.1")
    let second = try await lock(
      "platforms \"linux-x64\", \"macos-arm64\"\nsource \"pypi\"\ntool \"ruff\"\n", previous: first)
    #expect(second.tools.map(\.version.text) == ["1.0"])
    #expect(second.tools[0].artifacts.map(\.platform) == [.linuxX64, .macosArm64])
  }

  @Test func `an added tool is locked and a removed one is dropped`() async throws {
    publish("1.0")
    let first = try await lock("source \"pypi\"\ntool \"ninja\"\n")
    let second = try await lock("source \"pypi\"\ntool \"ruff\"\n", previous: first)
    #expect(second.tools.map(\.name.text) == ["ruff"])
  }

  // MARK: Tools that need tools

  /// Writes the index of a directory source. Each of `lines` is a version, such as `ruby 2.7`,
  /// optionally with a need, such as `fastlane 2.220 ruby >= 2.6`.
  private func put(_ lines: [String]) throws {
    let digest = String(repeating: "0a", count: 32)
    var index = "index 1\n"
    for line in lines {
      let words = line.split(separator: " ", maxSplits: 3).map(String.init)
      index +=
        "artifact \(words[0]) \(words[1]) any raw sha256:\(digest) 5 f provides \(words[0])\n"
      if words.count > 2 {
        let requirement = words.count > 3 ? " \"\(words[3])\"" : ""
        index += "needs \(words[0]) \(words[1]) \(words[2])\(requirement)\n"
      }
    }
    let folder = world.path.appending("tools")
    try folder.makeDirectories()
    try folder.appending("index").replaceContents(with: Array(index.utf8))
  }

  /// Returns a Toolfile with the given declarations.
  private func toolfile(_ tools: String...) -> String {
    "platforms \"linux-x64\"\nsource \"directory\", \"tools\"\n"
      + tools.map { "tool \($0)\n" }.joined()
  }

  /// Returns the names and versions of the locked tools.
  private func versions(of lock: Lockfile) -> [String] {
    lock.tools.map { "\($0.name) \($0.version)" }
  }

  @Test func `only conflicting versions change`() async throws {
    try put(["ruby 2.5", "git 1.0", "lint 1.0 git"])
    let first = try await lock(toolfile(#""ruby""#, #""lint""#))
    #expect(versions(of: first) == ["git 1.0", "lint 1.0", "ruby 2.5"])

    try put([
      "ruby 2.5", "ruby 2.6", "ruby 3.0", "git 1.0", "git 2.0", "lint 1.0 git", "lint 2.0 git",
      "fastlane 2.220 ruby >= 2.6", "jazzy 1.0 ruby < 3",
    ])
    let second = try await lock(
      toolfile(#""ruby""#, #""lint""#, #""fastlane""#), previous: first)
    #expect(versions(of: second) == ["fastlane 2.220", "git 1.0", "lint 1.0", "ruby 3.0"])
    // jazzy excludes the locked ruby 3.0. The newest version that meets all requirements is 2.6.
    let third = try await lock(
      toolfile(#""ruby""#, #""lint""#, #""fastlane""#, #""jazzy""#), previous: second)
    #expect(
      versions(of: third) == ["fastlane 2.220", "git 1.0", "jazzy 1.0", "lint 1.0", "ruby 2.6"])
  }

  @Test func `updating one tool changes no other one`() async throws {
    try put(["ruby 2.5", "git 1.0", "lint 1.0 git", "fastlane 2.219 ruby >= 2.0"])
    let wanted = toolfile(#""fastlane""#, #""lint""#)
    let first = try await lock(wanted)
    try put([
      "ruby 2.5", "ruby 2.6", "ruby 3.0", "git 1.0", "git 2.0", "lint 1.0 git", "lint 2.0 git",
      "fastlane 2.219 ruby >= 2.0", "fastlane 2.220 ruby >= 2.0",
    ])
    let name = try #require(ToolName("fastlane"))
    #expect(
      versions(of: try await lock(wanted, previous: first, updating: .tools([name])))
        == ["fastlane 2.220", "git 1.0", "lint 1.0", "ruby 2.5"])
    try put([
      "ruby 2.5", "ruby 2.6", "ruby 3.0", "git 1.0", "git 2.0", "lint 1.0 git", "lint 2.0 git",
      "fastlane 2.219 ruby >= 2.0", "fastlane 2.221 ruby >= 2.6, < 3",
    ])
    #expect(
      versions(of: try await lock(wanted, previous: first, updating: .tools([name])))
        == ["fastlane 2.219", "git 1.0", "lint 1.0", "ruby 2.5"])
    let ruby = try #require(ToolName("ruby"))
    #expect(
      versions(of: try await lock(wanted, previous: first, updating: .tools([name, ruby])))
        == ["fastlane 2.221", "git 1.0", "lint 1.0", "ruby 2.6"])
    #expect(
      versions(of: try await lock(wanted, previous: first, updating: .everything))
        == ["fastlane 2.221", "git 2.0", "lint 2.0", "ruby 2.6"])
  }

  @Test func `only versions that a merge made impossible are selected again`() async throws {
    try put(["ruby 2.0", "ruby 3.0", "git 1.0", "fastlane 1.1 ruby < 3", "lint 1.0 git"])
    for wanted in [
      toolfile(#""fastlane""#, #""lint""#, #""ruby""#), toolfile(#""fastlane""#, #""lint""#),
    ] {
      let whole = try await lock(wanted)
      let merged = Lockfile(
        platforms: whole.platforms,
        tools: whole.tools.map { tool in
          tool.name.text == "ruby"
            ? tool.with { $0.version = VersionText("3.0") ?? $0.version } : tool
        }, replacing: nil)
      try put([
        "ruby 2.0", "ruby 3.0", "git 1.0", "git 2.0", "fastlane 1.1 ruby < 3", "lint 1.0 git",
      ])
      #expect(try await lock(wanted, previous: merged) == whole)
      try put(["ruby 2.0", "ruby 3.0", "git 1.0", "fastlane 1.1 ruby < 3", "lint 1.0 git"])
    }
  }

  @Test func `unneeded tools are dropped, and newly declared ones become direct`() async throws {
    try put(["ruby 2.5", "ruby 2.6", "fastlane 2.219 ruby", "lint 1.0"])
    let first = try await lock(toolfile(#""fastlane""#, #""lint""#))
    #expect(versions(of: first) == ["fastlane 2.219", "lint 1.0", "ruby 2.6"])
    let second = try await lock(toolfile(#""lint""#), previous: first)
    #expect(versions(of: second) == ["lint 1.0"])

    let third = try await lock(
      toolfile(#""fastlane""#, #""lint""#, #""ruby", "~> 2.5""#), previous: first)
    let ruby = try #require(third.tools.last)
    #expect(ruby.wants.map(\.requester.description) == ["Toolfile", "fastlane@2.219"])
    #expect(ruby.declaration["groups"] == "default")
    // Without the added declaration, the lock is the first one again.
    #expect(try await lock(toolfile(#""fastlane""#, #""lint""#), previous: third) == first)
  }

  @Test func `a tool that stays states who needs it`() async throws {
    try put(["ruby 2.5", "lint 1.0"])
    let first = try await lock(toolfile(#""ruby""#, #""lint""#))
    try put(["ruby 2.5", "ruby 3.0", "lint 1.0", "lint 2.0 ruby"])
    let second = try await lock(toolfile(#""ruby""#, #""lint", "> 1""#), previous: first)
    #expect(versions(of: second) == ["lint 2.0", "ruby 2.5"])
    #expect(second.tools[1].wants.map(\.requester.description) == ["Toolfile", "lint@2.0"])
    let third = try await lock(toolfile(#""ruby""#, #""lint", "1.0""#), previous: second)
    #expect(third.tools[1] == first.tools[1])
  }

  @Test func `a conflict is the same beside a tool that stays`() async throws {
    try put(["lint 1.0", "pa 1.0 pc < 2", "pb 1.0 pc >= 2", "pc 1.0", "pc 2.0"])
    let first = try await lock(toolfile(#""lint""#, #""pa""#))
    var problems: [Problem?] = []
    for previous in [nil, first] {
      problems.append(
        await #expect(throws: Problem.self) {
          try await lock(toolfile(#""lint""#, #""pa""#, #""pb""#), previous: previous)
        })
    }
    guard case .project(.lock(.conflict))? = problems[0] else {
      Issue.record("\(String(describing: problems[0]))")
      return
    }
    #expect(problems[0] == problems[1])
  }

  @Test func `a needed tool is locked for its platform despite limits in the Toolfile`()
    async throws
  {
    try put(["pa 1.0 pb < 2", "pb 1.0", "pb 2.0"])
    let wanted = """
      platforms "linux-x64", "linux-arm64"
      source "directory", "tools"
      on "linux-x64" do
        tool "pa"
      end
      on "linux-arm64" do
        tool "pb"
      end

      """
    let first = try await lock(wanted)
    #expect(versions(of: first) == ["pa 1.0", "pb 1.0"])
    #expect(first.tools[1].artifacts.map(\.platform) == [.linuxArm64, .linuxX64])
    #expect(try await lock(wanted, previous: first) == first)

    // Add a tool that needs the already locked pb, then remove it again.
    let alone = wanted.replacing("  tool \"pa\"\n", with: "")
    let before = try await lock(alone)
    #expect(before.tools.map(\.artifacts.count) == [1])
    let pb1 = try await lock(wanted, previous: before)
    #expect(pb1 == first)
    #expect(try await lock(alone, previous: first).tools.map(\.artifacts.count) == [1])
  }

  /// Writes a program that reports a version and leaves a trace that it ran.
  private func putProgram(_ path: FilePath, version: String) throws {
    try path.parentDirectory.makeDirectories()
    let text = "#!/bin/sh\necho ran >> \(world.path.appending("trace").string)\necho \(version)\n"
    try path.replaceContents(with: Array(text.utf8), permissions: 0o755)
  }

  private func lockWithSystemTool() async throws -> Lockfile {
    try await lock(toolfile(#""a""#, #""sh", ">= 8""#))
  }

  @Test func `only a program that the user names is asked for the version of a system tool`()
    async throws
  {
    try put(["a 1.0 sh", "sh 9.0"])
    try world.path.appending(".tool-version").replaceContents(with: Array("sh system\n".utf8))
    let trace = world.path.appending("trace")
    let program = world.system.path.appending("sh")
    try putProgram(program, version: "sh 7.9")
    #expect(try await lockWithSystemTool().tools.map(\.name.text) == ["a"])
    #expect(!trace.exists)
    // A program in the project's folder belongs to the project.
    let inside = world.path.appending("bin/sh")
    try putProgram(inside, version: "sh 7.9")
    try world.root.config.parentDirectory.makeDirectories()
    for path in [inside.string, "bin/sh"] {
      try world.root.config.replaceContents(with: Array("system-version sh \(path)\n".utf8))
      _ = try await lockWithSystemTool()
    }
    #expect(!trace.exists)
    try world.root.config.replaceContents(
      with: Array("system-version sh \(program.string)\n".utf8))
    await #expect {
      _ = try await lockWithSystemTool()
    } throws: { error in
      guard
        case Problem.project(.lock(.systemTool(let tool, program.string, "7.9", let needs, _)))? =
          error as? Problem
      else { return false }
      return tool.text == "sh" && needs == [">= 8 by Toolfile"]
    }
    #expect(trace.exists)
    try putProgram(program, version: "sh 8.1")
    #expect(try await lockWithSystemTool().tools.map(\.name.text) == ["a"])
  }

  @Test func `a lock with needs round-trips`() async throws {
    try put(["ruby 2.5", "fastlane 2.219 ruby >= 2.0, < 3", "jazzy 1.0 ruby"])
    let lock = try await lock(toolfile(#""fastlane""#, #""jazzy""#))
    #expect(try Lockfile(parsing: lock.bytes, path: "Toolfile.lock") == lock)
    #expect(
      lock.tools.last?.wants.map { "\($0.requirement) \($0.requester)" } == [
        ">= 2.0, < 3 fastlane@2.219", " jazzy@1.0",
      ])
  }
}
