import Corpora
import Testing
import Vocabulary

@testable import ToolSources

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Compares the choices with those of a registry of tools.
@Suite(.enabled(if: !AssetRow.files.isEmpty, Comment(rawValue: Corpora.absence)))
struct AssetConformanceTests {
  @Test(arguments: AssetRow.files) func `choices agree with the registry`(file: String) throws {
    let rows = try AssetRow.load(file)
    for platform in [Platform.linuxX64, .linuxArm64, .macosX64, .macosArm64] {
      let scored = rows.filter { $0.unsure[platform.rawValue] == nil }
      let right = scored.count { $0.isRight(on: platform) }
      let share = "\(right) of \(scored.count) on \(platform)"
      print("conformance: \(file): \(share), \(rows.count) rows ran")
      #expect(right * 100 >= scored.count * 99, "\(share)")
    }
  }
}

/// A release, and the files that the registry chooses.
struct AssetRow: Decodable {
  let repo: String
  let tool: String
  let version: String
  let assets: [String]
  let expect: [String: String?]
  let also_ok: [String: [String]]
  let unsure: [String: String]
  let checksum_asset: String?
  let checksum_by: [String: String?]?
  let checksum_algorithm: String?

  /// The names of the files with rows, sorted. Empty if the data is missing.
  static let files = Corpora.names(of: "assets", ending: ".json").filter { $0.hasPrefix("half_") }

  static func load(_ file: String) throws -> [AssetRow] {
    try JSONDecoder().decode([AssetRow].self, from: Corpora.contents(of: "assets", file))
  }

  /// Returns whether the choice is the registry's.
  ///
  /// A file that cannot be unpacked counts as chosen where the registry chooses it, and as no
  /// choice where the registry has none.
  func isRight(on platform: Platform) -> Bool {
    let assets = ReleaseAssets(assets, repository: repo, tool: tool, version: version)
    let expected = expect[platform.rawValue] ?? nil
    switch assets.choice(for: platform, usesRosetta: true) {
    case .chosen(let name, _):
      return name == expected || also_ok[platform.rawValue]?.contains(name) == true
    case .unsupported(let name, _): return expected == nil || name == expected
    case .none: return expected == nil
    }
  }
}
