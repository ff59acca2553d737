extension UInt8 {
  var isLowercaseOrDigit: Bool { isDigit || UInt8(ascii: "a")...UInt8(ascii: "z") ~= self }

  var isUppercase: Bool { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self }

  var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

  /// Whether the byte is a visible ASCII character, which a space is not.
  var isPrintable: Bool { UInt8(ascii: "!")...UInt8(ascii: "~") ~= self }

  /// Whether the byte is a space or a tab.
  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  /// Whether the byte is an ASCII character that Ruby allows in an identifier.
  var isIdentifier: Bool { isLowercaseOrDigit || isUppercase || self == UInt8(ascii: "_") }
}

/// Returns the Unicode scalar that begins at `index` in valid UTF-8.
func scalar(in bytes: [UInt8], at index: Int) -> Unicode.Scalar {
  var iterator = String(decoding: bytes[index...].prefix(4), as: UTF8.self).unicodeScalars
    .makeIterator()
  return iterator.next() ?? "\u{FFFD}"
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

/// Returns the value of decimal digits, or `nil` if the range is empty, starts with an extra zero,
/// contains a sign or another character, or has a value above `Int.max`.
func decimalNumber(in bytes: [UInt8], _ range: Range<Int>) -> Int? {
  if range.isEmpty || bytes[range.lowerBound] == UInt8(ascii: "0") && range.count > 1 { return nil }
  var number = 0
  for index in range {
    let byte = bytes[index]
    guard byte.isDigit else { return nil }
    let (product, overflow) = number.multipliedReportingOverflow(by: 10)
    let (sum, carry) = product.addingReportingOverflow(Int(byte - UInt8(ascii: "0")))
    if overflow || carry { return nil }
    number = sum
  }
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
