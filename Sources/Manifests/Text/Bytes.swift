extension UInt8 {
  var isLowercaseOrDigit: Bool { isDigit || UInt8(ascii: "a")...UInt8(ascii: "z") ~= self }

  var isUppercase: Bool { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self }

  var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

  /// ASCII that shows, the space excepted.
  var isPrintable: Bool { UInt8(ascii: "!")...UInt8(ascii: "~") ~= self }

  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  /// What Ruby takes for part of an identifier, beyond ASCII excepted.
  var isIdentifier: Bool { isLowercaseOrDigit || isUppercase || self == UInt8(ascii: "_") }
}

/// The character that begins at `index` of valid UTF-8.
func scalar(in bytes: [UInt8], at index: Int) -> Unicode.Scalar {
  var iterator = String(decoding: bytes[index...].prefix(4), as: UTF8.self).unicodeScalars
    .makeIterator()
  return iterator.next() ?? "\u{FFFD}"
}

/// Up to eight bytes as one big-endian number, so that words compare at once. 0 for more bytes.
@inline(__always)
func packed(_ bytes: [UInt8], _ range: Range<Int>) -> UInt64 {
  if range.count > 8 { return 0 }
  var number: UInt64 = 0
  for index in range { number = number &<< 8 | UInt64(bytes[index]) }
  return number
}

/// A number in decimal digits without sign or leading zeros. nil otherwise and above `Int.max`.
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
