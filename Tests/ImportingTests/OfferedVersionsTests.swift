import Diagnostics
import Importing
import Manifests
import SourceKinds
import Testing
import Versions
import Vocabulary

/// The versions and platforms that the shipped definitions offer, as an import sees them.
@Suite struct OfferedVersionsTests {
  /// A tool, an exact version, and the platforms that a Toolfile must limit the tool to, or the
  /// code of the reason to leave it out. With neither, the version serves all platforms.
  static let table = """
    aws-cli 1.32.0 too-old
    aws-cli 2.17.0 linux-x64 linux-arm64
    biome 1.9.4
    biome 2.0.0
    glab 1.46.1 too-old
    glab 1.47.0
    hugo 0.147.7 too-old
    hugo 0.147.8
    linkerd 2.14.10
    linkerd 25.6.2
    lua 5.0.3 too-old
    lua 5.1
    lychee 0.15.1
    lychee 0.16.0
    oxlint 1.16.0
    oxlint 1.17.0
    oxlint 1.44.0
    pnpm 10.33.0
    pnpm 11.0.0
    python 3.7.17 too-old
    python 3.8.2
    ruby 2.6.10 too-old
    ruby 2.7.0
    ruby 3.1.0
    swiftlint 0.59.1 linux-x64 macos-arm64
    swiftlint 0.60.0
    yarn 1.22.22
    yarn 4.1.0 too-new
    zig 0.14.0
    zig 0.14.1
    zls 0.14.0 too-old
    zls 0.15.0
    """.split(separator: "\n").map(String.init)

  @Test func `the table has every definition with limits`() throws {
    let definitions = try Registries.shipped.registries.flatMap { $0.definitions() }
      .map { try AppliedDefinition($0, in: "shipped", .standard) }
    let limited = zip(Registries.shipped.registries.flatMap { $0.definitions() }, definitions)
      .filter { $0.1.offer(in: .standard).count > 1 }.map(\.0.name.text)
    let listed = Set(Self.table.map { String($0.prefix { $0 != " " }) })
    #expect(Set(limited) == listed)
  }

  @Test(arguments: table)
  func `an import limits the tool, or leaves it out`(_ line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let manifests = Self.manifests([(words[0], .exact(words[1]))])
    let expected = words.dropFirst(2)
    if let tool = manifests.proposals.first?.tool {
      #expect(tool.requirement.description == "= \(words[1])")
      let platforms = expected.map { "\"\($0)\"" }.joined(separator: ", ")
      let options = expected.isEmpty ? "" : ", platforms: [\(platforms)]"
      #expect(tool.statement == "tool \"\(words[0])\", \"\(words[1])\"\(options)")
    } else {
      #expect(manifests.report.leftOut.map(\.reason.code) == Array(expected))
    }
  }

  /// A requirement gets the limit of the newest version that it admits.
  @Test(arguments: [
    ("swiftlint", "~> 0.59.0", true), ("swiftlint", "~> 0.57", false), ("swiftlint", "", false),
    ("swiftlint", "< 0.60", true),
  ])
  func `a requirement is limited like its newest version`(
    _ name: String, _ requirement: String, _ isLimited: Bool
  ) throws {
    let requirement = requirement.isEmpty ? .any : try Requirement(parsing: [requirement])
    let manifests = Self.manifests([(name, .requirement(requirement))])
    #expect(manifests.proposals.map { !$0.tool.options.isEmpty } == [isLimited])
  }

  private static func manifests(
    _ tools: [(name: String, version: ForeignVersion)]
  ) -> ManifestImport {
    var manifests = ManifestImport(.shipped)
    manifests.add(
      ImportableFile.Contents(
        path: "tools",
        statements: tools.enumerated().map { index, tool in
          ForeignStatement(
            tool.name, line: index + 1, .tool(ForeignTool(tool.name, tool.version)))
        }))
    return manifests
  }
}
