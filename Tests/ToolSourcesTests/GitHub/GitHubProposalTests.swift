import Diagnostics
import LoopbackServer
import Manifests
import SampleWheels
import SourceKinds
import Testing
import Versions
import Vocabulary

@testable import ToolSources

/// Tests of the advice for the author of a definition.
@Suite struct GitHubProposalTests {
  private func profile(_ world: GitHubWorld) async throws -> PackageProfile {
    let package = try await world.package()
    return try await package.profile(at: try #require(package.releases.first))
  }

  @Test(
    arguments: [
      ("https://mytool.example.org", "https://mytool.example.org"), ("", nil), ("mytool.org", nil),
      ("javascript:alert(1)", nil), ("http://mytool.example.org", nil),
      ("https://me:secret@mytool.org", nil), ("https://my tool.org", nil),
    ] as [(String, String?)])
  func `a repository says what it is`(homepage: String, home: String?) async throws {
    let world = try GitHubWorld()
    world.repository.publish([.init("v1.0", GitHubWorld.assets(of: "1.0"))])
    world.repository.describe("\"Checks all\"", homepage: homepage, name: "acme/MyTool")
    let profile = try await profile(world)
    #expect(profile.summary == "Checks all")
    #expect(profile.package == "acme/MyTool")
    #expect(profile.home == home)
    #expect(world.apiRequests.count == 2)
  }

  @Test func `a repository that says nothing has an empty profile`() async throws {
    let world = try GitHubWorld()
    world.repository.publish([.init("v1.0", GitHubWorld.assets(of: "1.0"))])
    world.repository.describe("null", name: "../evil")
    #expect(try await profile(world) == PackageProfile())
  }

  @Test(
    arguments: [
      (["cli-v1.2.3"], "cli-v{version}"), (["cli-1.2.3", "cli-1.2.2"], "cli-{version}"),
      (["server/v2.0", "other/v1.0"], "server/v{version}"),
      (["server-1.0", "mytool-cli-v1.0"], "mytool-cli-v{version}"),
      (["nightly", "latest"], nil), (["r2d2"], nil), ([], nil), (["x{y}-1.0"], nil),
      (["v1.0", "1.0"], "v{version}"), (["version_125"], "version_{version}"),
      (["ver1.0.0"], "ver{version}"), (["r37c"], "r{version}"),
      (["release/1.2"], "release/{version}"),
      (["1.2.0-mytool"], "{version}-mytool"), (["v1.2.0-all"], "v{version}-all"),
      (["1.2.0"], nil), (["2024w1"], nil), (["b7f3a9"], nil),
    ] as [([String], String?)])
  func `the pattern of unusual tags is found`(tags: [String], pattern: String?) throws {
    let tool = try SourceWorld.tool("mytool", more: ", github: \"acme/all\"")
    let request = try SourceWorld().sources.source(of: tool).request(for: tool)
    #expect(ReleaseTags.pattern(of: tags, for: request) == pattern)
  }

  @Test func `unusual tags are advice about releases with files`() async throws {
    let world = try GitHubWorld()
    world.repository.publish([
      .init("docs-v9.0"), .init("cli-v1.0", GitHubWorld.assets(of: "1.0")),
    ])
    let tool = try SourceWorld.tool("mytool", more: ", github: \"acme/mytool\"")
    let source = try world.world.sources.source(of: tool)
    let options = try await source.missingOptions(of: source.request(for: tool))
    #expect(options == [.init("tag", "cli-v{version}")])
  }

  @Test func `the file of a platform is known without a request`() async throws {
    let world = try GitHubWorld()
    var assets = GitHubWorld.assets(of: "1.0")
    assets[1].digest = ""
    world.repository.publish([.init("v1.0", assets)])
    let package = try await world.package()
    let release = try #require(package.releases.first)
    world.world.server.forgetRequests()
    let stated = try #require(package.file(of: release, for: .linuxX64))
    #expect(stated.name == assets[0].name)
    #expect(stated.size == assets[0].bytes.count)
    #expect(stated.digestSource == .source)
    let listed = try #require(package.file(of: release, for: .linuxArm64))
    #expect(listed.digestSource == .list("checksums.txt"))
    #expect(listed.digest == nil)
    #expect(world.world.server.requests.isEmpty)
  }
}
