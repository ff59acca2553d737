import Manifests
import Testing
import Vocabulary

@testable import SourceKinds

@Suite struct AddressedVersionTests {
  @Test(arguments: [
    ("https://github.com/a/kit/releases/download/v2.0.0/kit.tar.gz", AddressedVersion.locked),
    ("https://github.com/a/kit/releases/download/2.0.0/kit.tar.gz", .locked),
    ("https://github.com/a/kit/releases/download/kit-2.0.0/kit.tar.gz", .locked),
    ("https://github.com/a/kit/releases/download/kit/v2.0.0/kit.tar.gz", .locked),
    ("https://github.com/a/kit/releases/download/kit%2Fv2.0.0/kit.tar.gz", .locked),
    ("https://github.com/a/kit/releases/download/v1.0.0/kit-2.0.0.tar.gz", .other(nil)),
    ("https://github.com/a/kit/releases/download/v12.0.0/kit.tar.gz", .other(nil)),
    ("https://github.com/a/kit/releases/download/v1.2.0.0/kit.tar.gz", .other(nil)),
    ("https://github.com/a/kit/releases/download/v2.0.0-rc1/kit.tar.gz", .other(nil)),
    ("https://api.github.com/repos/a/kit/releases/assets/7", .untold),
  ])
  func `the tag of a release tells the version`(url: String, version: AddressedVersion) throws {
    try expect(GitHubKind.self, url, "2.0.0", ["package": "a/kit"], version)
  }

  @Test(arguments: [
    ("cli-v1.28.4%2Bx1", AddressedVersion.locked), ("cli-v1.28.4+x1", .locked),
    ("cli-v1.28.4%2Bx2", .other("1.28.4+x2")), ("v1.28.4+x1", .other(nil)),
    ("cli-v1.28.4", .other("1.28.4")),
  ])
  func `a pattern for tags tells the version`(tag: String, version: AddressedVersion) throws {
    try expect(
      GitHubKind.self, "https://github.com/a/kube/releases/download/\(tag)/kube", "1.28.4+x1",
      ["package": "a/kube", "tag": "cli-v{version}"], version)
  }

  @Test(arguments: [
    ("20260101/ruby-3.4.1.x86_64_linux.tar.gz", AddressedVersion.locked),
    ("20260102/ruby-3.4.1.x86_64_linux.tar.gz", .locked),
    ("20260101/ruby-3.4.0.x86_64_linux.tar.gz", .other("3.4.0")),
    ("20260101/ruby-x.x86_64_linux.tar.gz", .other(nil)),
    ("20260101/ruby-3.4.1.1.x86_64_linux.tar.gz", .other("3.4.1.1")),
    ("20260101/ruby-3.4.1-rc1.x86_64_linux.tar.gz", .other("3.4.1-rc1")),
    ("20260101/ruby-3.4.1.arm64_linux.tar.gz", .otherPlatform),
    ("20260101/ruby-3.4.1.x86_64_linux.tar.gz.zip", .other(nil)),
    ("3.4.1/ruby.tar.gz", .other(nil)),
  ])
  func `the name of a file tells the version`(path: String, version: AddressedVersion) throws {
    try expect(
      GitHubKind.self, "https://github.com/a/rubies/releases/download/\(path)", "3.4.1",
      [
        "package": "a/rubies", "versions": "assets", "asset": "ruby-{version}.{target}.tar.gz",
        "target": "linux_x64:x86_64_linux,linux_arm64:arm64_linux",
      ], version)
  }

  @Test(arguments: [
    ("3.13.1%2B20250115-x86_64-unknown-linux-gnu", AddressedVersion.locked),
    ("3.13.1+20250115-x86_64-unknown-linux-gnu", .locked),
    ("3.13.1%2B20250106-x86_64-unknown-linux-gnu", .other("3.13.1+20250106")),
    ("3.13.2%2B20250115-x86_64-unknown-linux-gnu", .other("3.13.2+20250115")),
    ("3.13.1%2B20250115-x86_64-unknown-linux-musl", .other(nil)),
  ])
  func `the name of a file tells the build`(name: String, version: AddressedVersion) throws {
    try expect(
      GitHubKind.self, "https://github.com/a/p/releases/download/20250115/python-\(name).tar.gz",
      "3.13.1+20250115",
      [
        "package": "a/p", "versions": "assets",
        "asset": "python-{version}+{build}-{target}.tar.gz",
        "target": "linux_x64:x86_64-unknown-linux-gnu",
      ], version)
  }

  @Test func `with Rosetta, the file for Intel processors is for Apple silicon`() throws {
    let fields = [
      "package": "a/p", "versions": "assets", "asset": "tool-{version}-{target}",
      "target": "macos_x64:intel", "rosetta": "true",
    ]
    let url = "https://github.com/a/p/releases/download/x/tool-1.0-intel"
    let declaration = LockedDeclaration(
      source: "github", options: fields.map { .init($0.key, $0.value) })
    let told = GitHubKind.addressedVersion(
      of: try #require(ArtifactURL(url)), in: try #require(VersionText("1.0")), on: .macosArm64,
      declaration)
    #expect(told == .locked)
  }

