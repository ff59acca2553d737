import Manifests
import Testing

/// A short, deterministic version of `scripts/fuzz`. Each test reads all seeds of a kind of file,
/// and then randomly damaged copies of the seeds.
@Suite struct `No text crashes` {
  @Test func `the parser of .tool-version`() throws {
    let parsed = try run("tool-version") { bytes in
      guard let file = try? ToolVersionFile(parsing: bytes, path: "x") else { return false }
      #expect(file.bytes == bytes)
      return true
    }
    #expect(parsed > 25)
  }

  @Test func `the parser of a Toolfile`() throws {
    let parsed = try run("toolfile") { bytes in
      guard let file = try? Toolfile(parsing: bytes, path: "x") else { return false }
      #expect(file.bytes == bytes)
      return true
    }
    #expect(parsed > 25)
  }

  @Test func `the parser of a lock`() throws {
    let parsed = try run("lockfile") { bytes in
      _ = try? ConflictedLockfile(parsing: bytes, path: "x")
      guard let lock = try? Lockfile(parsing: bytes, path: "x") else { return false }
      let again = try? Lockfile(parsing: lock.bytes, path: "x")
      // Writing a lock brings an older form up to date.
      let current = lock.tools.map { tool in
        tool.with {
          $0.isOutdated = false
          $0.hasOlderDeclaration = false
        }
      }
      #expect(again?.tools == current)
      #expect(again?.platforms == lock.platforms && again?.bytes == lock.bytes)
      return true
    }
    #expect(parsed > 25)
  }

  @Test(arguments: ForeignManifest.allCases)
  func `the reader of another tool's manifest`(_ kind: ForeignManifest) throws {
    let parsed = try run("foreign-manifest") { bytes in
      guard let statements = try? kind.statements(in: bytes, path: "x") else { return false }
      let lineCount = 1 + bytes.count { $0 == UInt8(ascii: "\n") }
      #expect(statements.allSatisfy { (1...lineCount).contains($0.line) })
      return true
    }
    // Only one of the seeds is of this kind.
    #expect(parsed > 5)
  }

  @Test func `the start of another tool's manifest`() throws {
    for name in try Fixture.names(in: "Fuzz/foreign-manifest") {
      let bytes = try Fixture.bytes(name)
      for kind in ForeignManifest.allCases {
        for count in bytes.indices {
          _ = try? kind.statements(in: Array(bytes[..<count]), path: "x")
        }
      }
    }
  }

  /// Reads all seeds and 500 mutated copies of them.
  ///
  /// - Parameters:
  ///   - name: The folder of the seeds in `Fixtures/Fuzz`.
  ///   - read: Reads a text, and returns whether it is valid.
  /// - Returns: The number of valid texts.
  private func run(_ name: String, _ read: ([UInt8]) -> Bool) throws -> Int {
    let seeds = try Fixture.names(in: "Fuzz/\(name)").map { try Fixture.bytes($0) }
    var generator = XorShift(state: 0x9E37_79B9_7F4A_7C15)
    var parsed = seeds.count(where: read)
    for round in 0..<500 {
      var bytes = seeds[round % seeds.count]
      for _ in 0...Int.random(in: 0..<3, using: &generator) {
        mutate(&bytes, other: seeds.randomElement(using: &generator) ?? [], &generator)
      }
      if read(bytes) { parsed += 1 }
    }
    return parsed
  }

  /// Changes, removes, repeats, or inserts bytes at a random offset, or copies some from `other`.
  private func mutate(_ bytes: inout [UInt8], other: [UInt8], _ generator: inout XorShift) {
    let start = Int.random(in: 0...bytes.count, using: &generator)
    let end = min(bytes.count, start + Int.random(in: 0...40, using: &generator))
    switch Int.random(in: 0..<5, using: &generator) {
    case 0 where start < bytes.count: bytes[start] = UInt8.random(in: 0...255, using: &generator)
    case 1: bytes.removeSubrange(start..<end)
    case 2: bytes.insert(contentsOf: bytes[start..<end], at: start)
    case 3:
      let piece = other.dropFirst(Int.random(in: 0...other.count, using: &generator)).prefix(30)
      bytes.replaceSubrange(start..<end, with: piece)
    default:
      let signs = Array("\n\r\t \"'\\#[]{}:,=<>|-.@/0aZ\u{0}é".utf8)
      bytes.insert(signs.randomElement(using: &generator) ?? 0, at: start)
    }
  }
}

/// Marsaglia's xorshift generator, which returns the same numbers in every run.
private struct XorShift: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
