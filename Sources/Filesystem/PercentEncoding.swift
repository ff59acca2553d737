/// Percent-encoding (RFC 3986, 2.1) of bytes that an address cannot contain.
package enum PercentEncoding {
  /// Decodes percent-encoded bytes, or returns `nil` if a percent sign is not followed by two
  /// hexadecimal digits.
  package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        result.append(byte)
        continue
      }
      let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      guard digits.count == 2 else { return nil }
      result.append(UInt8(digits[0] << 4 | digits[1]))
      rest = rest.dropFirst(2)
    }
    return result
  }

  /// Encodes every byte except ASCII letters, digits, and the characters `-._~/+`.
  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"), UInt8(ascii: "+"):
        text.append(byte)
      default:
        text += (byte < 16 ? "%0" : "%").utf8
        text += String(byte, radix: 16, uppercase: true).utf8
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
