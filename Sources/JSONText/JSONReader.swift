/// A pull parser for JSON (RFC 8259).
///
/// The caller requests values in the order of the text. The reader makes one pass, builds no
/// tree, and cheaply skips the values that the caller does not need. Its methods throw
/// ``Failure`` if the text ends early or contains something other than the requested value.
package struct JSONReader {
  /// A reason why reading stopped.
  package enum Failure: Error, Hashable {
    /// The text ends inside a value.
    case truncated
    /// The byte at this offset is not part of the expected value.
    case unexpected(offset: Int)
  }

  /// The maximum nesting depth of a skipped value. The pages of real indexes stay far below it.
  private static let maximumDepth = 128

  private let bytes: [UInt8]
  /// The offset of the next byte to read.
  package private(set) var position = 0

  /// Creates a reader that starts after an optional byte order mark.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// Reads an object. Calls `member` with each key, after which `member` must read the value of
  /// that key and nothing else.
  package mutating func object(
    _ member: (inout JSONReader, String) throws(Failure) -> Void
  ) throws(Failure) {
    try expect(UInt8(ascii: "{"))
    if try take(UInt8(ascii: "}")) { return }
    repeat {
      let key = try string()
      try expect(UInt8(ascii: ":"))
      try member(&self, key)
    } while try take(UInt8(ascii: ","))
    try expect(UInt8(ascii: "}"))
  }

  /// Reads an array. Calls `element` for each element. `element` must read exactly one value.
  package mutating func array(_ element: (inout JSONReader) throws(Failure) -> Void) throws(Failure)
  {
    try expect(UInt8(ascii: "["))
    if try take(UInt8(ascii: "]")) { return }
    repeat { try element(&self) } while try take(UInt8(ascii: ","))
    try expect(UInt8(ascii: "]"))
  }

  /// Reads a string and resolves its escapes. Invalid UTF-8 is replaced.
  package mutating func string() throws(Failure) -> String {
    String(decoding: try stringBytes(), as: UTF8.self)
  }

  /// Reads a string and returns it as UTF-8, so that callers can inspect it before they copy it.
  private mutating func stringBytes() throws(Failure) -> ArraySlice<UInt8> {
    let (range, hasEscapes) = try rawString()
    return hasEscapes ? try unescaped(bytes[range])[...] : bytes[range]
  }

  /// Reads a string. Returns the range of its content, without the quotes, and whether it
  /// contains escapes.
  private mutating func rawString() throws(Failure) -> (range: Range<Int>, hasEscapes: Bool) {
    try expect(UInt8(ascii: "\""))
    let start = position
    var hasEscapes = false
    // This loop runs for millions of bytes of a page. A local variable can stay in a register,
    // unlike `position`.
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        position = index + 1
        return (start..<index, hasEscapes)
      case UInt8(ascii: "\\"):
        hasEscapes = true
        index += 2
      case ..<0x20: throw .unexpected(offset: index)
      default: index += 1
      }
    }
    throw .truncated
  }

  /// Reads an integer that fits in `Int`. Skips any other value and returns `nil`.
  package mutating func integerIfPresent() throws(Failure) -> Int? {
    skipSpace()
    let start = position
    try skipValue()
    // Most numbers consist only of digits. Up to 18 digits always fit in an `Int`, so they are
    // converted without overflow checks. `Int.init` handles all other numbers.
    let text = bytes[start..<position]
    guard text.count <= 18, text.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return Int(String(decoding: text, as: UTF8.self))
    }
    return text.reduce(0) { $0 * 10 + Int($1 & 15) }
  }

  /// Reads a string. Skips any other value and returns `nil`.
  package mutating func stringIfPresent() throws(Failure) -> String? {
    try stringBytesIfPresent().map { String(decoding: $0, as: UTF8.self) }
  }

  /// Reads a string as UTF-8. Skips any other value and returns `nil`.
  package mutating func stringBytesIfPresent() throws(Failure) -> ArraySlice<UInt8>? {
    if try peek() == UInt8(ascii: "\"") { return try stringBytes() }
    try skipValue()
    return nil
  }

  /// Reads one value of any kind. Returns whether it is `true`.
  package mutating func readIsTrue() throws(Failure) -> Bool {
    let start = try peek()
    try skipValue()
    return start == UInt8(ascii: "t")
  }

  /// Skips whitespace and returns the next byte, which stays unread.
  ///
  /// - Throws: ``Failure/truncated`` at the end of the text.
  package mutating func peek() throws(Failure) -> UInt8 {
    skipSpace()
    guard position < bytes.count else { throw .truncated }
    return bytes[position]
  }

  /// Skips one value of any kind. Checks its strings, literals, and brackets, but not the
  /// commas and colons within it.
  package mutating func skipValue() throws(Failure) {
    if try peek() == UInt8(ascii: "\"") {
      let (range, hasEscapes) = try rawString()
      if hasEscapes { _ = try unescaped(bytes[range]) }
      return
    }
    var closers: [UInt8] = []
    repeat {
      switch try peek() {
      case UInt8(ascii: "{"): closers.append(UInt8(ascii: "}"))
      case UInt8(ascii: "["): closers.append(UInt8(ascii: "]"))
      case UInt8(ascii: "\""):
        let (range, hasEscapes) = try rawString()
        if hasEscapes { _ = try unescaped(bytes[range]) }
        continue
      case UInt8(ascii: ","), UInt8(ascii: ":"):
        if closers.isEmpty { throw .unexpected(offset: position) }
      case let byte where byte == closers.last: closers.removeLast()
      default:
        try skipLiteral()
        continue
      }
      position += 1
      if closers.count > Self.maximumDepth { throw .unexpected(offset: position) }
    } while !closers.isEmpty
  }

  /// Reads one value of any kind. Returns its bytes, whose indices are offsets in the text.
  ///
  /// Checks as little as ``skipValue()`` does.
  package mutating func value() throws(Failure) -> ArraySlice<UInt8> {
    _ = try peek()
    let start = position
    try skipValue()
    return bytes[start..<position]
  }

  /// Checks that only whitespace follows.
  ///
  /// - Throws: ``Failure/unexpected(offset:)`` at the offset of any other byte.
  package mutating func expectEnd() throws(Failure) {
    skipSpace()
    if position < bytes.count { throw .unexpected(offset: position) }
  }

  /// Skips `true`, `false`, `null`, or a number. Does not check the form of a number.
  private mutating func skipLiteral() throws(Failure) {
    let start = position
    while position < bytes.count, Self.isLiteralByte(bytes[position]) { position += 1 }
    let isAtEnd = position == bytes.count
    let literal = bytes[start..<position]
    switch literal.first {
    case UInt8(ascii: "-"), (UInt8(ascii: "0")...UInt8(ascii: "9"))?:
      if isAtEnd { throw .truncated }
      return
    case nil: break
    default:
      for word in ["true", "false", "null"] where word.utf8.starts(with: literal) {
        if literal.count == word.utf8.count, !isAtEnd { return }
        if isAtEnd { throw .truncated }
      }
    }
    throw .unexpected(offset: start)
  }

  /// Returns whether `byte` occurs in `true`, `false`, `null`, or a number.
  private static func isLiteralByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "E"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  /// Skips whitespace, and `symbol` if it comes next. Returns whether it skipped `symbol`.
  private mutating func take(_ symbol: UInt8) throws(Failure) -> Bool {
    guard try peek() == symbol else { return false }
    position += 1
    return true
  }

  /// Skips whitespace and `symbol`.
  ///
  /// - Throws: ``Failure/unexpected(offset:)`` if another byte comes next.
  private mutating func expect(_ symbol: UInt8) throws(Failure) {
    guard try take(symbol) else { throw .unexpected(offset: position) }
  }

  /// Skips spaces, tabs, and line breaks, the only whitespace of JSON.
  private mutating func skipSpace() {
    while position < bytes.count, bytes[position] <= 0x20,
      bytes[position] == 0x20 || bytes[position] == 0x0A || bytes[position] == 0x0D
        || bytes[position] == 0x09
    {
      position += 1
    }
  }

  /// Returns the content of a string with its escapes resolved.
  private func unescaped(_ text: ArraySlice<UInt8>) throws(Failure) -> [UInt8] {
    var result: [UInt8] = []
    var rest = text
    while let backslash = rest.firstIndex(of: UInt8(ascii: "\\")) {
      result += rest[..<backslash]
      rest = rest[(backslash + 1)...]
      guard let letter = rest.popFirst() else { throw .truncated }
      switch letter {
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "r"): result.append(0x0D)
      case UInt8(ascii: "b"): result.append(0x08)
      case UInt8(ascii: "f"): result.append(0x0C)
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): result.append(letter)
      case UInt8(ascii: "u"):
        let unit = try codeUnit(&rest)
        if UTF16.isLeadSurrogate(unit), rest.starts(with: "\\u".utf8) {
          rest = rest.dropFirst(2)
          // Two escapes encode a character outside the Basic Multilingual Plane.
          let low = try codeUnit(&rest)
          result += Array(String(decoding: [unit, low], as: UTF16.self).utf8)
        } else {
          result += Array(String(decoding: [unit], as: UTF16.self).utf8)
        }
      default: throw .unexpected(offset: rest.startIndex - 1)
      }
    }
    return result + rest
  }

  /// Reads the four hexadecimal digits of a `\u` escape from the start of `rest`.
  private func codeUnit(_ rest: inout ArraySlice<UInt8>) throws(Failure) -> UInt16 {
    var unit: UInt16 = 0
    for byte in rest.prefix(4) {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw .unexpected(offset: rest.startIndex)
      }
      unit = unit << 4 | UInt16(digit)
    }
    guard rest.count >= 4 else { throw .unexpected(offset: rest.startIndex) }
    rest = rest.dropFirst(4)
    return unit
  }
}
