package import Diagnostics
internal import Vocabulary

/// Splits a Toolfile into tokens in one pass.
///
/// The end of a line is a token, unless the line is empty or ends with a comma.
package struct ToolfileLexer {
  /// The maximum size of a string, in bytes after resolving escapes.
  static let maximumStringByteCount = 4096

  private let text: SourceText
  private let bytes: [UInt8]
  /// The offset of the current byte.
  private var index: Int
  package private(set) var tokens: [ToolfileToken] = []
  package private(set) var problems: [SyntaxProblem] = []

  /// The number of the current line, from 1.
  private var line = 1
  /// The position whose column was computed last. Counting from there takes linear time even for
  /// a very long line.
  private var lastPosition: (offset: Int, column: Int)

  /// Creates a lexer of a text. Reads nothing yet.
  package init(_ text: SourceText) {
    self.text = text
    bytes = text.bytes
    index = text.start
    lastPosition = (text.start, 1)
  }

  /// Reads all tokens, or stops when the number of problems reaches ``SyntaxProblems/limit``.
  ///
  /// The last token is always the end of the file.
  package mutating func read() {
    while let byte = current, problems.count < SyntaxProblems.limit {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"): index += 1
      case UInt8(ascii: "\r") where peek(1) == UInt8(ascii: "\n"): index += 1
      case UInt8(ascii: "\n"): readLineEnding()
      case UInt8(ascii: "#"): skip { $0 != UInt8(ascii: "\n") }
      default: readToken(byte)
      }
    }
    append(.endOfLine, from: position())
    append(.endOfFile, from: position())
  }

  private mutating func readLineEnding() {
    append(.endOfLine, from: position())
    index += 1
    line += 1
    lastPosition = (index, 1)
  }

  private mutating func readToken(_ byte: UInt8) {
    let start = position()
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): readString(from: start)
    case UInt8(ascii: ","): readCharacter(.comma, from: start)
    case UInt8(ascii: "["): readCharacter(.opening("["), from: start)
    case UInt8(ascii: "{"): readCharacter(.opening("{"), from: start)
    case UInt8(ascii: "]"): readCharacter(.closing("]"), from: start)
    case UInt8(ascii: "}"): readCharacter(.closing("}"), from: start)
    case UInt8(ascii: ":") where peek(1).map(\.isIdentifierStart) ?? false:
      index += 1
      append(.symbol(identifier()), from: start)
    case _ where byte.isDigit: readNumber(from: start)
    case _ where byte.isIdentifierStart: readWord(from: start)
    case _ where byte < UInt8(ascii: " ") || byte == 0x7F:
      problems.append(
        SyntaxProblem(.controlCharacter(Unicode.Scalar(byte)), at: start.origin(in: text.path)))
      index += 1
    default: readForeign(byte, from: start)
    }
  }

  /// Reads a token of one character.
  private mutating func readCharacter(_ kind: ToolfileToken.Kind, from start: SourcePosition) {
    index += 1
    append(kind, from: start)
  }

  /// Reads a key or a word. A capitalized word is a Ruby constant, which is outside the grammar.
  private mutating func readWord(from start: SourcePosition) {
    let word = identifier()
    if current == UInt8(ascii: ":"), peek(1) != UInt8(ascii: ":") {
      index += 1
      append(.key(word), from: start)
    } else if bytes[start.offset].isUppercase {
      append(.foreign(word), from: start)
    } else {
      append(.word(word), from: start)
    }
  }

  /// Reads an integer. Other numbers, such as `1.5` or `0x1F`, are outside the grammar.
  private mutating func readNumber(from start: SourcePosition) {
    skip { $0.isIdentifier || $0 == UInt8(ascii: ".") }
    let digits = bytes[start.offset..<index]
    let written = text.string(start.offset..<index)
    if let number = decimalNumber(in: bytes, start.offset..<index) {
      append(.integer(number), from: start)
    } else if digits.allSatisfy(\.isDigit), digits.first != UInt8(ascii: "0") {
      problems.append(SyntaxProblem(.integerTooLarge(written), at: start.origin(in: text.path)))
      append(.integer(0), from: start)
    } else {
      append(.foreign(written), from: start)
    }
  }

  /// Reads a character outside the grammar, together with the word attached to it, such as
  /// `.freeze`, `@name`, or `%w`.
  private mutating func readForeign(_ byte: UInt8, from start: SourcePosition) {
    if byte >= 0x80 {
      skip { $0 >= 0x80 }
    } else if "()".utf8.contains(byte) {
      index += 1
    } else {
      skip { "!$%&*+-./:;<=>?@\\^`|~".utf8.contains($0) }
      if ".@$%:&".utf8.contains(bytes[index - 1]) { skip(while: \.isIdentifier) }
    }
    append(.foreign(text.string(start.offset..<index)), from: start)
  }

  /// Reads a string, which must end on its line. Appends a token even after reporting an error.
  private mutating func readString(from start: SourcePosition) {
    let quote = bytes[index]
    index += 1
    var content: [UInt8] = []
    while let byte = current, byte != quote {
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") && peek(1) == UInt8(ascii: "\n") {
        break
      }
      content.append(readStringByte(byte, quote))
      index += 1
    }
    if current == quote {
      index += 1
    } else {
      report(.unterminatedString, at: start)
    }
    if content.count > Self.maximumStringByteCount {
      report(.stringTooLong(limit: Self.maximumStringByteCount), at: start)
    }
    append(.string(String(decoding: content, as: UTF8.self)), from: start)
  }

  /// Returns the value of a byte of a string, or of the escape that begins at it.
  ///
  /// Leaves the index at the last byte read. Reports an invalid byte or escape.
  private mutating func readStringByte(_ byte: UInt8, _ quote: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "\\"):
      let start = position()
      let next = peek(1)
      if let character = next.flatMap(unescaped) {
        index += 1
        return character
      }
      // A backslash at the end of a line is reported as an unterminated string instead.
      if let next, next != UInt8(ascii: "\n"), next != UInt8(ascii: "\r") {
        report(.unknownEscape("\\\(scalar(in: bytes, at: index + 1))"), at: start)
      }
    case UInt8(ascii: "#") where quote == UInt8(ascii: "\"") && peek(1) == UInt8(ascii: "{"):
      report(.notPartOfToolfile("#{", known: []), at: position())
    case 0..<0x20 where byte != UInt8(ascii: "\t"), 0x7F:
      report(.controlCharacter(Unicode.Scalar(byte)), at: position())
    default: break
    }
    return byte
  }

  private mutating func report(_ fault: SyntaxFault, at position: SourcePosition) {
    problems.append(SyntaxProblem(fault, at: position.origin(in: text.path)))
  }

  /// Appends a token that starts at `start` and ends before the current byte.
  private mutating func append(_ kind: ToolfileToken.Kind, from start: SourcePosition) {
    if kind == .endOfLine {
      // The end of an empty line has no meaning, and a line that ends with a comma continues.
      guard let last = tokens.last?.kind, last != .endOfLine, last != .comma else { return }
    }
    tokens.append(ToolfileToken(kind: kind, position: start, end: index))
  }

  private var current: UInt8? { peek(0) }

  /// Returns the byte at a distance from the current one, or `nil` after the end of the text.
  private func peek(_ distance: Int) -> UInt8? {
    index + distance < bytes.count ? bytes[index + distance] : nil
  }

  /// Moves to the next byte that does not satisfy `isMember`.
  private mutating func skip(while isMember: (UInt8) -> Bool) {
    while let byte = current, isMember(byte) { index += 1 }
  }

  /// Reads the letters, digits, and underscores from the current byte on.
  private mutating func identifier() -> String {
    let start = index
    skip(while: \.isIdentifier)
    return text.string(start..<index)
  }

  /// Returns the position of the current byte.
  private mutating func position() -> SourcePosition {
    let column = lastPosition.column - 1 + text.column(at: index, lineStart: lastPosition.offset)
    lastPosition = (index, column)
    return SourcePosition(offset: index, line: line, column: column)
  }
}

extension UInt8 {
  fileprivate var isIdentifierStart: Bool { isIdentifier && !isDigit }
}
