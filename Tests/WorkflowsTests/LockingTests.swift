import Filesystem
import LoopbackServer
import Manifests
import Projects
import SampleWheels
import Testing
import Workflows

@Suite struct LockingTests {
  private let world: WorkflowWorld

  init() throws {
    world = try WorkflowWorld()
  }

  private func lock(
    _ toolfile: String, previous: Lockfile? = nil, updating update: Locking.Update = .nothing
  ) async throws -> Lockfile {
    try world.path.appending(Toolfile.name).replaceContents(with: Array(toolfile.utf8))
    let project = try Project.load(world.path) { $0.lastComponent }
    return try await world.locking.lock(project, previous: previous, updating: update)
  }

  private func publish(_ version: String) {
    for name in ["ninja", "ruff"] { world.index.publish(name, version) }
  }

  private var askedPages: Set<String> {
    Set(world.index.server.requests.map(\.path).filter { $0.hasPrefix("/simple/") })
  }

  @Test func `only what changed is asked for again, and keeps its version while it may`()
    async throws
  {
    publish("1.0")
    let first = try await lock("tool \"ninja\"\ntool \"ruff\"\n")
    publish("1.1")
    world.index.server.forgetRequests()
    #expect(try await lock("tool \"ninja\"\ntool \"ruff\"\n", previous: first) == first)
    #expect(askedPages == [])

    let second = try await lock("tool \"ninja\"\ntool \"ruff\", \">= 1\"\n", previous: first)
    #expect(second.tools.map(\.version.text) == ["1.0", "1.0"])
    #expect(askedPages == ["/simple/ruff/"])

    let third = try await lock("tool \"ninja\"\ntool \"ruff\", \"> 1.0\"\n", previous: second)
    #expect(third.tools.map(\.version.text) == ["1.0", "1.1"])
    let newest = try await lock(
      "tool \"ninja\"\ntool \"ruff\"\n", previous: third, updating: .everything)
    #expect(newest.tools.map(\.version.text) == ["1.1", "1.1"])
  }

  @Test func `other platforms are asked for with the versions that were locked`() async throws {
    publish("1.0")
    let first = try await lock("platforms \"linux-x64\"\ntool \"ruff\"\n")
    publish("1.1")
    let second = try await lock(
      "platforms \"linux-x64\", \"macos-arm64\"\ntool \"ruff\"\n", previous: first)
    #expect(second.tools.map(\.version.text) == ["1.0"])
    #expect(second.tools[0].artifacts.map(\.platform) == [.linuxX64, .macosArm64])
  }

  @Test func `a tool that came is locked, one that went is gone`() async throws {
    publish("1.0")
    let first = try await lock("tool \"ninja\"\n")
    let second = try await lock("tool \"ruff\"\n", previous: first)
    #expect(second.tools.map(\.name.text) == ["ruff"])
  }
}
