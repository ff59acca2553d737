/// A SHA-256 (FIPS 180-4), 32 bytes. Written as 64 lower-case hexadecimal digits.
package struct SHA256Digest: Hashable, Sendable {
  package static let byteCount = 32

  // Four words instead of an array: no allocation, and hashing is four multiplications.
  private let words: (UInt64, UInt64, UInt64, UInt64)

  /// nil unless there are exactly 32 bytes.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    var iterator = bytes.makeIterator()
    func word() -> UInt64 {
      (0..<8).reduce(0) { word, _ in word << 8 | UInt64(iterator.next() ?? 0) }
    }
    words = (word(), word(), word(), word())
  }

  /// nil unless there are exactly 64 digits. Upper case is read as well, since indexes differ.
  package init?(hexadecimal text: some StringProtocol) {
    let bytes = Array(text.lowercased().utf8)
    self.init(hexadecimal: bytes, bytes.indices)
  }

  /// In lower case only, so that a lock has one spelling.
  init?(hexadecimal digits: [UInt8], _ range: Range<Int>) {
    guard range.count == 64 else { return nil }
    let start = range.lowerBound
    guard let first = hexadecimalNumber(in: digits, start..<start + 16),
      let second = hexadecimalNumber(in: digits, start + 16..<start + 32),
      let third = hexadecimalNumber(in: digits, start + 32..<start + 48),
      let fourth = hexadecimalNumber(in: digits, start + 48..<start + 64)
    else { return nil }
    words = (first, second, third, fourth)
  }

  package var bytes: [UInt8] {
    [words.0, words.1, words.2, words.3].flatMap { word in
      (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) }
    }
  }

  package var hexadecimal: String { hexadecimalText(bytes) }

  /// The first 48 bits, for a content id.
  var leading48Bits: UInt64 { words.0 >> 16 }

  package static func == (left: SHA256Digest, right: SHA256Digest) -> Bool {
    left.words == right.words
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(words.0)
    hasher.combine(words.1)
    hasher.combine(words.2)
    hasher.combine(words.3)
  }
}

extension SHA256Digest: CustomStringConvertible {
  /// `sha256:1f00…`, as in a lock.
  package var description: String { "sha256:\(hexadecimal)" }
}

/// The number that at most 16 lower-case hexadecimal digits form. nil where one is none.
func hexadecimalNumber(in digits: [UInt8], _ range: Range<Int>) -> UInt64? {
  let values = hexadecimalValues
  var number: UInt64 = 0
  var union: UInt8 = 0
  for index in range {
    let value = values[Int(digits[index])]
    union |= value
    number = number &<< 4 | UInt64(value & 15)
  }
  return union < 16 ? number : nil
}

/// What each byte is worth as a digit; 255 for none. A lock has thousands of digits in no order,
/// and a branch on each costs more than all other work on it.
private let hexadecimalValues: [UInt8] = (0...255).map { (byte: UInt8) in
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  default: 255
  }
}

func hexadecimalText(_ bytes: some Sequence<UInt8>) -> String {
  let digits = Array("0123456789abcdef".utf8)
  return String(
    decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}
