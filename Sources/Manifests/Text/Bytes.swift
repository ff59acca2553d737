extension UInt8 {
  /// Whether the byte is a space or a tab.
  package var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}

/// Returns up to eight bytes as one big-endian number, or 0 for more than eight bytes.
///
/// Comparing two such numbers is faster than comparing the bytes.
@inline(__always)
func packed(_ bytes: [UInt8], _ range: Range<Int>) -> UInt64 {
  if range.count > 8 { return 0 }
  var number: UInt64 = 0
  for index in range { number = number &<< 8 | UInt64(bytes[index]) }
  return number
}

extension [UInt8] {
  /// Whether the bytes look like UTF-16: they begin with its byte order mark, or with an ASCII
  /// character in two bytes.
  package var isUTF16: Bool {
    starts(with: [0xFF, 0xFE]) || starts(with: [0xFE, 0xFF])
      || count >= 2 && (self[0] == 0) != (self[1] == 0)
  }
}
