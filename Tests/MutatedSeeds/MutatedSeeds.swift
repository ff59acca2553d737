package import Filesystem
import Sandboxes

/// The seeds of a fuzz target, and damaged copies of them. The damage is random but reproducible.
package struct MutatedSeeds {
  /// The contents of the files in the folder of the target.
  package let seeds: [[UInt8]]

  /// Reads the seeds of a target.
  ///
  /// - Parameter name: The folder of the seeds in `Fixtures/Fuzz`.
  package init(of name: String) throws(FileError) {
    let folder = FilePath.fixtures.appending("Fuzz").appending(name)
    var seeds: [[UInt8]] = []
    for entry in try folder.entries().sorted() {
      seeds.append(try folder.appending(entry).contents(limit: 1024 * 1024))
    }
    self.seeds = seeds
  }

  /// Reads all seeds and 500 mutated copies of them.
  ///
  /// - Parameter read: Reads a text, and returns whether it is valid.
  /// - Returns: The number of valid texts.
  package func count(where read: ([UInt8]) -> Bool) -> Int {
    var generator = XorShift(state: 0x9E37_79B9_7F4A_7C15)
    var valid = seeds.count(where: read)
    for round in 0..<500 {
      var bytes = seeds[round % seeds.count]
      for _ in 0...Int.random(in: 0..<3, using: &generator) {
        mutate(&bytes, other: seeds.randomElement(using: &generator) ?? [], &generator)
      }
      if read(bytes) { valid += 1 }
    }
    return valid
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
