import Diagnostics
import Filesystem
import Layout
import LoopbackServer
import Manifests
import SampleWheels
import SourceKinds
import Synchronization
import Testing
import Versions
import Vocabulary

@testable import ToolSources

@Suite struct DirectURLContentTests {
  static let platforms: [Platform] = [.linuxX64, .macosArm64]

  /// Returns an archive with an executable script in a folder.
  static func archive(_ names: String...) -> [UInt8] {
    var tar = TarWriter()
    for name in names { tar.add("tool-1.0/\(name)", "#!/bin/sh\n", isExecutable: true) }
    tar.add("tool-1.0/README", "words")
    return tar.gzipBytes
  }

  func content(
    _ options: String, _ world: SourceWorld, file: String = "/{version}/tool-{os}-{arch}.tar.gz",
    for platforms: [Platform] = platforms
  ) async throws -> ReleaseContent {
    let package = try await world.urlPackage(#"versions: "1.0""# + options, file: file)
    return try await package.content(of: package.releases[0], for: platforms)
  }

  func problem(
    _ options: String, _ world: SourceWorld, for platforms: [Platform] = platforms
  ) async throws -> SourceProblem {
    try await SourceWorld.problem { _ = try await content(options, world, for: platforms) }
  }

  /// Returns an environment whose server has an archive for two platforms.
  func world() throws -> SourceWorld {
    let world = try SourceWorld()
    world.server.serve("/1.0/tool-linux-x64.tar.gz", .file(Self.archive("tool")))
    world.server.serve("/1.0/tool-macos-arm64.tar.gz", .file(Self.archive("tool", "more")))
    return world
  }

  @Test func `a file without a digest is trusted on first use`() async throws {
    var world = try world()
    let content = try await content("", world)
    #expect(content.isTrustedOnFirstUse)
    #expect(content.artifacts.map(\.platform) == Self.platforms)
    #expect(content.artifacts.map(\.format.text) == ["tar.gz", "tar.gz"])
    #expect(
      content.artifacts.map(\.digest)
        == [Self.archive("tool"), Self.archive("tool", "more")].map { SHA256Digest(of: $0) })
    #expect(
      content.artifacts[0].urls.map(\.text)
        == [world.server.address("/1.0/tool-linux-x64.tar.gz")])
    #expect(
      content.provides.map { "\($0.name) \($0.isFor(.linuxX64)) \($0.isFor(.macosArm64))" }
        == ["more false true", "tool true true"])
    // The archives are kept for the installation, and their executables are remembered.
    #expect(world.root.download(content.artifacts[0].digest).exists)
    world.server.forgetRequests()
    #expect(try await self.content("", world) == content)
    #expect(world.server.requests.isEmpty)
    world.isOffline = true
    #expect(try await self.content("", world) == content)
  }

  @Test func `a file with a digest, a size, and a list of executables is not downloaded`()
    async throws
  {
    let world = try world()
    let sums = [Self.archive("tool"), Self.archive("tool", "more")].map { SHA256Digest(of: $0) }
    world.server.serve(
      "/1.0/SHA256SUMS",
      .text(
        "\(sums[0].hexadecimal)  tool-linux-x64.tar.gz\n"
          + "\(sums[1].hexadecimal) *./tool-macos-arm64.tar.gz\n"
      ))
    let content = try await content(
      #", checksums: "$/{version}/SHA256SUMS", executables: ["tool"]"#, world)
    #expect(!content.isTrustedOnFirstUse)
    #expect(content.artifacts.map(\.digest) == sums)
    #expect(content.artifacts[0].size == Self.archive("tool").count)
    #expect(content.provides.map(\.name.text) == ["tool"])
    #expect(world.server.requests.map(\.method).sorted() == ["GET", "HEAD", "HEAD"])
  }

  @Test func `a checksum file of each file has one digest`() async throws {
    let world = try world()
    for (platform, archive) in [
      ("linux-x64", Self.archive("tool")), ("macos-arm64", Self.archive("tool", "more")),
    ] {
      world.server.serve(
        "/1.0/tool-\(platform).tar.gz.sha256", .text(SHA256Digest(of: archive).hexadecimal))
    }
    let content = try await content(#", checksums: "{url}.sha256""#, world)
    #expect(!content.isTrustedOnFirstUse)
    #expect(content.artifacts[1].digest == SHA256Digest(of: Self.archive("tool", "more")))
  }

  @Test func `a digest without a name is not that of several files`() async throws {
    let world = try world()
    world.server.serve("/sum", .text(SHA256Digest(of: Self.archive("tool")).hexadecimal))
    let problem = try await problem(#", checksums: "$/sum""#, world)
    guard case .own(let fault) = problem.fault else { throw SourceWorld.Unexpected(error: nil) }
    #expect(fault.code == "no-checksum")
    #expect(problem.exitCode == .corruptArtifact)
  }

  @Test func `a digest that disagrees is an error`() async throws {
    let world = try world()
    let digest = String(repeating: "0a", count: 32)
    let problem = try await problem(
      ", digests: {linux_x64: \"\(digest)\"}", world, for: [.linuxX64])
    #expect(problem.exitCode == .corruptArtifact)
    guard case .answer(.wrongDigest(_, digest, _)) = problem.fault else {
      Issue.record("\(problem.fault)")
      return
    }
  }

  @Test func `a checksum file with two digests of a file is an error`() async throws {
    let world = try world()
    let line = "\(String(repeating: "0a", count: 32))  tool-linux-x64.tar.gz\n"
    let other = "\(String(repeating: "0b", count: 32))  tool-linux-x64.tar.gz\n"
    world.server.serve("/sums", .text(line + other))
    let problem = try await problem(#", checksums: "$/sums""#, world, for: [.linuxX64])
    guard case .own(let fault) = problem.fault else { throw SourceWorld.Unexpected(error: nil) }
    #expect(fault.code == "several-checksums")
  }

  @Test func `a platform without a value is missing before any request`() async throws {
    let world = try SourceWorld()
    let package = try await world.urlPackage(
      #"versions: "1.0", target: {linux_x64: "a", macos: "b"}"#, file: "/{target}")
    #expect(package.artifact(of: package.releases[0], for: .macosX64) == .serves(nil))
    #expect(
      package.artifact(of: package.releases[0], for: .linuxArm64)
        == .missing(.otherMachines(["linux-x64", "macos-x64", "macos-arm64"])))
    #expect(
      package.files(of: package.releases[0]).map(\.name) == ["a", "b", "b"])
    #expect(world.server.requests.isEmpty)
  }

  @Test(arguments: [
    ("", "tool"), (#", executables: ["other"]"#, "other"),
  ])
  func `a single file is the tool or the only listed executable`(
    options: String, name: String
  ) async throws {
    let world = try SourceWorld()
    world.server.serve("/tool-1.0-linux", .file(Array("#!/bin/sh\n".utf8)))
    let content = try await content(options, world, file: "/tool-{version}-{os}", for: [.linuxX64])
    #expect(content.provides.map(\.name.text) == [name])
    #expect(content.artifacts[0].format == .raw)
  }

  @Test func `a single file has one executable`() async throws {
    let world = try SourceWorld()
    world.server.serve("/tool", .file([1]))
    let problem = try await SourceWorld.problem {
      _ = try await content(
        #", executables: ["a", "b"]"#, world, file: "/tool", for: [.linuxX64])
    }
    #expect(
      problem.fault == .content(.missingExecutables(version: "1.0", names: ["b"], found: ["a"])))
  }

  @Test func `a zip is read by its directory`() async throws {
    let world = try SourceWorld()
    var zip = ZipWriter()
    zip.add("big", String(repeating: "x", count: 1 << 20))
    zip.add("bin/tool-linux-x64", "#!/bin/sh\n", mode: 0o100755)
    zip.add("bin/data", "words", mode: 0o100755)
    world.server.serve("/tool.zip", .file(zip.bytes))
    let digest = SHA256Digest(of: zip.bytes).hexadecimal
    let content = try await content(
      ", digests: {linux_x64: \"\(digest)\"}", world, file: "/tool.zip", for: [.linuxX64])
    #expect(content.provides.map(\.name.text) == ["tool"])
    #expect(
      world.server.requests.allSatisfy { $0.method == "HEAD" || $0.headers["range"] != nil })
  }

  @Test func `a zip without modes is read as a whole if it has large files`() async throws {
    let world = try SourceWorld()
    var zip = ZipWriter()
    let program = NativeProgram.bytes(
      for: .linuxX64, script: String(repeating: "x", count: 1 << 18))
    for (name, bytes) in [("tool", program), ("LICENSE", Array("words".utf8))] {
      var member = ZipMember(name, bytes, method: .stored)
      member.mode = 0
      zip.members.append(member)
    }
    world.server.serve("/tool.zip", .file(zip.bytes))
    let content = try await content("", world, file: "/tool.zip", for: [.linuxX64])
    #expect(content.provides.map(\.name.text) == ["tool"])
  }

  @Test func `an archive without programs is an error`() async throws {
    let world = try SourceWorld()
    var tar = TarWriter()
    tar.add("a/README", "words")
    world.server.serve("/1.0/tool-linux-x64.tar.gz", .file(tar.gzipBytes))
    let problem = try await problem("", world, for: [.linuxX64])
    #expect(
      problem.fault == .content(.noExecutables(version: "1.0", file: "tool-linux-x64.tar.gz")))
  }

  @Test func `something else than the archive is an error`() async throws {
    let world = try SourceWorld()
    world.server.serve("/1.0/tool-linux-x64.tar.gz", .text("<html>"))
    #expect(try await problem("", world, for: [.linuxX64]).exitCode == .corruptArtifact)
  }

  @Test func `an announced file is one that will be downloaded`() async throws {
    let world = try world()
    let digest = SHA256Digest(of: Self.archive("tool")).hexadecimal
    let package = try await world.urlPackage(
      "versions: \"1.0\", digests: {linux: \"\(digest)\"}, executables: [\"tool\"]")
    let announced = Mutex<[AnnouncedArtifact]>([])
    let content = try await package.content(of: package.releases[0], for: [.linuxX64]) { artifact in
      announced.withLock { $0.append(artifact) }
    }
    #expect(
      announced.withLock(\.self).map { [$0.url.text, "\($0.size ?? 0)"] }
        == [[content.artifacts[0].urls[0].text, "\(content.artifacts[0].size)"]])
  }

  @Test func `a value must not lead out of the template`() async throws {
    let world = try SourceWorld()
    for value in ["../../x", "x?y"] {
      let problem = try await SourceWorld.problem {
        _ = try await content(
          ", arch: {x64: \"\(value)\"}", world, file: "/d/{version}/{arch}/tool", for: [.linuxX64])
      }
      guard case .own(let fault) = problem.fault else { throw SourceWorld.Unexpected(error: nil) }
      #expect(fault.code == "outside-template")
    }
    #expect(world.server.requests.isEmpty)
  }

  @Test func `only the address of the locked version and platform is its own`() throws {
    let tool = try SourceWorld.tool(
      "tool", more: #", url: "https://e.org/d/{version}/tool-{os}", versions: "1.0""#)
    let sources = try SourceWorld().sources
    for (address, isServed) in [
      ("https://e.org/d/1.0/tool-linux", true), ("https://e.org/d/1.1/tool-linux", false),
      ("https://e.org/d/1.0/tool-macos", false), ("https://e.org/d/1.0/tool-linux?x", false),
    ] {
      let url = try #require(ArtifactURL(address))
      let version = try #require(VersionText("1.0"))
      #expect(
        sources.serves(url, of: version, on: .linuxX64, for: tool.declared) == isServed,
        "\(address)")
    }
  }
}
