import Diagnostics
import Filesystem
import LoopbackServer
import Manifests
import SampleWheels
import SourceKinds
import Synchronization
import Testing
import Transport
import Versions
import Vocabulary

@testable import ToolSources

/// Tests of the files of private repositories, which only the API sends.
@Suite struct GitHubPrivateFileTests {
  private let storage: LoopbackServer
  private var world: GitHubWorld

  init() throws {
    storage = try LoopbackServer()
    world = try GitHubWorld(storage: storage)
    world.world.variables["GITHUB_TOKEN"] = SampleRepository.token
  }

  /// Returns the content of the newest release, and the announced artifacts.
  private func content(
    _ options: String = "", for platforms: [Platform] = GitHubWorld.platforms
  ) async throws -> (content: ReleaseContent, announced: [AnnouncedArtifact]) {
    let package = try await world.package(options)
    let announced = Mutex<[AnnouncedArtifact]>([])
    let content = try await package.content(
      of: try #require(package.releases.first), for: platforms
    ) { artifact in
      announced.withLock { $0.append(artifact) }
    }
    return (content, announced.withLock { $0 })
  }

  /// Expects that files were stored elsewhere, and that no token went there.
  private func expectUntold(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(!storage.requests.isEmpty, sourceLocation: sourceLocation)
    for request in storage.requests {
      #expect(request.headers["authorization"] == nil, sourceLocation: sourceLocation)
    }
  }

  private func apiAddress(_ asset: SampleRepository.Asset) -> String {
    world.world.server.address(world.repository.apiPath(of: asset, tag: "v1.0"))
  }

  private static let zip: SampleRepository.Asset = {
    var zip = ZipWriter()
    zip.add("filling", String(repeating: "x", count: 200_000))
    zip.members.append(
      ZipMember(
        "mytool", NativeProgram.bytes(for: .linuxX64, script: "true"), mode: 0o100755))
    zip.add("more", String(repeating: "x", count: 200_000))
    return .init("mytool-1.0-linux-amd64.zip", zip.bytes)
  }()

  // MARK: Locking

