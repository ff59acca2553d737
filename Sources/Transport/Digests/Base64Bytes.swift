/// Decodes base64 (RFC 4648, 4), with or without padding. Returns `nil` if `text` has any other
/// character, or ends within a byte.
package func base64Bytes(_ text: String) -> [UInt8]? {
  let text = text.utf8
  let padding = text.reversed().prefix { $0 == UInt8(ascii: "=") }.count
  let digits = text.dropLast(padding)
  guard padding <= 2, digits.count % 4 != 1 else { return nil }
  var bytes: [UInt8] = []
  bytes.reserveCapacity(digits.count / 4 * 3 + 2)
  var bits: UInt32 = 0
  var bitCount = 0
  for digit in digits {
    guard let value = base64Value(digit) else { return nil }
    bits = bits << 6 | value
    bitCount += 6
    if bitCount >= 8 {
      bitCount -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> bitCount))
    }
  }
  return bytes
}

/// Returns the six bits of a digit, or `nil` if the byte is no digit of base64.
private func base64Value(_ byte: UInt8) -> UInt32? {
  switch byte {
  case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
  case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a")) + 26
  case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0")) + 52
  case UInt8(ascii: "+"): 62
  case UInt8(ascii: "/"): 63
  default: nil
  }
}
