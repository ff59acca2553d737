import Importing
import MutatedSeeds
import Testing

/// A short, deterministic version of `scripts/fuzz foreign-manifest`.
@Suite struct `No manifest of another tool crashes` {
  private let seeds: MutatedSeeds

  init() throws { seeds = try MutatedSeeds(of: "foreign-manifest") }

  @Test(arguments: ForeignFormats.all.map { $0.paths[0].text })
  func `its reader`(_ path: String) throws {
    let format = try #require(ImportableFile(at: path)).format
    let parsed = seeds.count { bytes in
      guard let statements = try? format.statements(in: bytes, path: path) else { return false }
      let lineCount = 1 + bytes.count { $0 == UInt8(ascii: "\n") }
      #expect(statements.allSatisfy { ($0.line ?? 1) <= lineCount && $0.line != 0 })
      return true
    }
    // Only one of the seeds has this format, and most mutations make JSON unreadable.
    #expect(parsed > 2)
  }

  @Test func `its reader, for the start of a text`() {
    for bytes in seeds.seeds {
      for (offset, format) in ForeignFormats.all.enumerated() {
        // The formats share the lengths among them.
        for count in stride(from: offset % 4, to: bytes.count, by: 4) {
          _ = try? format.statements(in: Array(bytes[..<count]), path: format.paths[0].text)
        }
      }
    }
  }

  /// Each entry of a table repeats the parts of its header.
  @Test func `a key with very many parts is refused`() throws {
    let format = try #require(ImportableFile(at: "mise.toml")).format
    for (count, isValid) in [(32, true), (33, false)] {
      let key = Array(repeating: "a", count: count).joined(separator: ".")
      let statements = try? format.statements(in: Array("[\(key)]\n".utf8), path: "mise.toml")
      #expect((statements != nil) == isValid)
    }
  }
}
