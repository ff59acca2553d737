import Corpora
import Testing

@testable import ToolSources

/// Compares the files with digests with those of a registry of tools.
@Suite(.enabled(if: !AssetRow.files.isEmpty, Comment(rawValue: Corpora.absence)))
struct ChecksumConformanceTests {
  @Test(arguments: AssetRow.files) func `files with digests are found`(file: String) throws {
    var (right, count) = (0, 0)
    for row in try AssetRow.load(file) where row.checksum_algorithm == "sha256" {
      let files = ChecksumFiles(row.assets)
      for (platform, asset) in row.expect {
        guard let asset, row.unsure[platform] == nil,
          let name = row.checksum_by?[platform] ?? row.checksum_asset, row.assets.contains(name)
        else { continue }
        count += 1
        if files.files(for: asset).contains(where: { $0.name == name }) { right += 1 }
      }
    }
    print("conformance: \(file): \(right) of \(count) files with digests found")
    #expect(right * 100 >= count * 99)
  }
}
