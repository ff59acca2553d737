import Diagnostics
import Filesystem
import IndexWorlds
import LoopbackServer
import Manifests
import Projects
import SampleGems
import SampleWheels
import Testing
import Versions
import Vocabulary

@testable import Locking

/// Locks of gems with their graphs.
@Suite struct GemLockTests {
  let world: IndexWorld

  init() throws {
    world = try IndexWorld()
    for version in ["3.3.9", "3.4.5"] { world.index.publish("ruby", version) }
  }

  func lock(
    _ tools: String, previous: Lockfile? = nil, updating update: LockUpdate = .nothing,
    preferring preference: UpdatePreference = .newest
  ) async throws -> Lockfile {
    let toolfile = "platforms \"linux-x64\", \"macos-arm64\"\n" + tools
    try world.path.appending(Toolfile.name).replaceContents(with: Array(toolfile.utf8))
    let project = try Project.load(world.path) { $0.lastComponent }
    return try await world.locking.resolve(
      LockRequest(project, replacing: previous, updating: update, preferring: preference)
    ).lock
  }

  private func parts(_ lock: Lockfile, of tool: String) -> [String] {
    let stanza = lock.tools.first { $0.name.text == tool }
    return (stanza?.parts ?? []).map { part in
      "\(part.platform?.rawValue ?? "any") \(part.name) \(part.version)"
    }
  }

  static let ruby = "tool \"ruby\", pypi: \"ruby\"\n"

  @Test func `a lock contains each gem of the graph`() async throws {
    world.gems.publish(
      SampleGem("fastlane", "2.0", needs: ["json": "~> 2.0", "CFPropertyList": ">= 1"])
        .program("fastlane"))
    world.gems.publish(SampleGem("json", "2.1").extension("json_ext"))
    world.gems.publish(SampleGem("json", "3.0"))
    world.gems.publish(SampleGem("CFPropertyList", "1.0"))
    let lock = try await lock(Self.ruby + "tool \"fastlane\", gem: \"fastlane\"\n")
    let stanza = try #require(lock.tools.first { $0.name.text == "fastlane" })
    #expect(parts(lock, of: "fastlane") == ["any CFPropertyList 1.0", "any json 2.1"])
    #expect(stanza.provides.map(\.name.text) == ["fastlane"])
    #expect(stanza.artifacts.map(\.platform) == [.linuxX64, .macosArm64])
    #expect(stanza.needs.map(\.tool) == [.ruby])
    #expect(stanza.extensions.map(\.text) == ["json"])
    #expect(stanza.dependencies.map(\.dependency.tool) == [.ruby, .ruby])
    #expect(String(decoding: lock.bytes, as: UTF8.self).contains("\nlockfile 2\n"))
  }

  @Test func `two tools have graphs of their own`() async throws {
    for (name, requirement) in [("fastlane", "~> 1.0"), ("danger", "~> 2.0")] {
      world.gems.publish(SampleGem(name, "1.0", needs: ["faraday": requirement]).program(name))
    }
    for version in ["1.5", "2.5"] { world.gems.publish(SampleGem("faraday", version)) }
    let lock = try await lock(
      Self.ruby + "tool \"danger\", gem: \"danger\"\ntool \"fastlane\", gem: \"fastlane\"\n")
    #expect(parts(lock, of: "fastlane") == ["any faraday 1.5"])
    #expect(parts(lock, of: "danger") == ["any faraday 2.5"])
  }

