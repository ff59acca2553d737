/// A SHA-256 digest: 32 bytes (FIPS 180-4).
package struct SHA256Digest: Hashable, Sendable {
  package static let byteCount = 32

  // Four words rather than an array: no allocation, and equality and hashing come by themselves.
  private let words: Words

  private struct Words: Hashable, Sendable {
    var first: UInt64 = 0
    var second: UInt64 = 0
    var third: UInt64 = 0
    var fourth: UInt64 = 0
  }

  /// nil when there are not 32 bytes.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    var words = Words()
    for (index, byte) in bytes.enumerated() {
      let shifted = UInt64(byte) << UInt64(56 - index % 8 * 8)
      switch index / 8 {
      case 0: words.first |= shifted
      case 1: words.second |= shifted
      case 2: words.third |= shifted
      default: words.fourth |= shifted
      }
    }
    self.words = words
  }

  /// Reads 64 hexadecimal digits of either case. nil for anything else.
  package init?(hex: some StringProtocol) {
    let digits = hex.utf8
    guard digits.count == 2 * Self.byteCount else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.byteCount)
    var high: UInt8?
    for digit in digits {
      guard let value = Self.value(ofDigit: digit) else { return nil }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    self.init(bytes: bytes)
  }

  private static func value(ofDigit digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// The 32 bytes.
  package var bytes: [UInt8] {
    [words.first, words.second, words.third, words.fourth].flatMap { word in
      (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(56 - $0 * 8)) }
    }
  }

  /// 64 lower-case hexadecimal digits.
  package var hex: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

extension SHA256Digest: CustomStringConvertible {
  package var description: String { hex }
}
