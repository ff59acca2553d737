/// A DEFLATE compressor for test data (RFC 1951). Writes a single block with the fixed Huffman
/// codes (section 3.2.6), and compresses only runs of equal bytes.
enum Deflate {
  /// Returns a raw DEFLATE stream that decompresses to `bytes`.
  static func compress(_ bytes: [UInt8]) -> [UInt8] {
    var bits = BitWriter()
    bits.append(1, count: 1)  // final block
    bits.append(1, count: 2)  // fixed Huffman codes
    var index = 0
    while index < bytes.count {
      bits.appendSymbol(UInt32(bytes[index]))
      let run = lengthOfRun(in: bytes, after: index)
      index += 1
      // The length 258 has a code without extra bits (symbol 285). Matches of that length
      // suffice for long runs of zeros; the rest of a run is written as literals.
      for _ in 0..<(run / 258) {
        bits.appendSymbol(285)
        bits.appendCode(0, count: 5)  // distance 1
        index += 258
      }
    }
    bits.appendSymbol(256)  // end of block
    return bits.bytes
  }

  /// Returns the number of consecutive bytes after `index` that equal the byte at `index`.
  private static func lengthOfRun(in bytes: [UInt8], after index: Int) -> Int {
    var end = index + 1
    while end < bytes.count, bytes[end] == bytes[index] { end += 1 }
    return end - index - 1
  }
}

/// A writer of bits, from the lowest to the highest bit of each byte (RFC 1951, section 3.1.1).
private struct BitWriter {
  /// The complete bytes.
  private var finished: [UInt8] = []
  /// The bits of the incomplete byte, in its low bits.
  private var pending: UInt32 = 0
  /// The number of bits in `pending`, at most 7 between calls.
  private var pendingCount: UInt32 = 0

  /// All bytes so far. The last one is padded with zero bits.
  var bytes: [UInt8] {
    pendingCount == 0 ? finished : finished + [UInt8(truncatingIfNeeded: pending)]
  }

  /// Appends the low `count` bits of a number, lowest bit first.
  mutating func append(_ value: UInt32, count: UInt32) {
    pending |= value << pendingCount
    pendingCount += count
    while pendingCount >= 8 {
      finished.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      pendingCount -= 8
    }
  }

  /// Appends a Huffman code of `count` bits, highest bit first.
  mutating func appendCode(_ code: UInt32, count: UInt32) {
    for shift in (0..<count).reversed() { append(code >> shift & 1, count: 1) }
  }

  /// Appends a literal byte (0 to 255), the end of the block (256), or a length (257 to 285)
  /// with its fixed Huffman code.
  mutating func appendSymbol(_ symbol: UInt32) {
    switch symbol {
    case ..<144: appendCode(0x30 + symbol, count: 8)
    case ..<256: appendCode(0x190 + symbol - 144, count: 9)
    case ..<280: appendCode(symbol - 256, count: 7)
    default: appendCode(0xC0 + symbol - 280, count: 8)
    }
  }
}
