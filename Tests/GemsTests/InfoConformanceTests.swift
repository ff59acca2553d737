import Corpora
import Testing
import Versions
import Vocabulary

@testable import Gems

/// Responses of real indexes, and cases of their protocol.
@Suite(.enabled(if: Corpora.has("gems"), Comment(rawValue: Corpora.absence)))
struct InfoConformanceTests {
  @Test func `every recorded page can be read completely`() throws {
    let table = String(
      decoding: try Corpora.contents(of: "gems", "info_index.tsv"), as: UTF8.self)
    let rows = table.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    let columns = try #require(rows.first)
    let lineColumn = try #require(columns.firstIndex(of: "lines"))
    var lines = 0
    let clock = ContinuousClock()
    var time = Duration.zero
    for row in rows.dropFirst() {
      let bytes = [UInt8](try Corpora.contents(of: "gems", "info/\(row[0])"))
      let start = clock.now
      let info = try GemInfo(parsing: bytes)
      time += clock.now - start
      #expect(info.unreadableLines.isEmpty, "\(row[0])")
      #expect(info.gems.count == Int(row[lineColumn]), "\(row[0])")
      #expect(info.gems.allSatisfy { $0.digest != nil }, "\(row[0])")
      lines += info.gems.count
    }
    print("conformance: pages of gems: \(rows.count - 1) with \(lines) lines ran in \(time)")
  }

  @Test func `the newest versions are those that RubyGems says`() throws {
    let table = String(
      decoding: try Corpora.contents(of: "gems", "info_index.tsv"), as: UTF8.self)
    for line in table.split(separator: "\n").dropFirst() {
      let row = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      let info = try GemInfo(parsing: [UInt8](try Corpora.contents(of: "gems", "info/\(row[0])")))
      let versions = try Set(info.gems.map(\.version)).map {
        try Version(parsing: $0, scheme: .rubygems)
      }
      let release = versions.filter { !$0.isPrerelease }.max()
      #expect(release.map { "\($0)" } == (row[6].isEmpty ? nil : row[6]), "\(row)")
      #expect(versions.max().map { "\($0)" } == row[7], "\(row)")
    }
  }

  @Test func `the cases of the protocol are answered as a strict reader does`() throws {
    let cases: [CompactIndexCase] = try CompactIndexCase.all("info")
    var stricter = 0
    for entry in cases {
      let info = try? GemInfo(parsing: entry.bytes)
      let gems = info?.gems
      let accept = entry.own_expectation?.accept
      if let versions = entry.own_expectation?.versions {
        #expect(gems?.map(\.version) == versions, "\(entry.id)")
      } else if accept == "false" || entry.id == "I072" {
        // A version of 400 digits must be compared correctly or rejected.
        #expect(info?.unreadableLines.isEmpty != true, "\(entry.id)")
        let isOtherLine = entry.id == "I043" || entry.id == "I068"
        #expect(gems?.isEmpty != false || isOtherLine, "\(entry.id)")
      } else if accept?.hasPrefix("1.0.0 only") ?? false {
        // A response that ends in the middle of a line is rejected.
        if gems == nil { stricter += 1 }
        #expect(gems == nil || gems?.map(\.version) == ["1.0.0"], "\(entry.id)")
      } else if accept == "one version" {
        #expect(gems?.count == 1, "\(entry.id)")
      } else if let specs = entry.reference?.specs {
        compare(gems, with: specs, in: entry)
      } else {
        #expect(gems?.isEmpty == false, "\(entry.id)")
      }
    }
    print("conformance: pages of the protocol: \(cases.count) cases ran, \(stricter) refused whole")
    #expect(!cases.isEmpty)
  }

  private func compare(
    _ gems: [IndexedGem]?, with specs: [CompactIndexCase.Specification], in entry: CompactIndexCase
  ) {
    // The reference reads a carriage return as part of the digest.
    let expected = specs.filter { $0.ok && $0.version != "0" }
    guard entry.id != "I035", entry.id != "I036" else {
      #expect(gems?.map(\.version) == ["1.0.0"], "\(entry.id)")
      return
    }
    #expect(gems?.map(\.version) == expected.map { $0.version ?? "" }, "\(entry.id)")
    for (gem, spec) in zip(gems ?? [], expected) {
      #expect(gem.platform.text == spec.platform, "\(entry.id)")
      #expect(gem.digest?.hexadecimal == spec.checksum_sha256, "\(entry.id)")
      #expect(gem.ruby == requirement(spec.ruby), "\(entry.id)")
      #expect(gem.rubygems == requirement(spec.rubygems), "\(entry.id)")
      let dependencies = (spec.dependencies ?? []).map { fields in
        guard case .text(let name) = fields[0], case .list(let texts) = fields[1] else { return "" }
        return "\(name) \(requirement(texts).map { "\($0)" } ?? "?")"
      }
      #expect(
        gem.dependencies.map { "\($0.name) \($0.requirement)" } == dependencies, "\(entry.id)")
    }
  }

  private func requirement(_ texts: [String]?) -> Requirement? {
    Requirement(rubyGems: (texts ?? []).map { Array($0.utf8)[...] })
  }
}
