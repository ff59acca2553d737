/// A compressor for test data. It writes one block with the fixed codes, and compresses only runs
/// of one byte (RFC 1951, section 3.2.6).
enum Deflate {
  /// Returns a raw DEFLATE stream that decompresses to `bytes`.
  static func compress(_ bytes: [UInt8]) -> [UInt8] {
    var bits = BitWriter()
    bits.append(1, count: 1)  // the last block
    bits.append(1, count: 2)  // fixed codes
    var index = 0
    while index < bytes.count {
      bits.appendSymbol(UInt32(bytes[index]))
      let run = lengthOfRun(in: bytes, after: index)
      index += 1
      // A run of 258 bytes has a code without extra bits. That suffices for long runs of zeros.
      for _ in 0..<(run / 258) {
        bits.appendSymbol(285)
        bits.appendCode(0, count: 5)  // distance 1
        index += 258
      }
    }
    bits.appendSymbol(256)  // the end
    return bits.bytes
  }

  /// Returns how often the byte at `index` is repeated after it.
  private static func lengthOfRun(in bytes: [UInt8], after index: Int) -> Int {
    var end = index + 1
    while end < bytes.count, bytes[end] == bytes[index] { end += 1 }
    return end - index - 1
  }
}

/// A writer of bits that fills each byte from its lowest bit.
private struct BitWriter {
  private var finished: [UInt8] = []
  private var pending: UInt32 = 0
  private var pendingCount: UInt32 = 0

  /// All bits so far, with the last byte padded with zeros.
  var bytes: [UInt8] {
    pendingCount == 0 ? finished : finished + [UInt8(truncatingIfNeeded: pending)]
  }

  /// Appends a number, lowest bit first.
  mutating func append(_ value: UInt32, count: UInt32) {
    pending |= value << pendingCount
    pendingCount += count
    while pendingCount >= 8 {
      finished.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      pendingCount -= 8
    }
  }

  /// Appends a code, highest bit first.
  mutating func appendCode(_ code: UInt32, count: UInt32) {
    for shift in (0..<count).reversed() { append(code >> shift & 1, count: 1) }
  }

  /// Appends a symbol with the fixed code for literals and lengths.
  mutating func appendSymbol(_ symbol: UInt32) {
    switch symbol {
    case ..<144: appendCode(0x30 + symbol, count: 8)
    case ..<256: appendCode(0x190 + symbol - 144, count: 9)
    case ..<280: appendCode(symbol - 256, count: 7)
    default: appendCode(0xC0 + symbol - 280, count: 8)
    }
  }
}
