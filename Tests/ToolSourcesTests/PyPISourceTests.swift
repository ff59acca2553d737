import Cryptography
import Diagnostics
import Filesystem
import Layout
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

@Suite struct PyPISourceTests {
  private static let platforms: [Platform] = [.linuxX64, .linuxArm64, .macosX64, .macosArm64]

  @Test(arguments: [SimpleIndex.Form.html, .json])
  func `a package is locked from either form of the index`(form: SimpleIndex.Form) async throws {
    let world = try SourceWorld()
    let index = SimpleIndex(on: world.server, form: form)
    index.publish("ruff", "0.17.5")
    index.publish("ruff", "0.18.0rc1")
    index.publish("ruff", "0.9.2")
    let package = try await world.package("ruff")

    #expect(package.releases.map(\.version.spelling) == ["0.18.0rc1", "0.17.5", "0.9.2"])
    #expect(package.releases.allSatisfy { $0.isInstallable && $0.yanked == nil })
    #expect((package.releases[0].released != nil) == (form == .json))
    let release = package.releases[1]
    #expect(
      package.artifact(of: release, for: .linuxX64) == .serves(MachineRequirement(.glibc, 2, 17)))
    let content = try await package.content(of: release, for: Self.platforms)
    #expect(content.provides.map(\.name.text) == ["ruff"])
    #expect(!content.isTrustedOnFirstUse)
    #expect(content.artifacts.map(\.platform) == Self.platforms)
    for (artifact, platform) in zip(
      content.artifacts, [SamplePlatform.linuxX64, .linuxARM64, .macOSX64, .macOSARM64])
    {
      let wheel = Wheel("ruff", "0.17.5", for: platform).program("ruff")
      #expect(artifact.size == wheel.bytes.count)
      #expect(artifact.digest.hexadecimal == SHA256Digest(of: wheel.bytes).hexadecimal)
      #expect(artifact.urls.map(\.text) == [world.server.address(index.filePath(of: wheel))])
      #expect(artifact.format == .wheel)
    }
    // The page is requested once, and no wheel is requested as a whole.
    #expect(world.server.requests.count { $0.path == "/simple/ruff/" } == 1)
    #expect(
      world.server.requests.allSatisfy { $0.path == "/simple/ruff/" || $0.headers["range"] != nil })
  }

  @Test func `only so many members of a wheel are inspected`() async throws {
    let world = try SourceWorld()
    let index = SimpleIndex(on: world.server)
    var wheel = Wheel("a", "1.0", for: .linuxX64)
    for number in 0...1000 { wheel = wheel.program("a\(number)") }
    index.publish(wheel)
    let package = try await world.package("a")
    let problem = try await SourceWorld.problem {
      _ = try await package.content(of: package.releases[0], for: [.linuxX64])
    }
    #expect(
      problem.fault
        == .answer(
          .unreadableArchive(
            address: world.server.address(index.filePath(of: wheel)), .limit(.members(limit: 1000)))
        ))
    #expect(world.server.requests.count < 10)
  }

  /// The form of the page, whether the server supports ranges, and the first two events:
  /// `announced` for the announcement, and `asked` for a request for the wheel.
  @Test(arguments: [
    (SimpleIndex.Form.json, true, ["announced", "asked"]),
    (.html, true, ["asked", "announced"]),
    // The first range request returned the whole file, so there is no download to start early.
    (.html, false, ["asked"]),
  ])
  func `a file is announced as soon as it is known to be needed`(
    form: SimpleIndex.Form, supportsRanges: Bool, expected: [String]
  ) async throws {
    let world = try SourceWorld()
    let index = SimpleIndex(on: world.server, form: form)
    let wheel = Wheel("a", "1.0", for: .linuxX64).program("a")
    index.publish(wheel)
    let seen = Mutex<[String]>([])
    let reply = ScriptedResponse.file(wheel.bytes)
    world.server.serve(index.filePath(of: wheel)) { _ in
      seen.withLock { $0.append("asked") }
      return supportsRanges ? reply : reply.withoutRanges()
    }
    let package = try await world.package("a")
    let content = try await package.content(of: package.releases[0], for: [.linuxX64]) { artifact in
      #expect(artifact.digest.hexadecimal == SHA256Digest(of: wheel.bytes).hexadecimal)
      seen.withLock { $0.append("announced") }
    }
    #expect(content.artifacts.count == 1)
    #expect(Array(seen.withLock { $0 }.prefix(2)) == expected)
  }

  @Test func `a yanked release is marked, and a yanked file is skipped`() async throws {
    let world = try SourceWorld()
    let index = SimpleIndex(on: world.server, form: .html)
    index.publish(Wheel("a", "1.0", for: .linuxX64).program("a")) { $0.yanked = "crashes" }
    index.publish(Wheel("a", "1.1", for: .linuxX64).program("a")) { $0.yanked = "" }
    index.publish(Wheel("a", "1.1", for: .linuxARM64).program("a"))
    let package = try await world.package("a")
    #expect(package.releases.map(\.yanked) == [nil, "crashes"])
    #expect(
      package.artifact(of: package.releases[0], for: .linuxX64)
        == .missing(.otherMachines(["linux-arm64"])))
    // A yanked release can still be locked by a requirement for exactly its version.
    #expect(
      try await package.content(of: package.releases[1], for: [.linuxX64]).artifacts.count == 1)
  }

  @Test(arguments: [
    (["py3-none-manylinux_2_28_x86_64", "py3-none-manylinux2014_x86_64"], "manylinux_2_28"),
    (
      ["py3-none-manylinux_2_12_x86_64.manylinux2010_x86_64", "py3-none-manylinux1_x86_64"],
      "manylinux_2_12"
    ),
    (["py3-none-manylinux2014_x86_64", "py3-none-manylinux_2_17_x86_64"], "manylinux_2_17"),
    (["py39-none-manylinux_2_28_x86_64", "py3-none-manylinux1_x86_64"], "-py3-none"),
    (["py39-none-manylinux1_x86_64", "py310-none-manylinux1_x86_64"], "-py310"),
    (["py2-none-manylinux_2_28_x86_64", "py310-none-manylinux1_x86_64"], "-py310"),
    (["py3-none-linux_x86_64", "py3-none-manylinux_2_28_x86_64"], "manylinux_2_28"),
    (["1-py3-none-manylinux1_x86_64", "2-py3-none-manylinux1_x86_64"], "-2-py3"),
    (["py3-none-manylinux1_x86_64", "0-py3-none-manylinux1_x86_64"], "-0-py3"),
    (["py3-none-manylinux1_x86_64", "py2.py3-none-manylinux1_x86_64"], "-py2.py3"),
    (["py3-none-manylinux_2_34_x86_64", "py3-none-linux_x86_64"], "-linux_x86_64"),
  ])
  func `the best of several wheels is chosen in any order`(
    tags: [String], taken: String
  ) async throws {
    for tags in [tags, tags.reversed()] {
      let page = IndexPage(
        files: tags.map {
          IndexFile(name: "a-1-\($0).whl", reference: "\($0).whl", digest: .none)
        })
      let releases = PyPIReleases(page, of: try #require(PackageName("a")))
      guard case .wheel(let file, _) = releases.wheel(of: releases.releases[0], for: .linuxX64)
      else {
        Issue.record("none of \(tags) was taken")
        continue
      }
      #expect(file.name.contains(taken))
    }
  }

  @Test(arguments: [
    (["a-1.tar.gz"], MissingArtifact.sourceOnly, false),
    (["a-1-py3-none-any.whl", "a-1.tar.gz"], .pythonOnly, false),
    (["a-1-cp311-cp311-manylinux1_x86_64.whl"], .pythonOnly, false),
    (
      ["a-1-py3-none-manylinux_2_34_x86_64.whl", "a-1-py3-none-win_amd64.whl"],
      .requiresNewerMachine(requires: "glibc 2.34", limit: "glibc 2.28"), true
    ),
    (["a-1-py3-none-win_amd64.whl"], .otherMachines(["win_amd64"]), true),
    (
      ["a-1-py3-none-macosx_10_9_universal2.whl", "a-1-py3-none-win_amd64.whl"],
      .otherMachines(["macos-x64", "macos-arm64"]), true
    ),
  ])
  func `a missing artifact states its reason`(
    names: [String], reason: MissingArtifact, isInstallable: Bool
  ) throws {
    let files = names.map { IndexFile(name: $0, reference: $0, digest: .none) }
    let releases = PyPIReleases(IndexPage(files: files), of: try #require(PackageName("a")))
    let release = try #require(releases.releases.first)
    #expect(release.isInstallable == isInstallable)
    guard case .missing(let found) = releases.wheel(of: release, for: .linuxX64) else {
      Issue.record("a wheel was found")
      return
    }
    #expect(found == reason)
  }

  @Test func `files of other packages or without a version are ignored`() throws {
    let names = [
      "b-1-py3-none-any.whl", "a-x-py3-none-any.whl", "a-1.0.zip", "a-1.tar.gz", "a.zip",
    ]
    let files = names.map { IndexFile(name: $0, reference: $0, digest: .none) }
    let releases = PyPIReleases(IndexPage(files: files), of: try #require(PackageName("a")))
    #expect(releases.releases.map(\.version.spelling) == ["1"])
  }

  @Test func `content for an unsupported platform is a problem`() async throws {
    let world = try SourceWorld()
    let index = SimpleIndex(on: world.server)
    defer { withExtendedLifetime(index) {} }
    index.publish("a", "1", for: [.linuxX64])
    let package = try await world.package("a")
    let problem = try await SourceWorld.problem {
      _ = try await package.content(of: package.releases[0], for: [.linuxX64, .macosArm64])
    }
    #expect(
      problem.fault
        == .content(
          .noArtifact(version: "1", platform: .macosArm64, .otherMachines(["linux-x64"]))))
    #expect(problem.exitCode == .notAvailable)
  }

  @Test func `a file without a digest is downloaded and hashed`() async throws {
    let world = try SourceWorld()
    let wheel = Wheel("a", "1", for: .linuxX64).program("a")
    let index = SimpleIndex(on: world.server, form: .html)
    index.publish(wheel) { $0.digest = nil }
    let package = try await world.package("a")
    let content = try await package.content(of: package.releases[0], for: [.linuxX64])
    #expect(content.isTrustedOnFirstUse)
    #expect(content.artifacts[0].digest.hexadecimal == SHA256Digest(of: wheel.bytes).hexadecimal)
    #expect(content.artifacts[0].size == wheel.bytes.count)
    let kept = world.root.download(content.artifacts[0].digest)
    #expect(try kept.contents(limit: 1 << 20) == wheel.bytes)
    #expect(try world.root.downloads.entries() == [content.artifacts[0].digest.hexadecimal])
  }

  @Test func `a server without range support sends the whole file`() async throws {
    let world = try SourceWorld()
    let index = SimpleIndex(on: world.server, form: .html)
    let small = Wheel("a", "1", for: .linuxX64).program("a")
    let large = Wheel("a", "1", for: .linuxARM64).program("a").member(Self.ballast)
    for wheel in [small, large] {
      index.publish(wheel)
      world.server.serve(index.filePath(of: wheel), .file(wheel.bytes).withoutRanges())
    }
    let package = try await world.package("a")
    let content = try await package.content(
      of: package.releases[0], for: [.linuxX64, .linuxArm64])
    #expect(content.artifacts.map(\.size) == [small.bytes.count, large.bytes.count])
    #expect(content.provides.map(\.name.text) == ["a"])
    // Without the small wheel, the large one must be inspected, so it is downloaded.
    let other = try await package.content(of: package.releases[0], for: [.linuxArm64])
    #expect(other.artifacts == [content.artifacts[1]])
    #expect(world.root.download(other.artifacts[0].digest).exists)
  }

  @Test(arguments: [0, 100, -1])
  func `a kept download that was damaged is not used`(_ size: Int) async throws {
    var world = try SourceWorld()
    let index = SimpleIndex(on: world.server, form: .html)
    let wheel = Wheel("a", "1", for: .macOSARM64).program("a")
    index.publish(wheel)
    let kept = world.root.download(Cryptography.SHA256.digest(of: wheel.bytes))
    try kept.parentDirectory.makeDirectories()
    // The argument is the number of bytes that are left, or -1 for a file with one other byte.
    let damaged = size < 0 ? wheel.bytes.dropLast() + [1] : wheel.bytes.prefix(size)
    try kept.replaceContents(with: damaged)
    var package = try await world.package("a")
    let content = try await package.content(of: package.releases[0], for: [.macosArm64])
    #expect(content.artifacts.map(\.size) == [wheel.bytes.count])
    #expect(!kept.exists)

    try kept.replaceContents(with: damaged)
    try world.root.index.appending("pypi/wheels").removeTree()
    world.isOffline = true
    package = try await world.package("a")
    let problem = try await SourceWorld.problem {
      _ = try await package.content(of: package.releases[0], for: [.macosArm64])
    }
    #expect(
      problem.fault == .answer(.offline(address: world.server.address(index.filePath(of: wheel)))))
    #expect(!kept.exists)
    // An intact one is used.
    try kept.replaceContents(with: wheel.bytes)
    let again = try await package.content(of: package.releases[0], for: [.macosArm64])
    #expect(again.artifacts == content.artifacts)
  }

  @Test func `a file that does not match its index digest is rejected`() async throws {
    let world = try SourceWorld()
    let index = SimpleIndex(on: world.server, form: .html)
    let wheel = Wheel("a", "1", for: .linuxX64).program("a").member(Self.ballast)
    index.publish(wheel)
    let other = [UInt8](repeating: 0, count: 17 << 16)
    world.server.serve(index.filePath(of: wheel), .file(other).withoutRanges())
    let package = try await world.package("a")
    let problem = try await SourceWorld.problem {
      _ = try await package.content(of: package.releases[0], for: [.linuxX64])
    }
    #expect(
      problem.fault
        == .answer(
          .wrongDigest(
            address: world.server.address(index.filePath(of: wheel)),
            expected: SHA256Digest(of: wheel.bytes).hexadecimal,
            actual: SHA256Digest(of: other).hexadecimal)))
    #expect(problem.exitCode == .corruptArtifact)
    #expect(try world.root.downloads.entries() == [])
  }

  @Test func `a file that is not a wheel is rejected`() async throws {
    let world = try SourceWorld()
    let index = SimpleIndex(on: world.server, form: .html)
    let wheel = Wheel("a", "1", for: .linuxX64).program("a")
    index.publish(wheel)
    world.server.serve(index.filePath(of: wheel), .text("not a zip at all, but long enough"))
    let package = try await world.package("a")
    let problem = try await SourceWorld.problem {
      _ = try await package.content(of: package.releases[0], for: [.linuxX64])
    }
    guard case .answer(.unreadableArchive) = problem.fault else {
      Issue.record("\(problem.fault)")
      return
    }
  }

  @Test func `a wheel with only Python scripts is rejected`() async throws {
    let world = try SourceWorld()
    let script = ZipMember("a-1.data/scripts/a", Array("#!python\nprint(1)\n".utf8))
    let index = SimpleIndex(on: world.server)
    defer { withExtendedLifetime(index) {} }
    index.publish(Wheel("a", "1", for: .linuxX64).member(script))
    let package = try await world.package("a")
    let problem = try await SourceWorld.problem {
      _ = try await package.content(of: package.releases[0], for: [.linuxX64])
    }
    #expect(problem.fault == .content(.needsPython(version: "1", scripts: ["a"])))
  }

  @Test func `a large zip directory is read in several ranges`() async throws {
    let world = try SourceWorld()
    var wheel = Wheel("a", "1", for: .linuxX64).entryPoints(["run-a": "a:run_a"])
    for number in 0..<2000 {
      wheel = wheel.member(ZipMember("a/data/file-with-a-long-name-\(number).txt", [1]))
    }
    wheel = wheel.program("x", at: "a/bin/run-a")
    let index = SimpleIndex(on: world.server)
    defer { withExtendedLifetime(index) {} }
    index.publish(wheel)
    let package = try await world.package("a")
    let content = try await package.content(of: package.releases[0], for: [.linuxX64])
    #expect(content.provides.map(\.name.text) == ["run-a"])
    let ranges = world.server.requests.compactMap { $0.headers["range"] }
    #expect(ranges.first == "bytes=-65536")
    #expect((2...4).contains(ranges.count))
  }

  @Test func `links are relative to the redirected address`() async throws {
    let world = try SourceWorld()
    let index = SimpleIndex(on: world.server, path: "/other/simple")
    defer { withExtendedLifetime(index) {} }
    index.publish("a", "1", for: [.linuxX64])
    world.server.serve("/simple/a/", .redirect(to: world.server.address("/other/simple/a/")))
    let package = try await world.package("a")
    let content = try await package.content(of: package.releases[0], for: [.linuxX64])
    #expect(
      content.artifacts[0].urls[0].text.hasPrefix(world.server.address("/other/simple-files")))
  }

  private static let ballast = ZipMember(
    "a/ballast", [UInt8](repeating: 7, count: 17 << 16),
    method: .stored)
}
