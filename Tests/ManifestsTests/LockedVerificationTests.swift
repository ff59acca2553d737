import Diagnostics
import Manifests
import Testing
import Versions
import Vocabulary

@Suite struct `A verified line` {
  private let digest = SHA256Digest(of: [])

  /// Returns the text of a lock whose only stanza has a file for each platform, a part for all
  /// platforms, and this line.
  private func text(_ line: String) throws -> String {
    let url = try #require(ArtifactURL("https://example.org/a"))
    let part = try LockedVerification.Part(
      #require(PartName("json")), #require(VersionText("2.9.1")))
    let executable = try #require(ExecutableName("a"))
    let tool = LockedTool(
      name: try #require(ToolName("a")), version: try #require(VersionText("1")),
      wants: [.init(.any, by: .toolfile)],
      declared: LockedDeclaration(source: "pypi", options: []), provides: []
    ).with {
      $0.artifacts = [Platform.linuxX64, .macosArm64].map {
        Artifact(platform: $0, format: .wheel, digest: digest, size: 1, urls: [url])
      }
      $0.parts = [
        ArtifactPart(
          platform: nil, name: part.name, version: part.version, format: .gem, digest: digest,
          size: 1, url: url)
      ]
      $0.provides = [.init(executable, on: nil)]
    }
    let text = Lockfile(platforms: [.linuxX64, .macosArm64], tools: [tool]).text
    return text.replacing(
      "  provides", with: "  verified \(line)\n  provides", maxReplacements: 1)
  }

  private func read(_ line: String) throws -> LockedTool {
    let text = try text(line)
    return try #require(Lockfile(parsing: Array(text.utf8), path: "Toolfile.lock").tools.first)
  }

  /// The bundles of all files, in the order of the lock.
  private var bundles: String {
    "bundle linux-x64 \(digest) bundle macos-arm64 \(digest) bundle any \(digest) json@2.9.1"
  }

  private func publisher(_ fields: String) throws -> VerifiedPublisher {
    try #require(read("\(fields) \(bundles)").verification).publisher
  }

  @Test(arguments: [
    "github:acme/mytool", "github:acme/mytool workflow a.yml", "google:me@example.org",
    "github:acme/mytool workflow a.yml called acme/shared/.github/workflows/b.yml",
    "gitlab:group/sub/tool workflow .gitlab-ci.yml issuer https://gitlab.example.org",
    "github:acme/mytool workflow \"a b.yml\" called \"\\\"x\\\"\" issuer https://token.example",
    "minisign:F6E4C1A2B3D4E5F6", "github:bundle/bundle workflow bundle called called",
  ])
  func `keeps its text when it is read and written`(fields: String) throws {
    let text = try text("\(fields) \(bundles)")
    let lock = try Lockfile(parsing: Array(text.utf8), path: "Toolfile.lock")
    #expect(lock.text == text)
    #expect(lock.tools.first?.verification?.publisher.description == fields)
    #expect(lock.tools.first?.verification?.bundles.count == 3)
  }

  @Test func `has its words and bundles in one order`() throws {
    let tool = try read(
      "github:a/b issuer https://i workflow w.yml bundle any \(digest) json@2.9.1 "
        + "bundle macos-arm64 \(digest) bundle linux-x64 \(digest)")
    let same = try read("github:a/b workflow w.yml issuer https://i \(bundles)")
    #expect(tool == same)
    let files = try #require(tool.verification).bundles.map(\.file.description)
    #expect(files == ["linux-x64", "macos-arm64", "any json@2.9.1"])
  }

  @Test func `keeps the bundles of the platforms that a tool keeps`() throws {
    let tool = try read("github:a/b \(bundles)").with { $0.keep([.macosArm64]) }
    let files = try #require(tool.verification).bundles.map(\.file)
    #expect(files == tool.attestedFiles && files.count == 2)
    #expect(tool.with { $0.keep([]) }.verification?.bundles.count == 1)
  }

  @Test(arguments: [
    ("", "a", nil), ("git hub", "a", nil), ("github", "", nil), ("github", "a\nb", nil),
    ("github", "\u{202E}a", nil), ("github", "a", "https://\u{200B}"), ("github", "a", ""),
    ("github", String(repeating: "a", count: 250), nil),
  ])
  func `has only text that looks the same to everybody`(
    kind: String, name: String, issuer: String?
  ) {
    #expect(VerifiedPublisher(kind, name, issuer: issuer) == nil)
  }

  /// The line in the lock, that of a newer version, and whether it continues the first.
  @Test(arguments: [
    ("github:a/b workflow r.yml", "github:a/b workflow r.yml", true),
    ("github:a/b workflow r.yml", "github:A/B workflow r.yml", true),
    ("github:a/b", "github:a/b workflow r.yml", true),
    ("github:a/b workflow r.yml", "github:a/b", false),
    ("github:a/b workflow r.yml", "github:a/b workflow R.yml", false),
    ("github:a/b workflow r.yml", "github:a/b-fork workflow r.yml", false),
    ("github:a/b workflow r.yml", "gitlab:a/b workflow r.yml", false),
    ("github:a/b workflow r.yml", "github:a/b workflow r.yml called c/d/x.yml", false),
    ("github:a/b workflow r.yml called c/d/x.yml", "github:a/b workflow r.yml", false),
    ("github:a/b workflow r.yml", "github:a/b workflow r.yml issuer https://i", false),
    ("github:a/b issuer https://i", "github:a/b", false),
    ("google:me@example.org", "google:ME@example.org", false),
    ("minisign:AA", "minisign:AB", false),
  ])
  func `is continued by one of the same signer`(
    locked: String, next: String, isContinued: Bool
  ) throws {
    #expect(try publisher(locked).isContinued(by: publisher(next)) == isContinued)
  }

  @Test func `says what a source would state`() throws {
    let verified = try publisher("github:acme/mytool workflow r.yml called c/d/x.yml")
    #expect(verified.stated?.description == "github:acme/mytool workflow r.yml")
    #expect(try publisher("minisign:AA").stated == nil)
  }
}
