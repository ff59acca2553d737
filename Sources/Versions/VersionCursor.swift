/// A place in the bytes of a version, moved forward by what is taken. Every scheme reads with it,
/// once from left to right, so no text takes more than linear time.
struct VersionCursor {
  let bytes: ArraySlice<UInt8>
  private(set) var position: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    self.position = bytes.startIndex
  }

  var isAtEnd: Bool { position == bytes.endIndex }
  var next: UInt8? { isAtEnd ? nil : bytes[position] }

  mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  mutating func take(anyOf set: (UInt8) -> Bool) -> Bool {
    guard let next, set(next) else { return false }
    position += 1
    return true
  }

  /// Takes `word`, which is in lower case, in whatever case it stands.
  mutating func take(caseInsensitively word: StaticString) -> Bool {
    let text = word.description.utf8
    guard bytes.endIndex - position >= text.count,
      zip(bytes[position...], text).allSatisfy({ $0.0.lowercasedASCII == $0.1 })
    else { return false }
    position += text.count
    return true
  }

  /// Takes the longest run of bytes in `set`; nil if there is none here.
  mutating func takeRun(of set: (UInt8) -> Bool) -> ArraySlice<UInt8>? {
    let start = position
    while position < bytes.endIndex, set(bytes[position]) { position += 1 }
    return position == start ? nil : bytes[start..<position]
  }

  mutating func takeNumeral() -> Numeral? {
    takeRun(of: \.isASCIIDigit).map(Numeral.init(digits:))
  }

  /// Takes `1.2.3`; nil if no number stands here. A dot that no number follows is left.
  mutating func takeDottedNumerals() -> [Numeral]? {
    guard let first = takeNumeral() else { return nil }
    var numerals = [first]
    while next == UInt8(ascii: "."), position + 1 < bytes.endIndex,
      bytes[position + 1].isASCIIDigit
    {
      position += 1
      if let numeral = takeNumeral() { numerals.append(numeral) }
    }
    return numerals
  }
}

extension UInt8 {
  var isASCIIDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
  var isASCIILetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= lowercasedASCII }
  var isASCIILetterOrDigit: Bool { isASCIIDigit || isASCIILetter }

  var lowercasedASCII: UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self
  }
}
