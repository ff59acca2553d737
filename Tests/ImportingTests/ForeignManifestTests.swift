import Importing
import MutatedSeeds
import Testing

/// A short, deterministic version of `scripts/fuzz foreign-manifest`.
@Suite struct `No manifest of another tool crashes` {
  private let seeds: MutatedSeeds

  init() throws { seeds = try MutatedSeeds(of: "foreign-manifest") }

  @Test(arguments: ForeignManifest.allCases)
  func `its reader`(_ kind: ForeignManifest) {
    let parsed = seeds.count { bytes in
      guard let statements = try? kind.statements(in: bytes, path: "x") else { return false }
      let lineCount = 1 + bytes.count { $0 == UInt8(ascii: "\n") }
      #expect(statements.allSatisfy { (1...lineCount).contains($0.line) })
      return true
    }
    // Only one of the seeds is of this kind.
    #expect(parsed > 5)
  }

  @Test func `its reader, for the start of a text`() {
    for bytes in seeds.seeds {
      for kind in ForeignManifest.allCases {
        for count in bytes.indices {
          _ = try? kind.statements(in: Array(bytes[..<count]), path: "x")
        }
      }
    }
  }
}
