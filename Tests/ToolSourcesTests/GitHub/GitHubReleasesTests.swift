import Diagnostics
import LoopbackServer
import SampleWheels
import SourceKinds
import Testing
import Versions
import Vocabulary

@testable import ToolSources

/// Tests of the releases that the source finds in a repository.
@Suite struct GitHubReleasesTests {
  private func versions(_ package: any SourcePackage) -> [String] {
    package.releases.map(\.version.spelling)
  }

  @Test func `a page of the API is read`() throws {
    let page = try [GitHubRelease](page: Fixture.bytes("github/releases.json"))
    #expect(page.map(\.tag) == ["v1.1.0-rc.1", "v1.0.0"])
    #expect(page.map(\.id) == [2, 1])
    #expect(page.map(\.isPrerelease) == [true, false])
    #expect(page.map(\.isImmutable) == [true, false])
    #expect(page[1].published?.description == "2025-02-27T19:35:32Z")
    let asset = try #require(page[1].assets.first)
    #expect(page[1].assets.count == 1)
    #expect(asset.name == "hello-linux-amd64.zip")
    #expect(asset.size == 1024)
    #expect(asset.digest?.hexadecimal.hasPrefix("2151b604") == true)
    #expect(asset.changed?.description == "2025-02-27T19:35:40Z")
  }

  @Test func `releases have their versions and times, and drafts are passed over`() async throws {
    let world = try GitHubWorld()
    var draft = GitHubWorld.Release("v3.0", GitHubWorld.assets(of: "3.0"))
    draft.isDraft = true
    var beta = GitHubWorld.Release("v2.0", GitHubWorld.assets(of: "2.0"))
    beta.isPrerelease = true
    world.repository.publish([
      draft, beta, .init("v1.2", GitHubWorld.assets(of: "1.2")), .init("nightly"), .init("v1.0"),
    ])
    let package = try await world.package()
    #expect(versions(package) == ["2.0", "1.2", "1.0"])
    #expect(package.releases.map(\.isMarkedPrerelease) == [true, false, false])
    #expect(package.releases.map(\.isInstallable) == [true, true, false])
    #expect(package.releases[1].released?.description == "2026-01-02T03:04:05Z")
    let request = try #require(world.world.server.requests.first)
    #expect(request.headers["accept"] == "application/vnd.github+json")
    #expect(request.headers["x-github-api-version"] == "2022-11-28")
    #expect(request.headers["authorization"] == nil)
  }

  @Test(
    arguments: [
      ("1.2.3", "", "1.2.3"), ("v1.2.3", "", "1.2.3"), ("mytool-1.2.3", "", "1.2.3"),
      ("mytool/v1.2.3", "", "1.2.3"), ("release-1.2.3", "", "1.2.3"), ("MyTool_v1.2", "", "1.2"),
      ("2026-01-02", "", "2026-01-02"), ("latest", "", nil), ("other-1.2.3", "", nil),
      ("mytool1.2", "", nil), ("cli-v1.2", ", tag: \"cli-v{version}\"", "1.2"),
      ("1.2.0-mytool", "", nil), ("1.2.0-rc", "", "1.2.0-rc"),
      ("1.2.0-mytool", ", tag: \"{version}-mytool\"", "1.2.0"),
      ("v1.2", ", tag: \"cli-v{version}\"", nil), ("cli-vnext", ", tag: \"cli-v{version}\"", nil),
    ] as [(String, String, String?)])
  func `a tag is a version`(tag: String, options: String, version: String?) async throws {
    let world = try GitHubWorld()
    world.repository.publish([.init(tag), .init("0.1"), .init("cli-v0.1")])
    let found = versions(try await world.package(options)).first { $0 != "0.1" }
    #expect(found == version)
  }

