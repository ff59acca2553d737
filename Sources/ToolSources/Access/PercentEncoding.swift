/// Percent-encoding (RFC 3986, 2.1).
enum PercentEncoding {
  /// nil where a percent sign has no two digits behind it.
  static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    var bytes = text.makeIterator()
    while let byte = bytes.next() {
      guard byte == UInt8(ascii: "%") else {
        result.append(byte)
        continue
      }
      guard let high = bytes.next().flatMap(HexDigit.value),
        let low = bytes.next().flatMap(HexDigit.value)
      else { return nil }
      result.append(high << 4 | low)
    }
    return result
  }

  /// All but the unreserved characters and the slash is encoded.
  static func encode(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    let plain = Array("-._~/+".utf8)
    var result: [UInt8] = []
    for byte in bytes {
      let isAlphanumeric =
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) && byte < 0x80
      if isAlphanumeric || plain.contains(byte) {
        result.append(byte)
      } else {
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
