import Diagnostics
import Foundation
import LoopbackServer
import Manifests
import SampleWheels
import SourceKinds
import Testing
import Versions
import Vocabulary

@testable import ToolSources

/// Tests of what sources state about publishers.
@Suite struct PublisherTests {
  private func publisher(_ file: String, immutable: Bool = false) throws -> LockedPublisher {
    try #require(
      LockedPublisher(
        "github", "acme/mytool", workflow: immutable ? nil : file, isImmutable: immutable))
  }

  private func publishers(
    _ world: GitHubWorld, for platforms: [Platform] = GitHubWorld.platforms
  ) async throws -> ReleasePublishers {
    let package = try await world.package()
    return try await package.publishers(of: try #require(package.releases.first), for: platforms)
  }

  /// The number of requests for attestations.
  private func requestCount(_ world: GitHubWorld) -> Int {
    world.apiRequests.count { $0.contains("/attestations/") }
  }

  @Test func `all files must have the publisher of a release`() throws {
    let (a, b, fixed) = (
      try publisher("a.yml"), try publisher("b.yml"), try publisher("", immutable: true)
    )
    func found(_ files: [LockedPublisher]...) -> ReleasePublishers {
      ReleasePublishers(files.map { .init("file", by: $0) })
    }
    #expect(found().publisher(after: nil) == nil && !found().isMixed)
    #expect(found([], []).publisher(after: a) == nil && !found([], []).isMixed)
    #expect(found([a], []).publisher(after: nil) == nil && found([a], []).isMixed)
    #expect(found([a], [b]).publisher(after: a) == nil && found([a], [b]).isMixed)
    #expect(found([b, a], [a, b]).publisher(after: nil) == a)
    #expect(found([b, a], [a, b]).publisher(after: b) == b)
    #expect(found([a, b], [b]).publisher(after: a) == b)
    #expect(found([a, fixed], [a, fixed]).publisher(after: fixed) == a)
    #expect(found([a, fixed], [fixed]).publisher(after: nil) == fixed)
    #expect(!found([a, fixed], [fixed]).isMixed)
  }

  @Test func `one statement about all files takes one request`() async throws {
    let world = try GitHubWorld()
    var release = GitHubWorld.Release("v1.0", GitHubWorld.assets(of: "1.0"))
    release.workflow = "release.yml"
    world.repository.publish([release])
    let found = try await publishers(world)
    #expect(found.publisher(after: nil)?.description == "github:acme/mytool workflow release.yml")
    #expect(requestCount(world) == 1)
  }

  @Test func `a statement about each file takes a request for each`() async throws {
    let world = try GitHubWorld()
    let assets = GitHubWorld.assets(of: "1.0")
    world.repository.publish([.init("v1.0", assets)])
    for asset in assets {
      world.repository.attest([asset], for: asset, by: "release.yml", of: "acme/mytool")
    }
    let found = try await publishers(world)
    #expect(found.publisher(after: nil)?.description == "github:acme/mytool workflow release.yml")
    #expect(requestCount(world) == 4)
  }

  @Test func `without a statement about the first file, no other is requested`() async throws {
    let world = try GitHubWorld()
    let assets = GitHubWorld.assets(of: "1.0")
    world.repository.publish([.init("v1.0", assets)])
    world.repository.attest([assets[1]], for: assets[1], by: "release.yml", of: "acme/mytool")
    #expect(try await publishers(world).publisher(after: nil) == nil)
    #expect(requestCount(world) == 1)
    // The answer is known without the network.
    var offline = world
    offline.world.isOffline = true
    #expect(try await publishers(offline).publisher(after: nil) == nil)
  }

  @Test func `a file that nobody attests makes the release one of mixed origin`() async throws {
    let world = try GitHubWorld()
    let assets = GitHubWorld.assets(of: "1.0")
    world.repository.publish([.init("v1.0", assets)])
    world.repository.attest([assets[0]], for: assets[0], by: "release.yml", of: "acme/mytool")
    let found = try await publishers(world)
    #expect(found.isMixed)
    #expect(found.files.map(\.publishers.count) == [1, 0])
  }

  @Test func `an immutable release has its repository as the publisher`() async throws {
    let world = try GitHubWorld()
    var release = GitHubWorld.Release("v1.0", GitHubWorld.assets(of: "1.0"))
    release.isImmutable = true
    world.repository.publish([release])
    #expect(
      try await publishers(world).publisher(after: nil)?.description
        == "github:acme/mytool immutable")
  }

  @Test func `only a statement with a workflow of the server counts`() {
    let type = "https://slsa.dev/provenance/v1"
    func publisher(_ text: String) -> String? {
      let found = try? ProvenanceStatement(Array(text.utf8), on: "https://github.com")
      return found?.publisher.description
    }
    func statement(_ type: String, _ repository: String, _ path: String) -> String {
      """
      {"predicateType": "\(type)", "predicate": {"buildDefinition": {"externalParameters":
        {"workflow": {"repository": "\(repository)", "path": "\(path)"}}}}}
      """
    }
    let path = ".github/workflows/r.yml"
    #expect(
      publisher(statement(type, "https://github.com/a/b", path)) == "github:a/b workflow r.yml")
    #expect(publisher(statement(type, "https://github.com.example/a/b", path)) == nil)
    #expect(publisher(statement(type, "https://github.com/a/b/c", path)) == nil)
    #expect(publisher(statement(type, "https://github.com/a/b", "")) == nil)
    #expect(
      publisher(statement("https://example.org/other", "https://github.com/a/b", path)) == nil)
    for text in ["", "{}", "[]", #"{"subject": 1}"#, "{\"predicateType\": \"\(type)\"}"] {
      #expect(publisher(text) == nil)
    }
  }

  @Test func `an index states the publisher of each wheel`() async throws {
    let world = try SourceWorld()
    let index = SimpleIndex(on: world.server)
    for platform in [SamplePlatform.linuxX64, .linuxARM64] {
      index.publish(Wheel("ruff", "1.0", for: platform).program("ruff")) {
        $0.publisher = #""kind": "GitHub", "repository": "a/ruff", "workflow": "r.yml""#
      }
    }
    index.publish(Wheel("ruff", "1.0", for: .macOSARM64).program("ruff"))
    let package = try await world.package("ruff")
    let release = try #require(package.releases.first)
    let both = try await package.publishers(of: release, for: [.linuxX64, .linuxArm64])
    #expect(both.publisher(after: nil)?.description == "github:a/ruff workflow r.yml")
    world.server.forgetRequests()
    // A file without an address of a provenance object takes no request.
    #expect(
      try await package.publishers(of: release, for: [.macosArm64]).publisher(after: nil) == nil)
    #expect(world.server.requests.isEmpty)
    let all = try await package.publishers(of: release, for: [.linuxX64, .linuxArm64, .macosArm64])
    #expect(all.isMixed)
    // The objects have not changed, so they are not sent again.
    #expect(world.server.requests.allSatisfy { $0.headers["if-none-match"] != nil })
  }

  @Test func `provenance on a server without TLS is refused`() async throws {
    let world = try SourceWorld()
    world.server.serve(
      "/simple/ruff/",
      .text(
        """
        {"files": [{"filename": "ruff-1.0-py3-none-manylinux_2_17_x86_64.whl", "url": "a.whl",
          "provenance": "http://example.org/provenance"}]}
        """, type: "application/vnd.pypi.simple.v1+json"))
    let package = try await world.package("ruff")
    let problem = try await SourceWorld.problem {
      _ = try await package.publishers(of: package.releases[0], for: [.linuxX64])
    }
    guard case .answer(.unencrypted(let address, _, _)) = problem.fault else {
      Issue.record("\(problem)")
      return
    }
    #expect(address == "http://example.org/provenance")
  }
}