  @Test func `tags that are no versions are named, with the option that reads them`() async throws {
    let world = try GitHubWorld()
    world.repository.publish([
      .init("nightly"), .init("cli-v2.0.0", GitHubWorld.assets(of: "2.0.0")), .init("cli-v1.0.0"),
    ])
    let tags = ["cli-v2.0.0", "nightly", "cli-v1.0.0"]
    for (options, hasOption) in [("", false), (", tag: \"app-{version}\"", true)] {
      let error = await #expect(throws: SourceError.self) {
        try await world.package(options)
      }
      guard case .problems(let problems)? = error else { continue }
      #expect(
        problems.map(\.fault) == [
          .content(.noVersionTags(tags, pattern: "cli-v{version}", hasOption: hasOption))
        ])
    }
  }

  @Test func `of two tags of a version, the one with files counts`() async throws {
    let world = try GitHubWorld()
    world.repository.publish([
      .init("mytool-1.0"), .init("v1.0", GitHubWorld.assets(of: "1.0")), .init("1.0.0"),
    ])
    let package = try await world.package()
    #expect(versions(package) == ["1.0"])
    #expect(package.files(of: package.releases[0]).count == 5)
  }

  @Test func `pages are fetched until a release satisfies the requirements`() async throws {
    var world = try GitHubWorld()
    let releases = (1...6).reversed().map {
      GitHubWorld.Release("v\($0).0", GitHubWorld.assets(of: "\($0).0"))
    }
    world.repository.publish(releases, pageSize: 2)
    _ = try await world.package()
    #expect(world.apiRequests == [world.repository.path(ofPage: 1)])
    world.world.server.forgetRequests()
    world.requirements = [try Requirement(parsing: ["~> 4.0"])]
    #expect(try await versions(world.package()) == ["6.0", "5.0", "4.0", "3.0"])
    #expect(world.apiRequests.count == 2)
    world.world.server.forgetRequests()
    world.previous = PreviousVersion(try Version(parsing: "1", scheme: .general), .kept)
    #expect(try await world.package().releases.count == 6)
    #expect(world.apiRequests.count == 3)
    world.world.server.forgetRequests()
    world.previous = nil
    world.requirements = [.any]
    let time = try #require(ReleaseTime("2026-01-01T00:00:00Z"))
    world.cutoff = PublicationCutoff(time)
    #expect(try await world.package().releases.count == 6)
  }

  @Test func `pages are fetched for what the definitions of other tools may require`()
    async throws
  {
    var world = try GitHubWorld()
    let releases = (1...6).reversed().map {
      GitHubWorld.Release("v\($0).0", GitHubWorld.assets(of: "\($0).0"))
    }
    world.repository.publish(releases, pageSize: 2)
    world.possibleRequirements = try ["> 5", "~> 3.0"].map { try Requirement(parsing: [$0]) }
    #expect(try await versions(world.package()) == ["6.0", "5.0", "4.0", "3.0"])
    #expect(world.apiRequests.count == 2)
  }

  @Test func `a release that the project calls a prerelease does not end the search`() async throws
  {
    let world = try GitHubWorld()
    var beta = GitHubWorld.Release("v2.0", GitHubWorld.assets(of: "2.0"))
    beta.isPrerelease = true
    world.repository.publish(
      [beta, .init("v1.0", GitHubWorld.assets(of: "1.0"))], pageSize: 1)
    #expect(try await versions(world.package()) == ["2.0", "1.0"])
  }

  @Test func `a list without an end is an error`() async throws {
    var world = try GitHubWorld()
    world.requirements = [try Requirement(parsing: ["9"])]
    world.repository.publish([.init("v1.0"), .init("v0.9")], pageSize: 1)
    // The second page is the first one again.
    let first = world.repository.path(ofPage: 1)
    world.repository.publish([.init("v1.0"), .init("v1.0")], pageSize: 1)
    let body = #"[{"id":1,"tag_name":"v1.0","assets":[]}]"#
    world.world.server.serve(
      world.repository.path(ofPage: 2),
      .text(body, type: "application/json").header("Link", "<\(first)>; rel=\"next\""))
    let problem = try await SourceWorld.problem { _ = try await world.package() }
    #expect(problem.fault == .own(.endlessPages(host: "github.com")))
    #expect(world.apiRequests.count == 2)
  }

  @Test func `an address of another server is never followed`() async throws {
    let world = try GitHubWorld()
    let path = world.repository.path(ofPage: 1)
    world.world.server.serve(
      path,
      .text("[]", type: "application/json")
        .header("Link", "<http://127.0.0.1:1/steal>; rel=\"next\""))
    let problem = try await SourceWorld.problem { _ = try await world.package() }
    #expect(problem.exitCode == .notAvailable)
    #expect(world.apiRequests == [path, world.repository.path(ofPage: 2)])
  }

  @Test func `an unchanged page is not transferred again, and serves offline`() async throws {
    var world = try GitHubWorld()
    world.repository.publish(
      [.init("v2.0"), .init("v1.0", GitHubWorld.assets(of: "1.0"))], pageSize: 1)
    #expect(try await versions(world.package()) == ["2.0", "1.0"])
    #expect(try await versions(world.package()) == ["2.0", "1.0"])
    let later = world.world.server.requests.suffix(2)
    #expect(later.allSatisfy { $0.headers["if-none-match"] != nil })
    world.world.isOffline = true
    world.world.server.forgetRequests()
    #expect(try await versions(world.package()) == ["2.0", "1.0"])
    #expect(world.apiRequests.isEmpty)
  }
}
