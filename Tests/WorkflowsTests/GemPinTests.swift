import Diagnostics
import Filesystem
import IndexWorlds
import Layout
import Locking
import Manifests
import Projects
import SampleGems
import SampleWheels
import Selection
import Testing
import Trust
import Vocabulary

@testable import Workflows

/// Pins of gems, which are resolved with their graph.
@Suite struct GemPinTests {
  private let world: IndexWorld

  init() throws {
    world = try IndexWorld()
    for version in ["3.3.9", "3.4.5"] { world.index.publish("ruby", version) }
    try world.root.path.makeDirectories()
    let registry = """
      define "lint" do
        gem "lint"
      end
      define "ruby" do
        pypi "ruby"
      end

      """
    try world.root.path.appending("tools.rb").replaceContents(with: Array(registry.utf8))
    try world.root.config.replaceContents(with: Array("registry tools.rb\n".utf8))
    world.gems.publish(
      SampleGem("lint", "1.0", needs: ["json": "~> 2.0"], ruby: ">= 3.0").program("lint"))
    world.gems.publish(
      SampleGem("lint", "1.1", needs: ["json": "~> 2.0"], ruby: ">= 3.4").program("lint"))
    world.gems.publish(SampleGem("json", "2.1"))
    world.gems.publish(SampleGem("json", "3.0"))
  }

  /// Resolves a pin of `lint` in the folder of the world.
  private func resolve(_ version: String?) async throws -> ResolvedPin {
    let trust = TrustGate(TrustRule(world.root, world.environment), formatPath: \.string) { _ in }
    let selector = try Selector(
      root: world.root, environment: world.environment, directory: world.path
    ) { $0.lastComponent }
    let resolution = PinResolution(
      root: world.root, sources: world.sources,
      locking: LockWorkflow(
        sources: world.sources, trust: trust, now: ReleaseTime(secondsSince1970: 1_800_000_000)
      ) { _ in }, surroundings: try selector.pinChain()
    ) { _ in }
    let pin = PinRequest(
      tool: try #require(ToolName("lint")), typed: version.flatMap { TypedVersion($0) },
      origin: .commandLine)
    return try #require(try await resolution.resolve([pin], isForced: false).first)
  }

  private func pin(_ text: String) throws {
    try world.path.appending(ToolVersionFile.name).replaceContents(with: Array(text.utf8))
  }

  @Test func `contains all gems, and the newest Ruby that they accept`() async throws {
    let resolved = try await resolve("1.0")
    #expect(resolved.planned?.parts.map { "\($0.name) \($0.version)" } == ["json 2.1"])
    #expect(resolved.needed.map(\.title) == ["ruby 3.4.5"])
    #expect(resolved.planned?.dependencies == resolved.needed.map(\.installed))
  }

  @Test func `a pinned Ruby decides the version`() async throws {
    try pin("ruby 3.3.9\n")
    let resolved = try await resolve(nil)
    #expect(resolved.version.text == "1.0")
    #expect(resolved.needed.map(\.title) == ["ruby 3.3.9"])
  }

  @Test func `the Ruby of the system is not installed`() async throws {
    try pin("ruby system\n")
    let resolved = try await resolve("1.0")
    #expect(resolved.needed.isEmpty)
    #expect(resolved.planned?.dependencies == [])
  }

  @Test func `a version that the pinned Ruby does not run is refused`() async throws {
    try pin("ruby 3.3.9\n")
    await #expect {
      _ = try await resolve("1.1")
    } throws: { error in
      (error as? Problem)?.exitCode == .notAvailable
    }
  }
}