  @Test(arguments: [
    ("https://example.org/a/ruff-0.17.6-py3-none-any.whl", AddressedVersion.locked),
    ("https://example.org/ruff-0.17.6.0-2-py3-none-linux_x86_64.whl#egg", .locked),
    ("https://example.org/ruff-0.16.2-py3-none-any.whl", .other("0.16.2")),
    ("https://example.org/ruff-0.17.6%2Bcu1-py3-none-any.whl", .other("0.17.6+cu1")),
    ("https://example.org/blob/12ab", .untold), ("https://example.org/ruff.whl", .untold),
    ("https://example.org/ruff-0.17.6-py3-none-manylinux_2_17_aarch64.whl", .otherPlatform),
    ("https://example.org/ruff-0.17.6-py3-none-macosx_11_0_x86_64.whl", .otherPlatform),
    ("https://example.org/ruff-0.17.6-py3-none-win_amd64.whl", .otherPlatform),
    ("https://example.org/ruff-0.17.6-py3-none-win_amd64.musllinux_1_2_x86_64.whl", .locked),
  ])
  func `the name of a wheel tells the version`(url: String, version: AddressedVersion) throws {
    try expect(PyPIKind.self, url, "0.17.6", ["package": "ruff"], version)
  }

  @Test(arguments: [
    ("https://example.org/{version}/lamp", "https://example.org/1.2/lamp", AddressedVersion.locked),
    ("https://example.org/{version}/lamp", "https://example.org/1.1/lamp", .other(nil)),
    ("https://example.org/{version}/lamp", "https://example.org/1.2.1/lamp", .other(nil)),
    ("https://example.org/{tag}/lamp", "https://example.org/v1.2/lamp", .locked),
    ("https://example.org/{tag}/lamp", "https://example.org/v1.1/lamp", .other(nil)),
    ("https://example.org/{version}/lamp", "https://example.org/1%2E2/lamp", .untold),
    ("https://example.org/{version}/lamp", "https://example.org/1.1/lamp#1.2", .other(nil)),
    ("https://example.org/{version}/lamp", "https://example.org/1.1/lamp?1.2", .other(nil)),
    ("https://example.org/{version}/lamp", "https://example.org/1.2/../1.1/lamp", .other(nil)),
    ("https://example.org/{version}/lamp", "https://example.org/1.2/1.1/lamp", .untold),
    ("https://example.org/{version}/lamp", "https://other.org/1.1/lamp", .untold),
    ("https://example.org/lamp", "https://example.org/lamp", .locked),
    ("https://example.org/{os}-{arch}", "https://example.org/linux-arm64", .otherPlatform),
    ("https://example.org/{os}-{arch}", "https://example.org/linux-x64", .locked),
  ])
  func `a template tells the version`(
    template: String, url: String, version: AddressedVersion
  ) throws {
    try expect(DirectURLKind.self, url, "1.2", ["package": template], version)
  }

  private func expect(
    _ kind: any SourceKind.Type, _ url: String, _ version: String, _ options: [String: String],
    _ expected: AddressedVersion, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let declaration = LockedDeclaration(
      source: kind.name, options: options.map { .init($0.key, $0.value) })
    let told = kind.addressedVersion(
      of: try #require(ArtifactURL(url)), in: try #require(VersionText(version)), on: .linuxX64,
      declaration)
    #expect(told == expected, sourceLocation: sourceLocation)
  }
}

@Suite struct DirectoryStatementsTests {
  @Test(arguments: [
    ("greet", "1.0.0", AddressedVersion.locked), ("greet", "1.0", .locked),
    ("greet", "2.0", .other("1.0.0")), ("greet", "1.0.0+x1", .other("1.0.0")),
    ("other", "1.0.0", .other("greet 1.0.0")),
  ])
  func `an index tells the version of a file`(
    tool: String, version: String, told: AddressedVersion
  ) throws {
    let digest = SHA256Digest(of: "greet")
    let statements = DirectoryStatements(
      Array(
        """
        index 1
        # artifact greet 2.0 any raw \(digest) 5 greet provides greet
        artifact greet 1.0.0 any raw \(digest) 5 greet provides greet
        artifact greet 2.0 any raw \(SHA256Digest(of: "other")) 5 greet-2 provides greet
        artifact lamp 1.0 linux-arm64 raw \(SHA256Digest(of: "lamp")) 5 lamp provides lamp

        """.utf8))
    let version = try #require(VersionText(version))
    func expect(_ digest: SHA256Digest, _ platform: Platform, _ told: AddressedVersion) {
      #expect(
        statements.addressedVersion(of: digest, in: version, of: tool, on: platform) == told)
    }
    expect(digest, .linuxX64, told)
    expect(SHA256Digest(of: "unlisted"), .linuxX64, .untold)
    expect(SHA256Digest(of: "lamp"), .linuxArm64, tool == "lamp" ? .locked : .other("lamp 1.0"))
  }

  @Test func `an index tells the platform of a file, unless it lacks the locked one`() throws {
    let digest = SHA256Digest(of: "lamp")
    let other = SHA256Digest(of: "other")
    let statements = DirectoryStatements(
      Array(
        """
        index 1
        artifact lamp 1.0 linux-arm64 raw \(digest) 5 lamp provides lamp
        artifact lamp 1.0 linux-x64 raw \(other) 5 lamp-x64 provides lamp

        """.utf8))
    let version = try #require(VersionText("1.0"))
    let told = { (platform: Platform) in
      statements.addressedVersion(of: digest, in: version, of: "lamp", on: platform)
    }
    #expect(told(.linuxArm64) == .locked)
    #expect(told(.linuxX64) == .otherPlatform)
    #expect(told(.macosArm64) == .locked)
  }
}
