extension UInt8 {
  /// Whether the byte is a lowercase letter or a digit of ASCII.
  @inlinable package var isLowercaseOrDigit: Bool {
    isDigit || UInt8(ascii: "a")...UInt8(ascii: "z") ~= self
  }

  /// Whether the byte is an uppercase letter of ASCII.
  @inlinable package var isUppercase: Bool { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self }

  /// Whether the byte is a digit of ASCII.
  @inlinable package var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

  /// Whether the byte is a visible ASCII character, which a space is not.
  @inlinable package var isPrintable: Bool { UInt8(ascii: "!")...UInt8(ascii: "~") ~= self }

  /// Whether the byte is an ASCII character that Ruby allows in an identifier, and that shells
  /// allow in the name of a variable.
  @inlinable package var isIdentifier: Bool {
    isLowercaseOrDigit || isUppercase || self == UInt8(ascii: "_")
  }
}

/// Returns the Unicode scalar that begins at `index` in valid UTF-8.
package func scalar(in bytes: [UInt8], at index: Int) -> Unicode.Scalar {
  var iterator = String(decoding: bytes[index...].prefix(4), as: UTF8.self).unicodeScalars
    .makeIterator()
  return iterator.next() ?? "\u{FFFD}"
}

/// Returns the value of decimal digits, or `nil` if the range is empty, starts with an extra zero,
/// contains a sign or another character, or has a value above `Int.max`.
package func decimalNumber(in bytes: [UInt8], _ range: Range<Int>) -> Int? {
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
