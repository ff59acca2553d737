import Corpora
import Testing
import Vocabulary

@testable import Gems

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct GemVersionsTests {
  @Test func `200,000 gems are read quickly`() throws {
    var text = "created_at: 2026-01-02T03:04:05Z\n---\n"
    for number in 0..<200_000 {
      text += "gem-\(number) 1.0.0,1.0.1,2.0.0-java 0123456789abcdef0123456789abcdef\n"
    }
    let bytes = Array(text.utf8)
    let clock = ContinuousClock()
    var versions: GemVersions?
    let time = try clock.measure { versions = try GemVersions(parsing: bytes) }
    print("versions of 200,000 gems, \(bytes.count) bytes: read in \(time)")
    #expect(versions?.count == 200_000)
    let name = try #require(GemName("gem-199999"))
    #expect(versions?.pageDigest(of: name) == "0123456789abcdef0123456789abcdef")
  }
}

/// Cases of the pages `/versions` and `/names`.
@Suite(.enabled(if: Corpora.has("gems"), Comment(rawValue: Corpora.absence)))
struct GemListConformanceTests {
  private struct VersionsCase: Decodable {
    struct Reference: Decodable {
      let info_checksums: [String: String]?
    }
    let id: String
    let input: String
    let reference: Reference
  }

  private struct NamesCase: Decodable {
    struct Reference: Decodable {
      let names: [String]
    }
    let id: String
    let input: String
    let reference: Reference
  }

  /// The digests and the number of rejected lines where a strict reader differs from Bundler.
  private let stricter: [String: (digests: [String: String], refused: Int)] = [
    "V014": ([:], 1), "V016": ([:], 1), "V018": ([:], 1), "V022": (["a": "x1"], 1),
    "V015": ([:], 1), "V023": (["a": "x1"], 1),
    "V017": (["a": "d41d8cd98f00b204e9800998ecf8427e"], 0),
  ]

  @Test func `the last digest of each gem counts`() throws {
    let cases: [VersionsCase] = try CompactIndexCase.all("versions")
    for entry in cases {
      let versions = try GemVersions(parsing: Array(entry.input.utf8))
      let expected =
        stricter[entry.id] ?? (entry.reference.info_checksums ?? [:], 0)
      #expect(versions.count == expected.digests.count, "\(entry.id)")
      #expect(versions.unreadableLineCount == expected.refused, "\(entry.id)")
      for (name, digest) in expected.digests {
        let name = try #require(GemName(name))
        #expect(versions.pageDigest(of: name) == digest, "\(entry.id)")
      }
    }
    print("conformance: pages of versions: \(cases.count) cases ran")
  }

  @Test func `names are read without blank lines and ends of lines`() throws {
    let cases: [NamesCase] = try CompactIndexCase.all("names")
    for entry in cases {
      let names = try GemNames(parsing: Array(entry.input.utf8)).names.map(\.text)
      let expected = entry.reference.names.map { $0.filter { !$0.isNewline } }
      #expect(names == expected.filter { !$0.isEmpty }, "\(entry.id)")
    }
    print("conformance: pages of names: \(cases.count) cases ran")
  }
}
