/// A SHA-256 (FIPS 180-4), 32 bytes. Written as 64 lower-case hexadecimal digits.
package struct SHA256Digest: Hashable, Sendable {
  package static let byteCount = 32

  // Four words instead of an array: no allocation, and hashing is four multiplications.
  private let words: (UInt64, UInt64, UInt64, UInt64)

  /// The 32 bytes as four numbers, the first byte the highest of the first.
  package init(words: (UInt64, UInt64, UInt64, UInt64)) { self.words = words }

  /// nil unless there are exactly 32 bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    func word(_ start: Int) -> UInt64 {
      var word: UInt64 = 0
      for index in start..<start + 8 { word = word << 8 | UInt64(bytes[index]) }
      return word
    }
    words = (word(0), word(8), word(16), word(24))
  }

  /// nil unless there are exactly 64 digits. Upper case is read as well, since indexes differ.
  package init?(hexadecimal text: some StringProtocol) {
    self.init(hexadecimal: Array(text.utf8)[...])
  }

  /// The same from ASCII.
  package init?(hexadecimal digits: ArraySlice<UInt8>) {
    let upper = UInt8(ascii: "A")...UInt8(ascii: "F")
    let digits = digits.map { upper.contains($0) ? $0 | 0x20 : $0 }
    self.init(hexadecimal: digits, digits.indices)
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
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.byteCount)
    for word in [words.0, words.1, words.2, words.3] {
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
      }
    }
    return bytes
  }

  package var hexadecimal: String {
    var digits: [UInt8] = []
    digits.reserveCapacity(2 * Self.byteCount)
    appendHexadecimal(to: &digits)
    return String(decoding: digits, as: UTF8.self)
  }

  /// Appends the 64 digits: a receipt has thousands of digests.
  package func appendHexadecimal(to text: inout [UInt8]) {
    appendHexadecimalDigits(of: words.0, 16, to: &text)
    appendHexadecimalDigits(of: words.1, 16, to: &text)
    appendHexadecimalDigits(of: words.2, 16, to: &text)
    appendHexadecimalDigits(of: words.3, 16, to: &text)
  }

  /// The first 32 bits, where a checksum is enough.
  package var leading32Bits: UInt32 { UInt32(truncatingIfNeeded: words.0 >> 32) }

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

/// Appends the lowest `count` hexadecimal digits of `number`.
func appendHexadecimalDigits(of number: UInt64, _ count: Int, to text: inout [UInt8]) {
  for position in (0..<count).reversed() {
    let digit = UInt8(truncatingIfNeeded: number >> (4 * UInt64(position))) & 15
    text.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
  }
}
