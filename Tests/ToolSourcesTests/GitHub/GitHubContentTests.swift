import Cryptography
import Diagnostics
import Filesystem
import Layout
import LoopbackServer
import Manifests
import SampleWheels
import SourceKinds
import Testing
import Versions
import Vocabulary

@testable import ToolSources

/// Tests of the files that the source chooses, and of their digests.
@Suite struct GitHubContentTests {
  private func content(
    _ world: GitHubWorld, _ options: String = "", for platforms: [Platform] = GitHubWorld.platforms
  ) async throws -> ReleaseContent {
    let package = try await world.package(options)
    return try await package.content(of: try #require(package.releases.first), for: platforms)
  }

  @Test func `a release serves each platform by its file`() async throws {
    let world = try GitHubWorld()
    let assets = GitHubWorld.assets(of: "1.0")
    world.repository.publish([.init("v1.0", assets)])
    let content = try await content(world)
    #expect(Set(content.artifacts.map(\.platform)) == Set(GitHubWorld.platforms))
    let artifact = try #require(content.artifacts.first { $0.platform == .linuxX64 })
    #expect(artifact.format.text == "tar.gz")
    #expect(artifact.digest == SHA256Digest(of: assets[0].bytes))
    #expect(
      artifact.urls.map(\.text) == [
        world.world.server.address("/acme/mytool/releases/download/v1.0/\(assets[0].name)")
      ])
    #expect(content.provides.map(\.name.text) == ["mytool"])
    #expect(!content.isTrustedOnFirstUse)
    #expect(content.released?.description == "2026-01-02T03:04:05Z")
  }

  @Test func `listed executables need no download`() async throws {
    let world = try GitHubWorld()
    world.repository.publish([.init("v1.0", Array(GitHubWorld.assets(of: "1.0").dropLast()))])
    _ = try await content(world, ", executables: [\"mytool\"]")
    #expect(world.world.server.requests.map(\.path) == world.apiRequests)
  }

  @Test func `without the server's digest, a list of digests states it`() async throws {
    let world = try GitHubWorld()
    var assets = GitHubWorld.assets(of: "1.0")
    for index in assets.indices { assets[index].digest = "" }
    world.repository.publish([.init("v1.0", assets)])
    let content = try await content(world)
    #expect(!content.isTrustedOnFirstUse)
    // One request for the list of all platforms.
    let lists = world.world.server.requests.filter { $0.path.hasSuffix("checksums.txt") }
    #expect(lists.count == 1)
  }

  @Test func `without any digest, the first download counts`() async throws {
    let world = try GitHubWorld()
    var asset = GitHubWorld.assets(of: "1.0")[0]
    asset.digest = ""
    world.repository.publish([.init("v1.0", [asset, .init("checksums.txt", Array("none\n".utf8))])])
    let content = try await content(world, for: [.linuxX64])
    #expect(content.isTrustedOnFirstUse)
    #expect(content.artifacts[0].digest == SHA256Digest(of: asset.bytes))
  }

  /// Publishes a version whose digest the server does not state, with a list of SHA-512 digests.
  private func publish(
    _ asset: GitHubWorld.Asset, listing bytes: [UInt8], in world: GitHubWorld
  ) throws {
    let file = world.world.path.appending("listed")
    try file.replaceContents(with: bytes)
    let digest = try SHA512.digest(ofFile: file).description.dropFirst("sha512:".count)
    var asset = asset
    asset.digest = ""
    world.repository.publish([
      .init("v1.0", [asset, .init("SHA512SUMS", Array("\(digest)  dist/\(asset.name)\n".utf8))])
    ])
  }

  @Test func `a file with a SHA-512 digest alone is checked, and locked by SHA-256`() async throws {
    let world = try GitHubWorld()
    let asset = GitHubWorld.assets(of: "1.0")[0]
    try publish(asset, listing: asset.bytes, in: world)
    let found = try await content(world, for: [.linuxX64])
    #expect(!found.isTrustedOnFirstUse && found.isConfirmedBySHA512)
    #expect(found.artifacts[0].digest == SHA256Digest(of: asset.bytes))
    // A known digest needs no second download.
    world.world.server.forgetRequests()
    let known = try await content(world, for: [.linuxX64])
    #expect(known == found)
    #expect(!world.world.server.requests.contains { $0.path.hasSuffix(asset.name) })
  }

  @Test func `a file with another SHA-512 digest is refused`() async throws {
    let world = try GitHubWorld()
    let asset = GitHubWorld.assets(of: "1.0")[0]
    try publish(asset, listing: Array("other".utf8), in: world)
    let problem = try await SourceWorld.problem {
      _ = try await content(world, for: [.linuxX64])
    }
    #expect(problem.exitCode == .corruptArtifact)
    guard case .own(let fault) = problem.fault else {
      Issue.record("\(problem)")
      return
    }
    #expect(fault.code == "sha512-mismatch")
    #expect(try world.world.root.downloads.entriesIfPresent() == [])
  }

  @Test func `a list with two digests of a file is refused, whatever the server states`()
    async throws
  {
    let world = try GitHubWorld()
    let asset = GitHubWorld.assets(of: "1.0")[0]
    let right = SHA256Digest(of: asset.bytes).hexadecimal
    let wrong = SHA256Digest(of: Array("other".utf8)).hexadecimal
    let lines = "\(right)  \(asset.name)\n\(wrong)  dist/\(asset.name)\n"
    world.repository.publish([.init("v1.0", [asset, .init("SHA256SUMS", Array(lines.utf8))])])
    let problem = try await SourceWorld.problem {
      _ = try await content(world, for: [.linuxX64])
    }
    #expect(problem.exitCode == .corruptArtifact)
    #expect(problem.fault == .own(.severalDigests(file: asset.name, list: "SHA256SUMS")))
  }

