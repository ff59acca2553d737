/// Checks that bytes are text: UTF-8 (Unicode 3.9, table 3-7) without NUL.
enum UTF8Check {
  /// Returns the index of the first invalid byte, or `nil` if all bytes are valid.
  static func firstFault(in text: Span<UInt8>) -> Int? {
    var index = 0
    while index < text.count {
      // Nearly all text is ASCII without NUL, so eight bytes are checked at a time. They are
      // valid if none has its high bit set, and subtracting 1 from each sets none, as it would
      // for NUL.
      if text.count &- index >= 8 {
        let word = text.head(at: index, count: 8)
        if (word | (word &- 0x0101_0101_0101_0101)) & 0x8080_8080_8080_8080 == 0 {
          index &+= 8
          continue
        }
      }
      let byte = text[index]
      if byte &- 1 < 0x7f {
        index &+= 1
        continue
      }
      guard let length = sequenceLength(at: index, in: text) else { return index }
      index += length
    }
    return nil
  }

  /// Returns the length of the non-ASCII character at `index`, in bytes, or `nil` if
  /// it is invalid.
  private static func sequenceLength(at index: Int, in text: Span<UInt8>) -> Int? {
    var second: ClosedRange<UInt8> = 0x80...0xbf
    let length: Int
    switch text[index] {
    case 0xc2...0xdf: length = 2
    case 0xe0: (length, second) = (3, 0xa0...0xbf)
    case 0xed: (length, second) = (3, 0x80...0x9f)
    case 0xe1...0xef: length = 3
    case 0xf0: (length, second) = (4, 0x90...0xbf)
    case 0xf4: (length, second) = (4, 0x80...0x8f)
    case 0xf1...0xf3: length = 4
    default: return nil
    }
    guard text.count - index >= length, second.contains(text[index + 1]) else { return nil }
    for offset in 2..<max(length, 2) where !(0x80...0xbf).contains(text[index + offset]) {
      return nil
    }
    return length
  }
}
