import Filesystem
import Layout
import LoopbackServer
import SampleGems
import Testing
import Transport
import Versions
import Vocabulary

@testable import ToolSources

/// The list of an index's pages, which makes requests for single pages unnecessary.
@Suite struct GemPageListTests {
  private static let list = "/gems/versions"
  private static let names = (1...5).map { "gem\($0)" }

  private var world: SourceWorld
  private let gems: GemServer

  init() throws {
    world = try SourceWorld()
    gems = GemServer(on: world.server)
    world.variables["BOOTSTRAP_GEM_INDEX"] = gems.address
    for name in Self.names { gems.publish(SampleGem(name, "1.0")) }
  }

  /// Requests the gems like a new process. Returns the newest versions and the requests that the
  /// server received.
  ///
  /// - Parameter patience: The time to wait for the list. A busy machine takes long to answer.
  private func run(
    _ names: [String] = names, patience: Duration = .seconds(60)
  ) async throws -> (versions: [String], requests: [ReceivedRequest]) {
    world.server.forgetRequests()
    let access = world.access
    _ = access.shared { GemPageLists(patience: patience) }
    let source = try SourceProvider(access).source("gem")
    var versions: [String] = []
    for name in names {
      let tool = try SourceWorld.tool(name, more: ", gem: \"\(name)\"")
      let package = try await source.package(source.request(for: tool))
      versions.append(package.releases.first?.version.spelling ?? "")
    }
    return (versions, world.server.requests)
  }

  private static let pages = names.map { "/gems/info/\($0)" }

  @Test func `the list is requested once, and its stored copy is extended`() async throws {
    #expect(try await run().requests.map(\.path) == Self.pages)
    let whole = try await run().requests
    #expect(whole.map(\.path) == [Self.list])
    #expect(whole.first?.headers["range"] == nil)

    let size = gems.versions.utf8.count
    let unchanged = try await run().requests
    #expect(unchanged.map(\.path) == [Self.list])
    #expect(unchanged.first?.headers["range"] == "bytes=\(size - 1)-")
    #expect(unchanged.first?.headers["if-none-match"] != nil)
  }

  /// Serves a list with digests, like public indexes.
  private func serve(_ list: String) {
    let digest = SHA256Digest(of: list)
    gems.server.serve(
      Self.list,
      ScriptedResponse.file(Array(list.utf8), etag: digest.hexadecimal)
        .stating(sha256: digest.bytes))
  }

  @Test func `a page that the list states as changed is requested`() async throws {
    _ = try await run()
    _ = try await run()
    let before = gems.versions
    gems.publish(SampleGem("gem5", "2.0"))
    let line = try #require(gems.versions.split(separator: "\n").last)
    serve(before + line + "\n")
    let changed = try await run()
    #expect(changed.requests.map(\.path) == [Self.list, "/gems/info/gem5"])
    #expect(changed.requests.first?.headers["range"] != nil)
    #expect(changed.versions == ["1.0", "1.0", "1.0", "1.0", "2.0"])
    #expect(try await run().requests.map(\.path) == [Self.list])
  }

  @Test func `a list that was replaced instead of extended is requested whole`() async throws {
    _ = try await run()
    _ = try await run()
    gems.publish(SampleGem("a", "1.0"))
    let requests = try await run().requests
    #expect(requests.map(\.path) == [Self.list, Self.list])
    #expect(requests.map { $0.headers["range"] != nil } == [true, false])
  }

  @Test func `a page that is not stored does not wait for the list`() async throws {
    gems.server.serve(Self.list, ScriptedResponse.status(200).stalled(after: 0))
    _ = try await run(["gem1"])
    #expect(try await run(["gem2"]).requests.map(\.path) == ["/gems/info/gem2"])
  }

  @Test func `a gem that the list lacks is requested`() async throws {
    _ = try await run()
    let lines = gems.versions.split(separator: "\n").filter { !$0.hasPrefix("gem3 ") }
    gems.server.serve(Self.list, .text(lines.joined(separator: "\n") + "\n"))
    #expect(try await run().requests.map(\.path) == [Self.list, "/gems/info/gem3"])
  }

  /// Responses from servers without a usable list.
  private static let refusals: [ScriptedResponse] = [
    .status(404), .status(403),
    .text("<html><body>Please log in.</body></html>", type: "text/html"),
    .text("---\ngem1 1.0 d41d8cd98f00b204e9800998ecf8427e"),
    .text("---\n").stating(sha256: [UInt8](repeating: 0, count: 32)),
    ScriptedResponse.text("---\n").claimingLength(GemPageList.maximumByteCount + 1),
    .endless(of: Array("gem 1.0 d41d8cd98f00b204e9800998ecf8427e\n".utf8)),
    ScriptedResponse.text("---\n").stalled(after: 2),
  ]

  @Test(arguments: refusals.indices)
  func `without a usable list, pages are requested, and the list after a day`(
    index: Int
  ) async throws {
    let patience = Duration.milliseconds(500)
    _ = try await run()
    gems.server.serve(Self.list, Self.refusals[index])
    let refused = try await run(patience: patience)
    #expect(refused.versions == Self.names.map { _ in "1.0" })
    #expect(refused.requests.map(\.path) == [Self.list] + Self.pages)
    #expect(refused.requests.dropFirst().allSatisfy { $0.headers["if-none-match"] != nil })
    #expect(try await run().requests.map(\.path) == Self.pages)

    let folder = world.root.index.folder("gem").path
    let index = folder.appending(try #require(try folder.entries().first))
    let mark = index.appending("versions-refused")
    try mark.setModified(secondsSince1970: WallClock.now - GemPageList.retryInterval - 1)
    #expect(try await run(patience: patience).requests.first?.path == Self.list)
  }

  @Test func `a list whose connection broke is requested again in the next process`() async throws {
    _ = try await run()
    let whole = ScriptedResponse.text(gems.versions)
    gems.server.serve(Self.list, whole.cut(after: 40), whole)
    #expect(try await run().requests.map(\.path) == [Self.list] + Self.pages)
    #expect(try await run().requests.map(\.path) == [Self.list])
  }

  @Test func `a new page that contradicts the list is used, and requested again`() async throws {
    _ = try await run(["gem1"])
    let outdated = gems.versions
    gems.publish(SampleGem("gem1", "2.0"))
    gems.server.serve(
      Self.list, .text(outdated.replacing("gem1 1.0 ", with: "gem1 1.0,1.5 0")).withoutRanges())
    for _ in 1...2 {
      let found = try await run(["gem1"])
      #expect(found.versions == ["2.0"])
      #expect(found.requests.map(\.path) == [Self.list, "/gems/info/gem1"])
    }
  }

  @Test func `offline, neither the list nor a page is requested`() async throws {
    _ = try await run()
    var offline = self
    offline.world.isOffline = true
    #expect(try await offline.run().requests.isEmpty)
  }
}
