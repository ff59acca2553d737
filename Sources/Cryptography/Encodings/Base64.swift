/// The two alphabets of base64 (RFC 4648).
package enum Base64 {
  /// The alphabet with `+` and `/` (RFC 4648, 4).
  case standard
  /// The alphabet with `-` and `_`, for URLs and file names (RFC 4648, 5).
  case urlSafe

  /// Decodes a text, with or without padding. Returns `nil` if it has a character that is not in
  /// the alphabet, ends within a byte, or has surplus bits that are not 0.
  package func decode(_ text: String) -> [UInt8]? {
    decode(Array(text.utf8)[...])
  }

  /// Decodes the bytes of a text, as ``decode(_:)`` does.
  package func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let padding = text.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    let digits = text.dropLast(padding)
    guard padding <= 2, digits.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 4 * 3 + 2)
    var bits: UInt32 = 0
    var bitCount = 0
    for digit in digits {
      guard let value = value(of: digit) else { return nil }
      bits = bits << 6 | value
      bitCount += 6
      if bitCount >= 8 {
        bitCount -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> bitCount))
      }
    }
    return bits & (1 << bitCount - 1) == 0 ? bytes : nil
  }

  /// Returns the six bits of a digit, or `nil` if the byte is not a digit.
  private func value(of digit: UInt8) -> UInt32? {
    switch (digit, self) {
    case (UInt8(ascii: "A")...UInt8(ascii: "Z"), _): UInt32(digit - UInt8(ascii: "A"))
    case (UInt8(ascii: "a")...UInt8(ascii: "z"), _): UInt32(digit - UInt8(ascii: "a")) + 26
    case (UInt8(ascii: "0")...UInt8(ascii: "9"), _): UInt32(digit - UInt8(ascii: "0")) + 52
    case (UInt8(ascii: "+"), .standard), (UInt8(ascii: "-"), .urlSafe): 62
    case (UInt8(ascii: "/"), .standard), (UInt8(ascii: "_"), .urlSafe): 63
    default: nil
    }
  }
}
