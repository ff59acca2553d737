import Diagnostics
import Manifests
import SampleWheels
import SourceKinds
import Testing
import Versions
import Vocabulary

@testable import ToolSources

/// Tests of releases whose versions stand in the names of their files.
@Suite struct AssetVersionsTests {
  private static let options = """
    , versions: :assets, asset: "ruby-{version}.{target}.tar.gz", \
    target: {linux_x64: "x86_64_linux", linux_x64_musl: "x86_64_linux_musl", \
    linux_arm64: "arm64_linux", macos_arm64: "arm64_sonoma"}
    """

  /// A release with an archive for each target of each version, and a list of their digests.
  private static func release(
    _ tag: String, _ versions: [String], published: String = "2026-01-02T03:04:05Z",
    targets: [String] = ["x86_64_linux", "arm64_linux", "arm64_sonoma"], digest: String? = nil
  ) -> GitHubWorld.Release {
    let files = versions.flatMap { version in
      targets.map { target in
        GitHubWorld.Asset(
          "ruby-\(version).\(target).tar.gz", Array("\(tag) \(version)".utf8), digest: digest)
      }
    }
    var release = GitHubWorld.Release(tag, files + [GitHubWorld.sums(of: files)])
    release.published = published
    return release
  }

  private func publish(_ releases: [GitHubWorld.Release], in world: GitHubWorld, size: Int = 10) {
    world.repository.publish(releases, pageSize: size, asked: 10)
  }

  private func versions(_ package: any SourcePackage) -> [String] {
    package.releases.map(\.version.spelling)
  }

  @Test func `a release has all versions that its files name`() async throws {
    let world = try GitHubWorld()
    publish(
      [Self.release("20260102", ["3.4.1", "3.4.0", "3.5.0-rc1", "4.0.0"], digest: "")], in: world)
    let package = try await world.package(Self.options)
    #expect(versions(package) == ["4.0.0", "3.5.0-rc1", "3.4.1", "3.4.0"])
    let release = package.releases[2]
    let file = try #require(package.file(of: release, for: .linuxX64))
    #expect(file.name == "ruby-3.4.1.x86_64_linux.tar.gz")
    #expect(file.digestSource == .list("checksums.txt"))
    #expect(package.artifact(of: release, for: .macosArm64) == .serves(nil))
    guard case .missing = package.artifact(of: release, for: .macosX64),
      case .missing = package.artifact(of: release, for: .linuxX64Musl)
    else {
      Issue.record("a file serves a platform that its name excludes")
      return
    }
    #expect(package.files(of: release).count == 3)
  }