  @Test(arguments: [true, false])
  func `a lock names their addresses in the API`(hasDigests: Bool) async throws {
    var assets = GitHubWorld.assets(of: "1.0")
    if !hasDigests { for index in assets.indices { assets[index].digest = "" } }
    world.repository.publish([.init("v1.0", assets)])
    let (content, _) = try await content()
    #expect(
      content.artifacts.map { $0.urls.map(\.text) }
        == assets.dropLast().map { [apiAddress($0)] })
    #expect(content.artifacts.map(\.digest) == assets.dropLast().map { .init(of: $0.bytes) })
    #expect(!content.isTrustedOnFirstUse)
    expectUntold()
    // The repository is asked about once, however many files it has.
    let path = "\(SampleRepository.apiPath)/repos/acme/mytool"
    #expect(world.apiRequests.filter { $0 == path }.count == 1)
  }

  @Test func `a part of an archive is read where it is stored`() async throws {
    world.repository.publish([.init("v1.0", [Self.zip])])
    let (content, announced) = try await content(for: [.linuxX64])
    #expect(content.provides.map(\.name.text) == ["mytool"])
    #expect(storage.requests.count > 1)
    #expect(storage.requests.allSatisfy { $0.headers["range"] != nil })
    expectUntold()
    // The prefetch of an install needs the token, too.
    #expect(announced.map(\.url.text) == [apiAddress(Self.zip)])
    #expect(announced.first?.access.headers.map(\.name) == ["Authorization"])
  }

  @Test func `a program is named by its release`() async throws {
    let asset = SampleRepository.Asset(
      "mytool-1.0-linux-amd64", NativeProgram.bytes(for: .linuxX64, script: "true"), digest: "")
    world.repository.publish([.init("v1.0", [asset])])
    let (content, _) = try await content(for: [.linuxX64])
    #expect(content.artifacts.map(\.format) == [.raw])
    #expect(content.artifacts.flatMap(\.urls).map(\.text) == [apiAddress(asset)])
    #expect(content.provides.map(\.name.text) == ["mytool"])
    let package = try await world.package()
    #expect(package.file(of: package.releases[0], for: .linuxX64)?.name == asset.name)
  }

  @Test func `a password in the netrc file suffices`() async throws {
    var test = self
    test.world.world.variables["GITHUB_TOKEN"] = nil
    try world.world.path.appending(".netrc").replaceContents(
      with: "machine 127.0.0.1 login \(SampleRepository.user) password \(SampleRepository.token)\n"
        .utf8)
    let assets = GitHubWorld.assets(of: "1.0")
    world.repository.publish([.init("v1.0", assets)])
    let (content, _) = try await test.content(for: [.linuxX64])
    #expect(content.artifacts.flatMap(\.urls).map(\.text) == [apiAddress(assets[0])])
    expectUntold()
  }

  @Test func `offline, the repository is as private as before`() async throws {
    let assets = GitHubWorld.assets(of: "1.0")
    world.repository.publish([.init("v1.0", assets)])
    let first = try await content().content
    var offline = self
    offline.world.world.isOffline = true
    #expect(try await offline.content().content == first)
  }

  @Test func `a public repository is asked about only with a token`() async throws {
    var world = try GitHubWorld()
    let assets = GitHubWorld.assets(of: "1.0")
    world.repository.publish([.init("v1.0", assets)])
    let path = "\(SampleRepository.apiPath)/repos/acme/mytool"
    for token in [nil, "any"] {
      world.world.variables["GITHUB_TOKEN"] = token
      world.world.server.forgetRequests()
      let package = try await world.package()
      let content = try await package.content(of: package.releases[0], for: [.linuxX64])
      #expect(
        content.artifacts.flatMap(\.urls).map(\.text) == [
          world.world.server.address(world.repository.path(of: assets[0].name, tag: "v1.0"))
        ])
      #expect(world.apiRequests.filter { $0 == path }.count == (token == nil ? 0 : 1))
    }
  }

  @Test func `a server that does not describe the repository is no proof`() async throws {
    world.repository.publish([.init("v1.0", GitHubWorld.assets(of: "1.0"))])
    world.world.server.serve("\(SampleRepository.apiPath)/repos/acme/mytool", .status(500))
    let problem = try await SourceWorld.problem { _ = try await content() }
    guard case .answer(.refused(_, status: 500, _)) = problem.fault else {
      Issue.record("\(problem.fault)")
      return
    }
  }

  @Test func `a source publishes a file at both addresses`() async throws {
    let assets = GitHubWorld.assets(of: "1.0")
    world.repository.publish([.init("v1.0", assets)])
    let package = try await world.package()
    let file = package.files(of: package.releases[0])[0]
    #expect(file.isPublished(at: apiAddress(assets[0])))
    #expect(
      file.isPublished(
        at: world.world.server.address(world.repository.path(of: assets[0].name, tag: "v1.0"))))
    #expect(!file.isPublished(at: apiAddress(assets[1])))
  }

  // MARK: Installing

  @Test(arguments: [
    ("https://api.github.com/repos/acme/mytool/releases/assets/7", true),
    ("https://api.github.com/repos/Acme/MyTool/releases/assets/123456789", true),
    ("https://api.github.com/repos/other/mytool/releases/assets/7", false),
    ("https://api.github.com/repos/acme/mytool/releases/assets/", false),
    ("https://api.github.com/repos/acme/mytool/releases/assets/7/x", false),
    ("https://api.github.com/repos/acme/mytool/releases/assets/7?x=1", false),
    ("https://api.github.com/repos/acme/mytool/releases/assets/..", false),
    ("https://api.github.com/repos/acme/mytool/releases/assets/٧", false),
    ("https://api.github.com/repos/acme/mytool/releases/7", false),
    ("https://api.github.com/repos/acme/mytool/zipball/v1", false),
    ("https://api.github.com/repositories/1/releases/assets/7", false),
    ("https://api.github.com.example.org/repos/acme/mytool/releases/assets/7", false),
    ("https://api.github.com@example.org/repos/acme/mytool/releases/assets/7", false),
    ("http://api.github.com/repos/acme/mytool/releases/assets/7", false),
    ("https://github.com/repos/acme/mytool/releases/assets/7", false),
  ])
  func `only the repository's files in the API are its own`(
    address: String, isOwn: Bool
  ) async throws {
    let declaration = LockedDeclaration(
      source: "github", options: [.init("package", "acme/mytool")])
    var world = try SourceWorld()
    world.variables["GITHUB_TOKEN"] = "s3cret"
    guard let url = ArtifactURL(address) else {
      #expect(!isOwn)
      return
    }
    let version = try #require(VersionText("1.0"))
    #expect(
      world.sources.serves(url, of: version, on: .linuxX64, for: declaration) == isOwn)
    let access = await world.sources.fileAccess(
      to: try WebAddress(address), for: declaration)
    #expect(access.headers.map(\.value) == (isOwn ? ["Bearer s3cret"] : []))
    #expect(access.accept == (isOwn ? "application/octet-stream" : nil))
  }

  @Test func `a token for one server goes to no other`() async throws {
    var world = try SourceWorld()
    world.variables["GITHUB_TOKEN"] = "s3cret"
    world.variables["GITHUB_API_URL"] = "https://ghe.example.com/api/v3"
    func access(_ api: String, host: String? = nil) async throws -> FileAccess {
      let declaration = LockedDeclaration(
        source: "github",
        options: (host.map { [.init("host", $0)] } ?? []) + [.init("package", "acme/mytool")])
      return await world.sources.fileAccess(
        to: try WebAddress("\(api)/repos/acme/mytool/releases/assets/7"), for: declaration)
    }
    #expect(try await access("https://ghe.example.com/api/v3").headers.count == 1)
    let other = try await access("https://api.github.com")
    #expect(other.headers.isEmpty)
    #expect(other.accept != nil)
    let host = "other.example.com"
    #expect(try await access("https://\(host)/api/v3", host: host).headers.isEmpty)
    #expect(try await access("https://\(host)/api/v3") == FileAccess())
    world.variables["GH_HOST"] = host
    world.variables["GH_ENTERPRISE_TOKEN"] = "theirs"
    #expect(
      try await access("https://\(host)/api/v3", host: host).headers.map(\.value)
        == ["Bearer theirs"])
  }
}
