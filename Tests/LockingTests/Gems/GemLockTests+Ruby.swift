import Diagnostics
import Filesystem
import IndexWorlds
import LoopbackServer
import Manifests
import Projects
import SampleGems
import Testing
import Vocabulary

@testable import Locking

// The requirements of gems on Ruby.
extension GemLockTests {
  @Test func `a requirement on the system's Ruby changes a lock of gems that it excludes`()
    async throws
  {
    world.gems.publish(SampleGem("lint", "1.0", ruby: ">= 3.0").program("lint"))
    world.gems.publish(SampleGem("lint", "2.0", ruby: ">= 3.2").program("lint"))
    try world.path.appending(".tool-version").replaceContents(with: Array("ruby system\n".utf8))
    let tool = "tool \"lint\", gem: \"lint\"\n"
    func version(_ lock: Lockfile) -> String? { lock.tools.first?.version.text }
    func isCurrent(_ lock: Lockfile) throws -> Bool {
      try Project.load(world.path) { $0.lastComponent }.difference(from: lock).isEmpty
    }
    let free = try await lock(tool)
    #expect(version(free) == "2.0")
    #expect(try isCurrent(free))
    let older = try await lock("tool \"ruby\", \"~> 3.1\"\n" + tool, previous: free)
    #expect(version(older) == "1.0")
    #expect(try isCurrent(older))
    #expect(try !isCurrent(free))
    // Versions that still fit are kept.
    let newer = try await lock("tool \"ruby\", \"~> 3.4\"\n" + tool, previous: older)
    #expect(newer == older)
    #expect(try isCurrent(free))
  }

  @Test(arguments: [
    (",ruby:>= 2.0", "ruby >= 3.1"),
    (",ruby:>= 3.1,rubygems:>= 3.3", "rubygems > 1.3.1"),
  ])
  func `a gem that needs another Ruby than the index states is refused`(
    listed: String, expected: String
  ) async throws {
    var gem = SampleGem("lint", "1.0", ruby: ">= 3.1").program("lint")
    gem.rubygems = "> 1.3.1"
    world.gems.publish(gem)
    let page = world.gems.info(of: "lint")
    let tools = Self.ruby + "tool \"lint\", gem: \"lint\"\n"
    func serve(_ conditions: String) {
      let changed = page.replacing(",ruby:>= 3.1,rubygems:> 1.3.1", with: conditions)
      world.gems.server.serve(
        "/gems/info/lint", .file(Array(changed.utf8), type: "text/plain", etag: conditions))
    }
    // The second time, the gem's facts are already stored.
    for _ in 1...2 {
      serve(listed)
      let problem = await #expect(throws: Problem.self) { _ = try await self.lock(tools) }
      #expect(problem?.exitCode == .notTrusted)
      #expect("\(String(describing: problem))".contains("needs \(expected)"))
      // An index may omit requirements that every RubyGems satisfies, or all requirements on Ruby.
      for conditions in [",ruby:>= 3.1", ""] {
        serve(conditions)
        _ = try await lock(tools)
      }
    }
  }
}
