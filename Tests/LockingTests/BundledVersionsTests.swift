import Diagnostics
import Filesystem
import Gems
import Manifests
import Sandboxes
import Testing
import ToolSources
import Versions
import Vocabulary

@testable import Locking

/// The versions of gems in the lock of Bundler.
@Suite struct BundledVersionsTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func bundled(_ lock: String) throws -> BundledVersions {
    try folder.path.appending("Gemfile.lock").replaceContents(with: Array(lock.utf8))
    return try BundledVersions(in: folder.path)
  }

  @Test func `a gem keeps its version and those of the gems that it needs`() throws {
    let versions = try bundled(
      """
      GIT
        remote: https://example.org/own.git
        specs:
          own (0.1)

      GEM
        remote: https://example.org/
        specs:
          fastlane (2.226.0)
            json (< 3.0.0)
            own
          json (2.9.1)
          rake (13.0)

      CHECKSUMS
        json (2.9.1) sha256=\(String(repeating: "a", count: 64))

      """)
    let fastlane = try #require(GemName("fastlane"))
    let graph = try #require(versions.graph(of: fastlane))
    #expect(graph.own.version.spelling == "2.226.0")
    #expect(graph.others.mapValues(\.version.spelling) == [try #require(GemName("json")): "2.9.1"])
    #expect(graph.others.values.map(\.digests.count) == [1])
    #expect(versions.graph(of: try #require(GemName("own"))) == nil)
    #expect(versions.graph(of: try #require(GemName("ruby"))) == nil)
  }

  @Test(arguments: [("GEM\n  specs:\n    fastlane\n", 3), ("", nil)])
  func `a lock that cannot be read says nothing`(lock: String, line: Int?) throws {
    let versions = try bundled(lock)
    #expect(versions.graph(of: try #require(GemName("fastlane"))) == nil)
    #expect(versions.unreadable == line.map { .file("Gemfile.lock", line: $0) })
  }

  @Test func `a lock with conflict markers is refused`() {
    let problem = #expect(throws: Problem.self) {
      _ = try bundled("GEM\n  specs:\n<<<<<<< HEAD\n    json (2.9.1)\n=======\n>>>>>>> x\n")
    }
    #expect(
      problem
        == .syntax(
          SyntaxProblems(.unfinishedMerge, at: .file("Gemfile.lock", line: 3, column: 1))))
  }
}
