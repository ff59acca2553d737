import Diagnostics
import Filesystem
import IndexWorlds
import LoopbackServer
import Manifests
import Projects
import SampleGems
import SampleWheels
import Testing

@testable import Locking

/// How a lock handles faulty gem files and index pages.
@Suite struct GemFileTests {
  private let world: IndexWorld

  init() throws {
    world = try IndexWorld()
    world.index.publish("ruby", "3.4.5")
    world.gems.publish(SampleGem("lint", "1.0").program("lint"))
  }

  /// Returns the problem that makes locking fail.
  private func problem() async throws -> SourceProblem? {
    let toolfile = """
      platforms "linux-x64"
      tool "ruby", pypi: "ruby"
      tool "lint", gem: "lint"

      """
    try world.path.appending(Toolfile.name).replaceContents(with: Array(toolfile.utf8))
    let project = try Project.load(world.path) { $0.lastComponent }
    let problem = await #expect(throws: Problem.self) {
      _ = try await world.locking.resolve(LockRequest(project, replacing: nil))
    }
    guard case .sources(let problems)? = problem else {
      Issue.record("\(String(describing: problem))")
      return nil
    }
    return problems.first
  }

  @Test(arguments: ["<html>log in</html>", String(repeating: "garbage ", count: 10_000)])
  func `bytes that differ are reported before what they contain`(text: String) async throws {
    world.gems.server.serve("/gems/gems/lint-1.0.gem", .file(Array(text.utf8), etag: text))
    let fault = try await problem()?.fault
    guard case .answer(.wrongDigest(let address, _, _))? = fault else {
      Issue.record("\(String(describing: fault))")
      return
    }
    #expect(address.hasSuffix("/gems/gems/lint-1.0.gem"))
  }

  @Test func `a published gem without metadata is unreadable`() async throws {
    let bytes = Array(String(repeating: "garbage ", count: 10_000).utf8)
    world.gems.publish(SampleGem("lint", "1.1").program("lint")) { $0.replace(bytes: bytes) }
    guard case .own(let fault)? = try await problem()?.fault else {
      Issue.record("another fault")
      return
    }
    #expect(fault.code == "unreadable-gem")
  }

  @Test func `an object of a foreign class in the metadata is refused`() async throws {
    let gem = SampleGem("lint", "1.1").program("lint")
    let text = gem.metadata + "post_install_message: !ruby/object:Gem::Installer\n  i: x\n"
    world.gems.publish(gem) { $0.replace(bytes: gem.bytes(metadata: text)) }
    guard case .own(let fault)? = try await problem()?.fault else {
      Issue.record("another fault")
      return
    }
    #expect(fault.code == "unreadable-gem")
    #expect("\(fault.lines)".contains("!ruby/object:Gem::Installer"))
  }

  @Test func `an empty page is not the page of a gem`() async throws {
    world.gems.server.serve("/gems/info/lint", .file([], type: "text/plain", etag: "empty"))
    let problem = try await problem()
    #expect(problem?.exitCode == .unreachable)
    world.gems.server.serve(
      "/gems/info/lint", .file(Array("---\n".utf8), type: "text/plain", etag: "header"))
    #expect(try await self.problem()?.fault == .content(.noReleases))
  }
}