  @Test func `a file is for the platform whose name it has, also with musl`() async throws {
    let world = try GitHubWorld()
    publish(
      [
        Self.release(
          "20260102", ["3.4.1"], targets: ["x86_64_linux_musl", "x86_64_linux", "arm64_linux"])
      ], in: world)
    let package = try await world.package(Self.options)
    let release = package.releases[0]
    #expect(
      package.file(of: release, for: .linuxX64Musl)?.name
        == "ruby-3.4.1.x86_64_linux_musl.tar.gz")
    #expect(
      package.file(of: release, for: .linuxX64)?.name == "ruby-3.4.1.x86_64_linux.tar.gz")
  }

  @Test func `pages are read until a version satisfies the requirement`() async throws {
    var world = try GitHubWorld()
    let releases = (1...6).reversed().map { Self.release("2026010\($0)", ["3.4.\($0)"]) }
    publish(releases, in: world, size: 2)
    world.requirements = [try Requirement(parsing: ["~> 3.4.0", "< 3.4.5"])]
    #expect(
      versions(try await world.package(Self.options)) == ["3.4.6", "3.4.5", "3.4.4", "3.4.3"])
    #expect(
      world.apiRequests
        == [1, 2].map { world.repository.path(ofPage: $0, of: 10) })
  }

  /// Two builds of 3.4.1, the newer one first.
  private static let builds = [
    release("20260301", ["3.4.1"], published: "2026-03-01T00:00:00Z"),
    release("20260102", ["3.4.1"], published: "2026-01-02T00:00:00Z"),
  ]

  private func tag(_ world: GitHubWorld) async throws -> String? {
    let package = try await world.package(Self.options)
    #expect(versions(package) == ["3.4.1"])
    // Both builds confirm a lock.
    #expect(package.files(of: package.releases[0]).count == 6)
    return package.page(of: package.releases[0])?.split(separator: "/").last.map { String($0) }
  }

  @Test func `of several builds, the newest one counts`() async throws {
    for builds in [Self.builds, Self.builds.reversed()] {
      let world = try GitHubWorld()
      publish(builds, in: world)
      #expect(try await tag(world) == "20260301")
    }
  }

  @Test func `a locked build stays until an update`() async throws {
    var world = try GitHubWorld()
    publish(Self.builds, in: world, size: 1)
    let version = try Version(parsing: "3.4.1", scheme: .general)
    let digests: Set = [SHA256Digest(of: Self.builds[1].assets[0].bytes)]
    world.previous = PreviousVersion(version, .kept, digests: digests)
    #expect(try await tag(world) == "20260102")
    world.previous = PreviousVersion(version, .replaceable, digests: digests)
    let package = try await world.package(Self.options)
    #expect(package.page(of: package.releases[0])?.hasSuffix("/20260301") == true)
  }

  @Test func `a build that is stable and old enough precedes a newer one`() async throws {
    var world = try GitHubWorld()
    publish(Self.builds, in: world)
    world.cutoff = PublicationCutoff(try #require(ReleaseTime("2026-02-01T00:00:00Z")))
    #expect(try await tag(world) == "20260102")
    world = try GitHubWorld()
    var builds = Self.builds
    builds[0].isPrerelease = true
    publish(builds, in: world)
    #expect(try await tag(world) == "20260102")
  }

  @Test func `builds that names state are versions of their own`() async throws {
    let world = try GitHubWorld()
    let names = ["3.3.11-1", "3.3.11-2", "3.3.11-10", "3.3.10-4"]
    publish(
      [.init("all", names.map { .init("ruby-\($0).x86_64_linux.tar.gz", Array($0.utf8)) })],
      in: world)
    let package = try await world.package(
      Self.options.replacing("{version}.", with: "{version}-{build}."))
    #expect(versions(package) == ["3.3.11+10", "3.3.11+2", "3.3.11+1", "3.3.10+4"])
    let files = package.releases.map { package.file(of: $0, for: .linuxX64)?.name }
    #expect(files.first == "ruby-3.3.11-10.x86_64_linux.tar.gz")
    #expect(files.last == "ruby-3.3.10-4.x86_64_linux.tar.gz")
  }

  @Test(arguments: [
    ("asset: \"ruby-{version}*.tar.gz\"", "bad-template"),
    ("asset: \"ruby-{version}{os}.tar.gz\"", "bad-template"),
    ("asset: \"ruby-{version}.{os}.tar.gz\"", "bad-template"),
    ("asset: \"ruby-{version}.{os}.tar.gz\", os: {linux: \"tux\", macos: \"mac\"}", ""),
    ("asset: \"ruby-{version}-*.tar.gz\"", "bad-template"),
    ("asset: \"ruby-{version}-rc*.tar.gz\"", "bad-template"),
    ("asset: \"ruby-{version}-linux*.tar.gz\"", ""),
    ("asset: \"ruby-{version}-{build}.tar.gz\"", ""),
    ("asset: \"ruby-{version}-{build}-*.tar.gz\"", "bad-template"),
    ("asset: \"*-{version}.tar.gz\"", "bad-template"),
    ("asset: \"{os}-{version}.tar.gz\"", "bad-template"),
    ("asset: \"{os}-{version}.tar.gz\", os: {linux: \"tux\", macos: \"mac\"}", ""),
    ("asset: \"ruby-{version}{build}.tar.gz\"", "bad-template"),
    ("asset: \"ruby.tar.gz\"", "bad-template"), ("", "no-asset-pattern"),
    ("asset: \"ruby-{version}.tar.gz\", tag: \"v{version}\"", "conflict"),
  ])
  func `a pattern tells where the version ends`(options: String, fault: String) throws {
    let more = ", github: \"a/b\", versions: :assets" + (options.isEmpty ? "" : ", \(options)")
    let tool = try SourceWorld.tool("ruby", more: more)
    let faults = tool.problems(for: GitHubKind.self).map { problem -> String in
      switch problem.fault {
      case .own(let own): own.code
      case .declaration(.conflictingOption): "conflict"
      default: "\(problem.fault)"
      }
    }
    #expect(faults == (fault.isEmpty ? [] : [fault]))
  }

  @Test func `a word in the value of a map is any text`() throws {
    let map = { (text: String) in Toolfile.Value.map([.init(key: "linux", value: .string(text))]) }
    let template = AssetTemplate("t-{target}-{arch}-{os}.zip") { word in
      switch word {
      case .target: map("{arch}-{os}")
      case .arch: map("amd64")
      case .os: map("tux")
      default: nil
      }
    }
    #expect(template.filled(for: .linuxX64) == "t-{arch}-{os}-amd64-tux.zip")
  }

  @Test func `a build needs versions in the names of files`() throws {
    let tool = try SourceWorld.tool("a", more: ", github: \"a/b\", asset: \"a-{build}.zip\"")
    #expect(
      tool.problems(for: GitHubKind.self).map(\.fault)
        == [.own(.badTemplate("asset", .noValue(.build)))])
  }

  @Test func `a name with many stars and digits takes no long time`() throws {
    let text = "a-{version}-{build}-*1*1*1*1*1*1*1*1*2"
    let pattern = try #require(
      AssetVersionPattern(AssetTemplate(text) { _ in nil }, tag: "t", for: .linuxX64))
    let name = "a-" + String(repeating: "1-", count: 120)
    #expect(pattern.version(in: name) { _ in true } == nil)
  }
}
