import Manifests
import Projects
import Testing
import Vocabulary

@testable import Installation

@Suite struct GemHostNeedsTests {
  @Test func `only gems that are compiled need something`() throws {
    #expect(GemHostNeeds.needs(of: []) == [])
    let json = try #require(PartName("json"))
    #expect(GemHostNeeds.needs(of: [json]).map(\.name) == ["cc", "make"])
    let yaml = try #require(PartName("psych"))
    #expect(GemHostNeeds.needs(of: [json, yaml]).map(\.name) == ["cc", "make", "yaml.h"])
  }

  @Test func `every known need has a package`() throws {
    for name in GemHostNeeds.known.keys.sorted() {
      let needs = GemHostNeeds.needs(of: [try #require(PartName(name))])
      #expect(needs.count > 2, "\(name) has an invalid need")
      #expect(needs.allSatisfy { !$0.packages.isEmpty })
    }
  }

  @Test func `a gem for a platform is not compiled`() throws {
    func part(_ name: String, _ file: String) throws -> ArtifactPart {
      ArtifactPart(
        platform: nil, name: try #require(PartName(name)),
        version: try #require(VersionText("1.0")), format: .gem,
        digest: SHA256Digest(of: Array(name.utf8)), size: 1,
        url: try #require(ArtifactURL("https://example.org/\(file)")))
    }
    let planned = PlannedInstallation(
      tool: try #require(ToolName("tool")), version: try #require(VersionText("2.0")),
      declaration: LockedDeclaration(source: "gem", options: [.init("package", "Tool")]),
      artifact: Artifact(
        platform: .current, format: .gem, digest: SHA256Digest(of: []), size: 1,
        urls: [try #require(ArtifactURL("https://example.org/Tool-2.0.gem"))]),
      parts: [
        try part("ffi", "ffi-1.0-x86_64-linux-gnu.gem"), try part("json", "json-1.0.gem"),
        try part("pure", "pure-1.0.gem"),
      ],
      provides: [],
      extensions: try ["Tool", "ffi", "json"].map { try #require(PartName($0)) })
    #expect(planned.compiledGems.map(\.text) == ["Tool", "json"])
    #expect(planned.needsBuilding)
  }
}
