/// A SHA-256 digest (FIPS 180-4) of 32 bytes, written as 64 lowercase hexadecimal digits.
package struct SHA256Digest: Hashable, Sendable {
  package static let byteCount = 32

  // Four words instead of an array need no allocation and are fast to hash.
  private let words: (UInt64, UInt64, UInt64, UInt64)

  /// Creates a digest from four words, each of which contains eight bytes in big-endian order.
  package init(words: (UInt64, UInt64, UInt64, UInt64)) { self.words = words }

  /// Creates a digest from its bytes, or returns `nil` unless there are exactly 32.
  package init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    func word(_ start: Int) -> UInt64 {
      var word: UInt64 = 0
      for index in start..<start + 8 { word = word << 8 | UInt64(bytes[index]) }
      return word
    }
    words = (word(0), word(8), word(16), word(24))
  }

  /// Parses 64 hexadecimal digits, or returns `nil` if `text` has another form.
  ///
  /// Accepts uppercase digits, which some indexes use.
  package init?(hexadecimal text: some StringProtocol) {
    self.init(hexadecimal: Array(text.utf8)[...])
  }

  /// Parses 64 hexadecimal digits in ASCII, or returns `nil` if `digits` has another form.
  ///
  /// Accepts uppercase digits.
  package init?(hexadecimal digits: ArraySlice<UInt8>) {
    let upper = UInt8(ascii: "A")...UInt8(ascii: "F")
    let digits = digits.map { upper.contains($0) ? $0 | 0x20 : $0 }
    self.init(hexadecimal: digits, digits.indices)
  }

  /// Parses the 64 hexadecimal digits in `range`, or returns `nil` if the bytes have another form.
  ///
  /// Rejects uppercase digits, so that each digest has exactly one spelling in locks.
  package init?(hexadecimal digits: [UInt8], _ range: Range<Int>) {
    guard range.count == 64 else { return nil }
    let start = range.lowerBound
    guard let first = hexadecimalNumber(in: digits, start..<start + 16),
      let second = hexadecimalNumber(in: digits, start + 16..<start + 32),
      let third = hexadecimalNumber(in: digits, start + 32..<start + 48),
      let fourth = hexadecimalNumber(in: digits, start + 48..<start + 64)
    else { return nil }
    words = (first, second, third, fourth)
  }

  /// The 32 bytes of the digest.
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

  /// The digest as 64 lowercase hexadecimal digits.
  package var hexadecimal: String {
    var digits: [UInt8] = []
    digits.reserveCapacity(2 * Self.byteCount)
    appendHexadecimal(to: &digits)
    return String(decoding: digits, as: UTF8.self)
  }

  /// Appends the 64 lowercase hexadecimal digits to `text`.
  ///
  /// Creates no intermediate string, because a receipt may contain thousands of digests.
  package func appendHexadecimal(to text: inout [UInt8]) {
    appendHexadecimalDigits(of: words.0, 16, to: &text)
    appendHexadecimalDigits(of: words.1, 16, to: &text)
    appendHexadecimalDigits(of: words.2, 16, to: &text)
    appendHexadecimalDigits(of: words.3, 16, to: &text)
  }

  /// The first 32 bits, for uses where a checksum suffices.
  package var leading32Bits: UInt32 { UInt32(truncatingIfNeeded: words.0 >> 32) }

  /// The first 64 bits, which tell texts apart that nobody chose to collide.
  package var leading64Bits: UInt64 { words.0 }

  /// The first 192 bits as three words, in the form of ``init(words:)``.
  var leadingWords: (UInt64, UInt64, UInt64) { (words.0, words.1, words.2) }

  /// Returns whether the words are equal. Tuples of words are not `Equatable`, so the compiler
  /// cannot synthesize this function.
  package static func == (left: SHA256Digest, right: SHA256Digest) -> Bool {
    left.words == right.words
  }

  /// Hashes the words. Tuples of words are not `Hashable`, so the compiler cannot synthesize
  /// this function.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(words.0)
    hasher.combine(words.1)
    hasher.combine(words.2)
    hasher.combine(words.3)
  }
}

extension SHA256Digest: Comparable {
  /// Orders digests as their hexadecimal digits.
  package static func < (left: SHA256Digest, right: SHA256Digest) -> Bool {
    left.words < right.words
  }
}

extension SHA256Digest: CustomStringConvertible {
  /// The digest as a lock spells it, such as `sha256:1f00…`.
  package var description: String { "sha256:\(hexadecimal)" }
}

/// Returns the value of at most 16 lowercase hexadecimal digits, or `nil` if a byte in `range` is
/// not such a digit.
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

/// The value of each byte as a lowercase hexadecimal digit, or 255 if the byte is not one.
///
/// A lock contains thousands of digits in random order. Branching on each of them would take longer
/// than all other work on the lock.
private let hexadecimalValues: [UInt8] = (0...255).map { (byte: UInt8) in
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  default: 255
  }
}

/// Appends the lowest `count` hexadecimal digits of `number`, in lowercase.
func appendHexadecimalDigits(of number: UInt64, _ count: Int, to text: inout [UInt8]) {
  for position in (0..<count).reversed() {
    let digit = UInt8(truncatingIfNeeded: number >> (4 * UInt64(position))) & 15
    text.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
  }
}