  @Test(arguments: ["", ", checksums: \"my.sums\"", ", checksums: \"*.sums\""])
  func `a list that contradicts the server is refused`(options: String) async throws {
    let world = try GitHubWorld()
    let asset = GitHubWorld.assets(of: "1.0")[0]
    let wrong = SHA256Digest(of: Array("other".utf8))
    let name = options.isEmpty ? "checksums.txt" : "my.sums"
    world.repository.publish([
      .init(
        "v1.0", [asset, .init(name, Array("\(wrong.hexadecimal)  \(asset.name)\n".utf8))])
    ])
    let problem = try await SourceWorld.problem {
      _ = try await content(world, options, for: [.linuxX64])
    }
    #expect(problem.exitCode == .corruptArtifact)
    #expect(
      problem.fault
        == .own(
          .contradictoryDigests(
            file: asset.name, list: name, listed: wrong, published: SHA256Digest(of: asset.bytes),
            host: "github.com")))
  }

  @Test func `files that do not suit are listed with reasons`() async throws {
    let world = try GitHubWorld()
    world.repository.publish([
      .init(
        "v1.0",
        [
          .init("mytool.sha256"), .init("mytool_1.0_amd64.deb"), .init("mytool-windows-amd64.zip"),
          .init("mytool-linux-arm64.tar.gz"),
        ])
    ])
    let package = try await world.package()
    let choice = package.artifact(of: package.releases[0], for: .linuxX64)
    #expect(
      choice
        == .missing(
          .unsuitableFiles([
            UnsuitableFile("mytool-linux-arm64.tar.gz", "for another processor"),
            UnsuitableFile("mytool-windows-amd64.zip", "for another system"),
            UnsuitableFile("mytool_1.0_amd64.deb", "a package (deb)"),
            UnsuitableFile("mytool.sha256", "checksums"),
          ])))
    let problem = try await SourceWorld.problem { _ = try await content(world, for: [.linuxX64]) }
    #expect(problem.exitCode == .notAvailable)
  }

  @Test func `options choose among the files`() async throws {
    let world = try GitHubWorld()
    world.repository.publish([
      .init(
        "v1.0",
        [
          .init("lite_Darwin_x86_64.zip"), .init("mytool_Darwin_x86_64.zip"),
          .init("lite_Linux_x86_64.zip"), .init("half.zip"),
        ])
    ])
    func file(_ options: String, _ platform: Platform) async throws -> Bool {
      let package = try await world.package(options)
      if case .serves = package.artifact(of: package.releases[0], for: platform) { return true }
      return false
    }
    #expect(try await !file("", .macosArm64))
    #expect(try await file(", rosetta: true", .macosArm64))
    let template = ", asset: \"lite_{os}_{arch}.zip\", os: {linux: \"Linux\", macos: \"Darwin\"}"
    let words = template + ", arch: {x64: \"x86_64\"}"
    #expect(try await file(words, .linuxX64))
    #expect(try await !file(words, .linuxArm64))
    #expect(try await !file(words, .macosArm64))
    #expect(try await file(words + ", rosetta: true", .macosArm64))
    #expect(try await file(", asset: \"half.zip\"", .linuxArm64))
  }

  @Test func `an incomplete upload does not count`() async throws {
    let world = try GitHubWorld()
    var asset = GitHubWorld.assets(of: "1.0")[0]
    asset.state = "starter"
    world.repository.publish([.init("v1.0", [asset])])
    #expect(try await world.package().releases.map(\.isInstallable) == [false])
  }

  @Test func `a file that was replaced later is as young as its replacement`() async throws {
    var world = try GitHubWorld()
    var assets = GitHubWorld.assets(of: "1.0")
    assets[0].changed = "2026-05-01T00:00:00Z"
    world.repository.publish([.init("v1.0", assets)])
    let cutoff = PublicationCutoff(try #require(ReleaseTime("2026-02-01T00:00:00Z")))
    func young(_ platform: Platform) async throws -> [String?] {
      let package = try await world.package()
      return package.youngFiles(of: package.releases[0], for: [platform], after: cutoff)
        .map { $0?.description }
    }
    #expect(try await young(.linuxX64) == ["2026-05-01T00:00:00Z"])
    #expect(try await young(.linuxArm64) == [])
    world.previous = PreviousVersion(
      try await world.package().releases[0].version, .kept,
      digests: [SHA256Digest(of: assets[0].bytes)])
    #expect(try await young(.linuxX64) == [])
  }

  @Test func `files of a repository that has moved keep the name of the manifest`() async throws {
    let world = try GitHubWorld()
    let assets = GitHubWorld.assets(of: "1.0")
    world.repository.publish([.init("v1.0", assets)])
    world.world.server.serve(
      SampleRepository("acme/old", on: world.world.server).path(ofPage: 1),
      .redirect(to: world.world.server.address(world.repository.path(ofPage: 1)), status: 301))
    let package = try await world.package(of: "acme/old")
    let files = package.files(of: package.releases[0])
    #expect(files[0].address.contains("/acme/old/releases/download/v1.0/"))
  }
}
