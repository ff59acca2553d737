/// The encodings of ASN.1 values (X.690) that certificates consist of.
enum DER {
  /// Returns an element with a tag and its content.
  static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    var length = [UInt8(truncatingIfNeeded: content.count)]
    if content.count >= 0x80 {
      length = bigEndian(content.count)
      length.insert(0x80 | UInt8(length.count), at: 0)
    }
    return [tag] + length + content
  }

  static func sequence(_ elements: [UInt8]...) -> [UInt8] {
    element(0x30, Array(elements.joined()))
  }

  /// Returns a number that is not negative.
  static func integer(_ number: Int) -> [UInt8] {
    let bytes = bigEndian(number)
    return element(0x02, (bytes[0] & 0x80 == 0 ? [] : [0]) + bytes)
  }

  static func octets(_ content: [UInt8]) -> [UInt8] { element(0x04, content) }

  static func bits(_ content: [UInt8]) -> [UInt8] { element(0x03, [0] + content) }

  static func text(_ text: String) -> [UInt8] { element(0x0C, Array(text.utf8)) }

  /// Returns an object identifier in dotted notation.
  static func identifier(_ dotted: String) -> [UInt8] {
    let numbers = dotted.split(separator: ".").compactMap { Int($0) }
    let first = numbers[0] * 40 + numbers[1]
    return element(0x06, ([first] + numbers.dropFirst(2)).flatMap(base128))
  }

  private static func base128(_ number: Int) -> [UInt8] {
    var digits = [UInt8(number & 0x7F)]
    var rest = number >> 7
    while rest > 0 {
      digits.insert(0x80 | UInt8(rest & 0x7F), at: 0)
      rest >>= 7
    }
    return digits
  }

  /// Returns the bytes of a number without leading zeros. 0 has one byte.
  private static func bigEndian(_ number: Int) -> [UInt8] {
    var bytes = [UInt8(truncatingIfNeeded: number)]
    var rest = number >> 8
    while rest > 0 {
      bytes.insert(UInt8(truncatingIfNeeded: rest), at: 0)
      rest >>= 8
    }
    return bytes
  }
}
