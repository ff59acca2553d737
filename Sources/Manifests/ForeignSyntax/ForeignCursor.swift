package import Diagnostics
internal import Vocabulary

/// A position in the text of another tool's manifest.
package struct ForeignCursor {
  private let text: SourceText
  package private(set) var index: Int
  /// The line of ``index``, counted from 1.
  package private(set) var line = 1

  /// Creates a cursor at the start of a text.
  package init(_ text: SourceText) {
    self.text = text
    index = text.start
  }

  /// The byte at the cursor, or `nil` at the end of the text.
  package var current: UInt8? { peek(0) }

  /// Returns the byte at a distance from the cursor, or `nil` after the end of the text.
  package func peek(_ distance: Int) -> UInt8? {
    index + distance < text.bytes.count ? text.bytes[index + distance] : nil
  }

  /// Moves past the current byte.
  package mutating func advance() {
    if current == UInt8(ascii: "\n") { line += 1 }
    index += 1
  }

  /// Moves past the current byte if it equals `byte`, and returns whether it did.
  package mutating func take(_ byte: UInt8) -> Bool {
    guard current == byte else { return false }
    advance()
    return true
  }

  /// Moves past `word` if it comes next, and returns whether it did.
  package mutating func take(_ word: String) -> Bool {
    guard text.bytes[min(index, text.bytes.count)...].starts(with: word.utf8) else { return false }
    for _ in word.utf8 { advance() }
    return true
  }

  /// Moves to the next byte that does not satisfy `isMember`, and returns the text in between.
  @discardableResult
  package mutating func take(while isMember: (UInt8) -> Bool) -> String {
    let start = index
    while let byte = current, isMember(byte) { advance() }
    return text.string(start..<index)
  }

  /// Returns the text from `start` to the cursor.
  package func string(from start: Int) -> String {
    text.string(start..<min(index, text.bytes.count))
  }

  /// Returns the problem that something else than `expected` is at the cursor.
  package func unexpected(_ expected: SyntaxElement) -> SyntaxProblems {
    let found: SyntaxElement =
      switch current {
      case nil: .endOfFile
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): .endOfLine
      case _?: .text(String(scalar(in: text.bytes, at: index)))
      }
    return problem(.unexpected(found: found, expected: expected))
  }

  /// Returns a problem at the cursor, or at another offset.
  package func problem(_ fault: SyntaxFault, at offset: Int? = nil) -> SyntaxProblems {
    SyntaxProblems(fault, at: text.origin(at: offset ?? index))
  }

  /// Reads the rest of a string between `"` that has JSON's escapes, which are also those of TOML.
  ///
  /// - Parameter start: The offset of the opening quote, which has been read.
  package mutating func quotedString(from start: Int) throws(SyntaxProblems) -> String {
    var content: [UInt8] = []
    while let byte = current, byte >= 0x20 || byte == UInt8(ascii: "\t") {
      advance()
      if byte == UInt8(ascii: "\"") { return String(decoding: content, as: UTF8.self) }
      guard byte == UInt8(ascii: "\\") else {
        content.append(byte)
        continue
      }
      content += try escaped()
    }
    throw problem(.unterminatedString, at: start)
  }

  /// Reads an escape after its backslash.
  private mutating func escaped() throws(SyntaxProblems) -> [UInt8] {
    let letter = current
    let simple: [UInt8: UInt8] = [
      UInt8(ascii: "n"): 0x0A, UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0D,
      UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "e"): 0x1B,
      UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
      UInt8(ascii: "/"): UInt8(ascii: "/"),
    ]
    if let letter, let byte = simple[letter] {
      advance()
      return [byte]
    }
    let counts = [UInt8(ascii: "u"): 4, UInt8(ascii: "U"): 8]
    guard let letter, let count = counts[letter] else { throw unexpected(.value) }
    advance()
    var digits = ""
    while digits.count < count, let byte = current, let digit = hexadecimalDigit(byte) {
      digits.append(digit)
      advance()
    }
    guard digits.count == count, let value = UInt32(digits, radix: 16) else {
      throw unexpected(.value)
    }
    // Half of a surrogate pair, which names of tools never contain.
    return Array(String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8)
  }

  private func hexadecimalDigit(_ byte: UInt8) -> Character? {
    let character = Character(Unicode.Scalar(byte))
    return character.isHexDigit ? character : nil
  }
}
