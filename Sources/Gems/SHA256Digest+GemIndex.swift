internal import Vocabulary

extension SHA256Digest {
  /// Parses a digest in an index: 64 hexadecimal digits, or 32 bytes in Base64. Returns `nil` for
  /// any other text.
  init?(inGemIndex text: ArraySlice<UInt8>) {
    if text.count == 44 {
      guard let bytes = Self.decoded(text) else { return nil }
      self.init(bytes: bytes)
    } else {
      self.init(hexadecimal: text)
    }
  }

  /// Decodes 44 characters of Base64, or returns `nil` if they are malformed.
  private static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.last == UInt8(ascii: "=") else { return nil }
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for character in text.dropLast() {
      guard let value = value(of: character) else { return nil }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return bits & (1 << UInt32(count) - 1) == 0 ? bytes : nil
  }

  private static func value(of character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}

extension SHA256Digest {
  /// The 32 bytes in Base64.
  var base64: String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for byte in bytes + [0] {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 6, text.count < 43 {
        count -= 6
        text.append(alphabet[Int(bits >> UInt32(count) & 63)])
      }
    }
    return String(decoding: text, as: UTF8.self) + "="
  }
}
