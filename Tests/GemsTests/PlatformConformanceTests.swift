import Corpora
import Testing
import Vocabulary

@testable import Gems

/// Every platform in the public index, as RubyGems reads it.
@Suite(.enabled(if: Corpora.has("gems"), Comment(rawValue: Corpora.absence)))
struct PlatformConformanceTests {
  /// Returns the rows of a table without its header.
  private func rows(of name: String) throws -> [[String]] {
    let text = String(decoding: try Corpora.contents(of: "gems", name), as: UTF8.self)
    return text.split(separator: "\n").dropFirst().map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }

  @Test func `platforms match as in RubyGems`() throws {
    let rows = try rows(of: "platforms.tsv")
    for row in rows {
      let platform = GemPlatform(row[0])
      let local = GemPlatform(row[2])
      #expect(platform.text == row[6], "\(row)")
      #expect(platform.matches(local) == (row[3] == "yes"), "\(row)")
      if row[3] == "yes" { #expect(platform.specificity(for: local) == Int(row[5]), "\(row)") }
    }
    print("conformance: platforms: \(rows.count) rows ran")
    #expect(!rows.isEmpty)
  }

  @Test func `the gem of a version is chosen as in Bundler`() throws {
    let rows = try rows(of: "platform_sets.tsv")
    for row in rows {
      let target = try #require(Platform(rawValue: row[1]))
      #expect(GemPlatform(target) == GemPlatform(row[2]), "\(row)")
      let texts = row[0].split(separator: " ").map(String.init)
      let matching = texts.filter { GemPlatform($0).matches(target) }.sorted {
        let (left, right) = (GemPlatform($0), GemPlatform($1))
        return (left.specificity(for: target), $0) < (right.specificity(for: target), $1)
      }
      #expect((matching.first ?? "-") == (row[4].isEmpty ? "-" : row[4]), "\(row)")
      #expect(
        Set(matching) == Set(row[3].split(separator: " ").map(String.init)).subtracting(["-"]),
        "\(row)")
    }
    print("conformance: sets of platforms: \(rows.count) rows ran")
    #expect(!rows.isEmpty)
  }
}
