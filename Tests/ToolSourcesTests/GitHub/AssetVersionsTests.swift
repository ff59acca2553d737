import Diagnostics
import Manifests
import SampleWheels
import SourceKinds
import Testing
import Versions
import Vocabulary

@testable import ToolSources

/// Tests of versions that are read from file names.
@Suite struct AssetVersionsTests {
  private static let options = """
    , versions: :assets, asset: "ruby-{version}.{target}.tar.gz", \
    target: {linux_x64: "x86_64_linux", linux_x64_musl: "x86_64_linux_musl", \
    linux_arm64: "arm64_linux", macos_arm64: "arm64_sonoma"}
    """

  /// Returns a release with an archive for each version and target, and a list of their digests.
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
    world.repository.publish(releases, pageSize: size, perPage: 10)
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
    let others = ["linux-arm64", "linux-x64", "macos-arm64"]
    for platform in [Platform.macosX64, .linuxX64Musl] {
      #expect(package.artifact(of: release, for: platform) == .missing(.otherMachines(others)))
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

  @Test func `a few small releases are all read, because they may be rebuilds`() async throws {
    var world = try GitHubWorld()
    let releases = (1...6).map { Self.release("2026010\(7 - $0)", ["3.4.\($0)"]) }
    publish(releases, in: world, size: 2)
    world.requirements = [try Requirement(parsing: ["~> 3.4.0"])]
    let package = try await world.package(Self.options)
    #expect(package.releases.first?.version.spelling == "3.4.6")
    #expect(world.apiRequests == [1, 2, 3].map { world.repository.path(ofPage: $0, of: 10) })
  }

  @Test func `large releases are read until one satisfies the requirement`() async throws {
    var world = try GitHubWorld()
    let releases = (1...6).reversed().map { number in
      Self.release("2026010\(number)", (0..<400).map { "3.\(number).\($0)" })
    }
    publish(releases, in: world, size: 2)
    world.requirements = [try Requirement(parsing: ["~> 3.4.0"])]
    let package = try await world.package(Self.options)
    #expect(package.releases.count == 1600)
    #expect(world.apiRequests == [1, 2].map { world.repository.path(ofPage: $0, of: 10) })
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

  @Test func `a build for fewer platforms does not hide a complete one`() async throws {
    let world = try GitHubWorld()
    var builds = Self.builds
    builds[0].assets.removeFirst()
    publish(builds, in: world)
    let package = try await world.package(Self.options)
    #expect(package.page(of: package.releases[0])?.hasSuffix("/20260102") == true)
  }

  @Test func `a locked build is known by all its files if the lock does not state its tag`()
    async throws
  {
    var world = try GitHubWorld()
    var builds = Self.builds
    // The newer build shares two files with the locked one.
    builds[0].assets[1...2] = builds[1].assets[1...2]
    builds[1].assets[0].bytes = Array("other".utf8)
    publish(builds, in: world, size: 1)
    let version = try Version(parsing: "3.4.1", scheme: .general)
    let digests = Set(builds[1].assets.prefix(3).map { SHA256Digest(of: $0.bytes) })
    world.previous = PreviousVersion(version, .kept, digests: digests)
    let package = try await world.package(Self.options)
    #expect(package.page(of: package.releases[0])?.hasSuffix("/20260102") == true)
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
    ("asset: \"a-{version}.zip\"", ""), ("asset: \"a-{version}.{os}-{arch}.zip\"", ""),
    ("asset: \"{tag}-{version}-{target}.zip\", target: {linux: \"l\"}", ""),
    ("asset: \"a-{version}+{build}.zip\"", ""), ("asset: \"a-{version}*.zip\"", "bad-template"),
    ("asset: \"a-{version}.{target}\"", "bad-template"),
    ("asset: \"a-{major}-{version}.zip\"", "bad-template"),
    ("asset: \"a-{version}{build}.zip\"", "bad-template"),
    ("asset: \"a-{build}-{version}.zip\"", "bad-template"),
    ("asset: \"a-{version}-{os}-{build}.zip\"", "bad-template"),
    ("asset: \"a-{version}\"", "bad-template"), ("asset: \"a-{version}-{build}\"", "bad-template"),
    ("asset: \"a.zip\"", "bad-template"), ("asset: \"a-{version\"", "bad-template"),
    ("", "no-asset-pattern"),
    ("asset: \"a-{version}.zip\", tag: \"v{version}\"", "tag-and-versions"),
    ("asset: \"a-{version}.zip\", checksums: \"sums-{build}\"", "bad-template"),
  ])
  func `a pattern states the whole name`(options: String, fault: String) throws {
    let more = ", github: \"a/b\", versions: :assets" + (options.isEmpty ? "" : ", \(options)")
    let tool = try SourceWorld.tool("ruby", more: more)
    let faults = tool.problems(for: GitHubKind.self).map { problem in
      if case .own(let own) = problem.fault { own.code } else { "\(problem.fault)" }
    }
    #expect(faults == (fault.isEmpty ? [] : [fault]))
  }

  @Test(
    arguments: [
      ("a-{version}-{os}.zip", "a-1.0-linux.zip", "1.0"),
      ("a-{version}-{os}.zip", "a-1.0-linux.zip.sha256", nil),
      ("a-{version}-{os}.zip", "a-1.0-rc1-linux.zip", "1.0-rc1"),
      ("a-{version}-{os}.zip", "a--linux.zip", nil), ("a-{version}-{os}.zip", "", nil),
      ("a-{version}.{target}", "a-3.4.1.x64-1.0", "3.4.1"),
      ("a-{version}{ext}", "a-3.4.1", nil),
      ("{tag}/{version}-{version}.zip", "t/1.0-1.0.zip", "1.0"),
      ("{tag}/{version}-{version}.zip", "t/1.0-1.1.zip", nil),
      ("a-{version}-{build}.zip", "a-3.5.0-rc1-2.zip", "3.5.0-rc1+2"),
      ("a-{version}-{build}.zip", "a-3.5.0.zip", nil),
      ("a-{version}+{build}.zip", "a-1+.zip", "1+"),
    ] as [(String, String, String?)])
  func `a name has the form of the pattern`(
    pattern: String, name: String, version: String?
  ) throws {
    let naming = try AssetNaming(pattern) { key in
      let values = ["target": "x64-1.0", "ext": ""]
      return values[key].map { .map([.init(key: "linux", value: .string($0))]) }
    }
    let reader = naming.reader(for: .linuxX64, tag: "t")
    #expect(reader?.version(in: name) == version)
  }

  @Test func `a build needs versions in the names of files`() throws {
    let tool = try SourceWorld.tool("a", more: ", github: \"a/b\", asset: \"a-{build}.zip\"")
    #expect(
      tool.problems(for: GitHubKind.self).map(\.fault)
        == [.own(.badTemplate("asset", .noValue(.build)))])
  }
}
