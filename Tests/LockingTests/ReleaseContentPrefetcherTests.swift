import Diagnostics
import Dispatch
import Filesystem
import IndexWorlds
import LoopbackServer
import Manifests
import Projects
import SampleWheels
import Synchronization
import Testing
import ToolSources
import Vocabulary

@testable import Locking

/// The requests that a lock makes before all versions are chosen.
@Suite struct ReleaseContentPrefetcherTests {
  private let world: IndexWorld

  init() throws {
    world = try IndexWorld()
  }

  /// Locks a project with this Toolfile and no previous lock.
  private func lock(
    _ toolfile: String,
    announcing announce: @escaping @Sendable (ToolName, AnnouncedArtifact) -> Void = { _, _ in }
  ) async throws -> Lockfile {
    try world.path.appending(Toolfile.name).replaceContents(with: Array(toolfile.utf8))
    let project = try Project.load(world.path) { $0.lastComponent }
    return try await world.locking.resolve(
      LockRequest(project, replacing: nil, announcing: announce)
    ).lock
  }

  /// The paths of the wheels that were requested from the index, in the order of the requests.
  private var requestedFiles: [String] {
    world.index.server.requests.map(\.path).filter { $0.hasSuffix(".whl") }
  }

  @Test func `a file is announced while another tool's page is still loading`() async throws {
    for name in ["ninja", "ruff"] { world.index.publish(name, "1.0", for: [.linuxX64]) }
    let announced = DispatchSemaphore(value: 0)
    let wasInTime = Mutex(false)
    world.index.server.serve("/simple/ninja/") { [weak index = world.index] _ in
      let result = announced.wait(timeout: .now() + 20)
      wasInTime.withLock { $0 = result == .success }
      return index?.page(of: "ninja", as: .json) ?? .status(404)
    }
    let lock = try await lock(
      "platforms \"linux-x64\"\nsource \"pypi\"\ntool \"ninja\"\ntool \"ruff\"\n"
    ) {
      tool, _ in
      if tool.text == "ruff" { announced.signal() }
    }
    #expect(lock.tools.map(\.name.text) == ["ninja", "ruff"])
    #expect(wasInTime.withLock { $0 })
    #expect(requestedFiles.count == 2)
  }

  @Test func `a tool that ends up with another version is requested again`() async throws {
    for version in ["1.0", "2.0"] { world.index.publish("ruff", version, for: [.linuxX64]) }
    let folder = world.path.appending("tools")
    try folder.makeDirectories()
    try folder.appending("index").replaceContents(
      with: Array(
        """
        index 1
        artifact lint 1.0 any raw sha256:\(String(repeating: "0a", count: 32)) 5 f provides lint
        needs lint 1.0 ruff "< 2"

        """.utf8))
    let lock = try await lock(
      """
      platforms "linux-x64"
      tool "ruff", source: "pypi"
      source "directory", "tools"
      tool "lint"

      """)
    #expect(lock.tools.map { "\($0.name) \($0.version)" } == ["lint 1.0", "ruff 1.0"])
    #expect(lock.tools[1].artifacts.map(\.urls.description).allSatisfy { $0.contains("ruff-1.0-") })
  }

  @Test func `a failed file is requested once and reported`() async throws {
    let wheel = Wheel("ruff", "1.0", for: .linuxX64).program("ruff")
    world.index.publish(wheel) { $0.replace(bytes: Array("no wheel".utf8)) }
    let problem = await #expect(throws: Problem.self) {
      _ = try await lock("platforms \"linux-x64\"\nsource \"pypi\"\ntool \"ruff\"\n")
    }
    guard case .sources(let problems)? = problem,
      case .answer(.unreadableArchive)? = problems.first?.fault
    else {
      Issue.record("\(String(describing: problem))")
      return
    }
    #expect(requestedFiles.count == 1)
  }

  @Test(.timeLimit(.minutes(5)))
  func `a failure does not wait for pending downloads`() async throws {
    world.index.publish("ruff", "1.0", for: [.linuxX64])
    let wheel = Wheel("ruff", "1.0", for: .linuxX64).program("ruff")
    let file = world.index.filePath(of: wheel)
    world.index.server.serve(file, ScriptedResponse.file(wheel.bytes).delayed(.seconds(900)))
    await #expect(throws: Problem.self) {
      _ = try await lock(
        "platforms \"linux-x64\"\nsource \"pypi\"\ntool \"nosuch\"\ntool \"ruff\"\n")
    }
  }
}
