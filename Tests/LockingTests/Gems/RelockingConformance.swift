import Corpora
import Diagnostics
import Filesystem
import Foundation
import Gems
import IndexWorlds
import LoopbackServer
import Manifests
import Projects
import SampleWheels
import Testing
import Versions
import Vocabulary

@testable import Locking

/// Real locks of Bundler. Each gem that their Gemfile names becomes a tool, and no gem moves.
///
/// The index has the real pages as far as they are at hand. It also has each locked gem with the
/// needs that the lock states, and a newer version of each.
@Suite(.enabled(if: Corpora.has("gems"), "the data about gems is not at hand"))
struct RelockingConformance {
  private static let folder = "\(Corpora.folder)/gems"

  @Test func `gems keep the versions of Bundler`() async throws {
    var (tools, count) = (0, 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(Self.folder)/gemfile_locks")
    for name in names.sorted() {
      let path = "\(Self.folder)/gemfile_locks/\(name)/Gemfile.lock"
      let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
      let lock = try GemfileLock(parsing: bytes)
      let found = try await versions(bytes, lock)
      for (tool, parts) in found {
        let moved = parts.filter { name, version in
          !lock.gems.contains { $0.name == name && $0.version == version }
        }
        #expect(moved.isEmpty, "\(name) \(tool)")
        count += parts.count
      }
      tools += found.count
    }
    print("\(tools) tools of \(names.count) locks with \(count) gems")
    #expect(tools > 13 && count > 500)
  }

  /// Locks the gems that the Gemfile names. Returns the version of each gem by tool.
  private func versions(
    _ bytes: [UInt8], _ lock: GemfileLock
  ) async throws -> [ToolName: [GemName: String]] {
    let world = try IndexWorld()
    try serve(lock, in: world)
    for version in ["2.7.8", "3.1.7", "3.3.9", "3.4.5"] {
      world.index.publish("ruby", version, for: SamplePlatform.allCases)
    }
    let indexed = lock.gems.filter { lock.sources[$0.source].kind == .rubygems }
    let roots = lock.dependencies.map(\.gem.name).filter { name in
      // What needs a gem from a repository stays with Bundler.
      let graph = lock.graph(of: name)
      return !graph.isEmpty && graph.allSatisfy { gem in indexed.contains(gem) }
    }
    let tools = roots.enumerated().map { "tool \"tool-\($0)\", gem: \"\($1)\"\n" }
    let toolfile =
      "platforms \(Self.platforms(of: lock))\ntool \"ruby\", pypi: \"ruby\"\n" + tools.joined()
    try world.path.appending(Toolfile.name).replaceContents(with: Array(toolfile.utf8))
    try world.path.appending("Gemfile.lock").replaceContents(with: bytes)
    let project = try Project.load(world.path) { $0.lastComponent }
    let request = LockRequest(project, replacing: nil)
    let context = try await world.locking.prepare(request).context
    let choice = try await ReleaseContentPrefetcher.withPrefetcher(announcing: { _, _ in }) {
      (prefetcher) async throws(Problem) in
      var attempt = LockAttempt(context: context, PublisherComparison(request), prefetcher)
      return try await attempt.choice()
    }
    var versions: [ToolName: [GemName: String]] = [:]
    for (index, root) in roots.enumerated() {
      let tool = try #require(choice.tools.first { $0.tool.name.text == "tool-\(index)" })
      var parts = [root: tool.version.spelling]
      for (part, version) in tool.parts { parts[try #require(part.part)] = version.spelling }
      versions[tool.tool.name] = parts
    }
    return versions
  }

  /// The platforms that every gem of a lock has a file for.
  private static func platforms(of lock: GemfileLock) -> String {
    let platforms: [Platform] = [.macosArm64, .macosX64, .linuxX64].filter { platform in
      Dictionary(grouping: lock.gems, by: \.name).values.allSatisfy { variants in
        variants.contains { $0.platform.matches(platform) }
      }
    }
    return platforms.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
  }

  /// Serves a page for each gem of a lock.
  private func serve(_ lock: GemfileLock, in world: IndexWorld) throws {
    for (name, gems) in Dictionary(grouping: lock.gems, by: \.name) {
      let real = FileManager.default.contents(atPath: "\(Self.folder)/info/\(name)")
      var page = real.map { String(decoding: $0, as: UTF8.self) } ?? "---\n"
      let known = try GemInfo(parsing: Array(page.utf8)).gems.map(\.versionAndPlatform)
      for gem in gems where !known.contains(gem.versionAndPlatform) {
        let needs = gem.dependencies.map { need in
          let clauses =
            need.requirement == .any
            ? ">= 0" : need.requirement.description.replacing(", ", with: "&")
          return "\(need.name):\(clauses)"
        }
        page += "\(gem.versionAndPlatform) \(needs.joined(separator: ","))|\n"
      }
      page += "9999.0 |\n"
      world.index.server.serve(
        "/gems/info/\(name)", .file(Array(page.utf8), type: "text/plain", etag: "1"))
    }
  }
}
