/// A position in the bytes of a version, advanced by taking bytes.
///
/// All schemes use it to read a version once from left to right, so parsing takes linear time.
struct VersionCursor {
  /// The text of the version.
  let bytes: ArraySlice<UInt8>

  /// The index in `bytes` of the next byte to take.
  private(set) var position: Int

  /// Creates a cursor at the start of `bytes`.
  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    self.position = bytes.startIndex
  }

  var isAtEnd: Bool { position == bytes.endIndex }

  /// The byte at the position, or `nil` at the end.
  var next: UInt8? { isAtEnd ? nil : bytes[position] }

  /// Takes `byte` and returns true, or returns false if it does not come next.
  mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  /// Takes one byte for which `set` returns true, or returns false if no such byte comes next.
  mutating func take(anyOf set: (UInt8) -> Bool) -> Bool {
    guard let next, set(next) else { return false }
    position += 1
    return true
  }

  /// Takes `word` regardless of case and returns true, or returns false if it does not come next.
  ///
  /// - Parameter word: A word in lowercase.
  mutating func take(caseInsensitively word: StaticString) -> Bool {
    let text = word.description.utf8
    guard bytes.endIndex - position >= text.count,
      zip(bytes[position...], text).allSatisfy({ $0.0.lowercasedASCII == $0.1 })
    else { return false }
    position += text.count
    return true
  }

  /// Takes the longest run of bytes for which `set` returns true, or returns `nil` if it is empty.
  mutating func takeRun(of set: (UInt8) -> Bool) -> ArraySlice<UInt8>? {
    let start = position
    while position < bytes.endIndex, set(bytes[position]) { position += 1 }
    return position == start ? nil : bytes[start..<position]
  }

  /// Takes a number of one or more digits, or returns `nil` if no digit comes next.
  mutating func takeNumeral() -> Numeral? {
    takeRun(of: \.isASCIIDigit).map(Numeral.init(digits:))
  }

  /// Takes numbers separated by dots, such as `1.2.3`, or returns `nil` if no digit comes next.
  ///
  /// A dot that is not followed by a digit is not taken.
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

  /// The byte in lowercase if it is an ASCII letter, or the byte itself otherwise.
  var lowercasedASCII: UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self
  }
}
