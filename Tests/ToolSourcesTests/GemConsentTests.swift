import Manifests
import Testing
import Trust
import Vocabulary

@testable import ToolSources

/// The consent that the native extensions of gems need.
@Suite struct GemConsentTests {
  private let world: SourceWorld

  init() throws { world = try SourceWorld() }

  private func digest(_ digit: Character) throws -> SHA256Digest {
    try #require(SHA256Digest(hexadecimal: String(repeating: digit, count: 64)))
  }

  private func part(
    _ name: String, _ version: String, _ digit: Character, on platform: Platform? = nil
  ) throws -> ArtifactPart {
    ArtifactPart(
      platform: platform, name: try #require(PartName(name)),
      version: try #require(VersionText(version)), format: .gem, digest: try digest(digit),
      size: 1, url: try #require(ArtifactURL("https://example.org/\(name)-\(version).gem")))
  }

  /// Returns a tool that consists of three gems, two of which have extensions.
  private func tool() throws -> LockedTool {
    let url = try #require(ArtifactURL("https://example.org/acme-2.0.gem"))
    let artifact = Artifact(
      platform: .linuxX64, format: .gem, digest: try digest("a"), size: 1, urls: [url])
    let parts = [
      try part("ffi", "1.17", "b", on: .linuxX64), try part("json", "2.9", "c"),
      try part("rake", "13.0", "d"),
    ]
    let extensions = [try #require(PartName("ffi")), try #require(PartName("json"))]
    return LockedTool(
      name: try #require(ToolName("acme")), version: try #require(VersionText("2.0")), wants: [],
      declared: LockedDeclaration(
        source: "gem", options: [.init(LockedDeclaration.packageKey, "acme")]),
      provides: []
    ).with {
      $0.artifacts = [artifact]
      $0.parts = parts
      $0.extensions = extensions
    }
  }

  @Test func `each gem with an extension is an item with its digest`() throws {
    let items = world.sources.codeItems(of: try tool())
    #expect(
      TrustList(items).lines == [
        "extension acme ffi 1.17 \(try digest("b"))", "extension acme json 2.9 \(try digest("c"))",
      ])
  }

  @Test func `a gem without extensions needs no consent`() throws {
    #expect(world.sources.codeItems(of: try tool().with { $0.extensions = [] }).isEmpty)
  }
}