  @Test func `a gem that needs an older Ruby moves Ruby`() async throws {
    world.gems.publish(SampleGem("fastlane", "1.0", needs: ["json": ">= 0"]).program("fastlane"))
    var json = SampleGem("json", "2.0")
    json.ruby = ">= 3.0, < 3.4"
    world.gems.publish(json)
    let lock = try await lock(Self.ruby + "tool \"fastlane\", gem: \"fastlane\"\n")
    #expect(lock.tools.first { $0.name == .ruby }?.version.text == "3.3.9")
    let stanza = lock.tools.first { $0.name.text == "fastlane" }
    #expect(stanza?.needs.first?.requirement.description == ">= 3.0, < 3.4")
    await #expect(throws: Problem.self) {
      _ = try await self.lock(
        "tool \"ruby\", \"3.4.5\", pypi: \"ruby\"\ntool \"fastlane\", gem: \"fastlane\"\n")
    }
  }

  @Test func `an update of a tool unlocks its gems and no others`() async throws {
    for name in ["danger", "fastlane"] {
      world.gems.publish(SampleGem(name, "1.0", needs: ["json": ">= 1"]).program(name))
    }
    world.gems.publish(SampleGem("json", "1.0"))
    let tools =
      Self.ruby + "tool \"danger\", gem: \"danger\"\ntool \"fastlane\", gem: \"fastlane\"\n"
    let first = try await lock(tools)
    world.gems.publish(SampleGem("json", "1.1"))
    let fastlane = try #require(ToolName("fastlane"))
    let second = try await lock(tools, previous: first, updating: .tools([fastlane]))
    #expect(parts(second, of: "fastlane") == ["any json 1.1"])
    #expect(parts(second, of: "danger") == ["any json 1.0"])
    world.gems.server.forgetRequests()
    #expect(try await lock(tools, previous: second) == second)
    #expect(world.gems.server.requests.isEmpty)
  }

  @Test func `a second lock of sixty gems asks only for the list of all pages`() async throws {
    var fastlane = SampleGem("fastlane", "1.0").program("fastlane")
    for number in 1..<60 {
      fastlane = fastlane.needing("part\(number)", ">= 1")
      world.gems.publish(SampleGem("part\(number)", "1.0"))
    }
    world.gems.publish(fastlane)
    let tools = Self.ruby + "tool \"fastlane\", gem: \"fastlane\"\n"
    let first = try await lock(tools)
    let paths = { world.gems.server.requests.map(\.path).filter { $0.hasPrefix("/gems/") } }
    #expect(paths().filter { $0.hasPrefix("/gems/info/") }.count == 60)
    #expect(!paths().contains("/gems/versions"))
    world.gems.server.forgetRequests()
    #expect(try await lock(tools) == first)
    #expect(paths() == ["/gems/versions"])
  }

  /// Publishes `lint` and `json`, each in the versions 1.0.0, 1.0.1, 1.1.0, and 2.0.0, and returns
  /// a lock of the first ones.
  private func olderLock(_ tools: String) async throws -> Lockfile {
    func publish(_ version: String) {
      world.gems.publish(SampleGem("lint", version, needs: ["json": ">= 1"]).program("lint"))
      world.gems.publish(SampleGem("json", version))
    }
    publish("1.0.0")
    let lock = try await lock(tools)
    for version in ["1.0.1", "1.1.0", "2.0.0"] { publish(version) }
    return lock
  }

  @Test(arguments: [
    (UpdatePreference(level: .patch, isStrict: true, admitsPrereleases: false), "1.0.1"),
    (UpdatePreference(level: .minor, isStrict: false, admitsPrereleases: false), "1.1.0"),
    (.newest, "2.0.0"),
  ])
  func `the level of an update holds for gems`(
    preference: UpdatePreference, version: String
  ) async throws {
    let tools = Self.ruby + "tool \"lint\", gem: \"lint\"\n"
    let first = try await olderLock(tools)
    let project = try Project.load(world.path) { $0.lastComponent }
    let lint = try #require(ToolName("lint"))
    let second = try await world.locking.resolve(
      LockRequest(
        project, replacing: first, updating: .tools([lint]), preferring: preference)
    ).lock
    #expect(second[lint]?.version.text == version)
    #expect(parts(second, of: "lint") == ["any json \(version)"])
  }

  @Test func `a conservative update keeps the gems`() async throws {
    let tools = Self.ruby + "tool \"lint\", gem: \"lint\"\n"
    let first = try await olderLock(tools)
    let lint = try #require(ToolName("lint"))
    let second = try await lock(tools, previous: first, updating: .toolsAlone([lint]))
    #expect(second[lint]?.version.text == "2.0.0")
    #expect(parts(second, of: "lint") == ["any json 1.0.0"])
  }

  @Test func `a conservative update moves only the gems that must follow`() async throws {
    world.gems.publish(
      SampleGem("fastlane", "1.0", needs: ["json": "~> 1.0", "rexml": ">= 1"]).program("fastlane"))
    for name in ["json", "rexml"] { world.gems.publish(SampleGem(name, "1.0")) }
    let tools = Self.ruby + "tool \"fastlane\", gem: \"fastlane\"\n"
    let first = try await lock(tools)
    world.gems.publish(
      SampleGem("fastlane", "2.0", needs: ["json": ">= 1.1", "rexml": ">= 1"]).program("fastlane"))
    for name in ["json", "rexml"] {
      for version in ["1.1", "2.0"] { world.gems.publish(SampleGem(name, version)) }
    }
    let fastlane = try #require(ToolName("fastlane"))
    let second = try await lock(tools, previous: first, updating: .toolsAlone([fastlane]))
    #expect(second.tools.first { $0.name == fastlane }?.version.text == "2.0")
    #expect(parts(second, of: "fastlane") == ["any json 2.0", "any rexml 1.0"])
  }

  @Test func `an update by small steps concerns the gems of a tool`() async throws {
    world.gems.publish(SampleGem("fastlane", "1.0", needs: ["json": ">= 1"]).program("fastlane"))
    world.gems.publish(SampleGem("json", "1.0.0"))
    let tools = Self.ruby + "tool \"fastlane\", gem: \"fastlane\"\n"
    let first = try await lock(tools)
    for version in ["1.0.1", "1.1.0", "2.0.0.pre"] {
      world.gems.publish(SampleGem("json", version))
    }
    let update = LockUpdate.tools([try #require(ToolName("fastlane"))])
    for (preference, version) in [
      (UpdatePreference(level: .patch), "1.0.1"), (.newest, "1.1.0"),
      (UpdatePreference(admitsPrereleases: true), "2.0.0.pre"),
    ] {
      let second = try await lock(
        tools, previous: first, updating: update, preferring: preference)
      #expect(parts(second, of: "fastlane") == ["any json \(version)"])
    }
  }

  @Test func `gems work with the oldest system Ruby that the Toolfile names`() async throws {
    world.gems.publish(SampleGem("fastlane", "1.0", needs: ["json": ">= 1"]).program("fastlane"))
    world.gems.publish(SampleGem("json", "1.9"))
    world.gems.publish(SampleGem("json", "2.0", ruby: ">= 3.2"))
    try world.path.appending(".tool-version").replaceContents(with: Array("ruby system\n".utf8))
    for (requirement, version) in [
      ("", "2.0"), (", \"~> 3.1\"", "1.9"), (", \">= 3.2\"", "2.0"), (", \"< 3\"", "2.0"),
    ] {
      let lock = try await lock(
        "tool \"ruby\"\(requirement), pypi: \"ruby\"\ntool \"fastlane\", gem: \"fastlane\"\n")
      #expect(parts(lock, of: "fastlane") == ["any json \(version)"])
      #expect(lock.tools.map(\.name.text) == ["fastlane"])
    }
  }

  @Test func `a gem that no admitted system Ruby runs is a conflict`() async throws {
    world.gems.publish(
      SampleGem("fastlane", "1.0", needs: ["json": ">= 2"]).program("fastlane"))
    world.gems.publish(SampleGem("json", "2.0", ruby: ">= 3.2"))
    try world.path.appending(".tool-version").replaceContents(with: Array("ruby system\n".utf8))
    let problem = await #expect(throws: Problem.self) {
      _ = try await self.lock(
        "tool \"ruby\", \"~> 3.1\", pypi: \"ruby\"\ntool \"fastlane\", gem: \"fastlane\"\n")
    }
    guard case .project(.lock(.conflict(let conflict)))? = problem else {
      Issue.record("\(String(describing: problem))")
      return
    }
    let text = "\(Array(conflict.explanation))"
    #expect(text.contains("the oldest of ~> 3.1") && text.contains(">= 3.2"), "\(text)")
  }

  @Test func `a gem that contradicts the index is refused`() async throws {
    world.gems.publish(SampleGem("fastlane", "1.0", needs: ["json": "~> 2.0"]).program("fastlane"))
    world.gems.publish(SampleGem("json", "2.1"))
    let page = world.gems.info(of: "fastlane")
    for (listed, expected) in [
      ("", "json ~> 2.0"), ("json:>= 1", "json >= 1"), ("json:~> 2.0,rexml:>= 0", "rexml"),
    ] {
      world.gems.publish(SampleGem("rexml", "1.0"))
      let changed = page.replacing("1.0 json:~> 2.0|", with: "1.0 \(listed)|")
      world.gems.server.serve(
        "/gems/info/fastlane", .file(Array(changed.utf8), type: "text/plain", etag: listed))
      let problem = await #expect(throws: Problem.self) {
        _ = try await self.lock(Self.ruby + "tool \"fastlane\", gem: \"fastlane\"\n")
      }
      #expect(problem?.exitCode == .notTrusted)
      #expect("\(String(describing: problem))".contains(expected))
      #expect("\(String(describing: problem))".contains("fastlane-1.0.gem"))
    }
  }

  @Test func `gems that need each other are locked`() async throws {
    world.gems.publish(SampleGem("fastlane", "1.0", needs: ["json": ">= 1"]).program("fastlane"))
    world.gems.publish(SampleGem("json", "1.0", needs: ["rexml": ">= 1"]))
    world.gems.publish(SampleGem("rexml", "1.0", needs: ["json": ">= 1", "fastlane": ">= 1"]))
    let lock = try await lock(Self.ruby + "tool \"fastlane\", gem: \"fastlane\"\n")
    #expect(parts(lock, of: "fastlane") == ["any json 1.0", "any rexml 1.0"])
  }

  @Test func `a platform gem precedes the generic one`() async throws {
    world.gems.publish(SampleGem("fastlane", "1.0", needs: ["ffi": ">= 0"]).program("fastlane"))
    world.gems.publish(SampleGem("ffi", "1.0"))
    var built = SampleGem("ffi", "1.0")
    built.platform = "x86_64-linux-gnu"
    world.gems.publish(built)
    let lock = try await lock(Self.ruby + "tool \"fastlane\", gem: \"fastlane\"\n")
    #expect(parts(lock, of: "fastlane") == ["linux-x64 ffi 1.0", "macos-arm64 ffi 1.0"])
  }
}
