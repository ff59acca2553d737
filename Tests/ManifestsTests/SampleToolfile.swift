import Foundation
import Testing

/// A Toolfile of `Fixtures/Manifests/edits`, and its statements as a simple scanner of lines sees
/// them, without the parser.
///
/// The fixture contains many files, each after a line `=== NUMBER FLAGS`. The flags are `crlf` for
/// the line endings, `bom` for a byte order mark, and `no-newline` for a last line without its
/// ending.
struct SampleToolfile: CustomTestStringConvertible, Sendable {
  /// A character outside strings and comments. A string counts as one character, its quote.
  struct Sign {
    let character: Character
    /// The range in ``bytes``.
    let range: Range<Int>

    var isString: Bool { character == "\"" || character == "'" }
  }

  /// A statement, which can have several lines.
  struct Statement {
    /// The indices of its lines.
    let lines: ClosedRange<Int>
    /// The number of blocks around the statement.
    let depth: Int
    let signs: [Sign]

    /// The statement without the contents of strings.
    var code: String { String(signs.map(\.character)) }
    /// The word that begins the statement.
    var word: String { String(code.drop(while: \.isWhitespace).prefix(while: \.isLetter)) }

    /// The strings before the first option.
    var values: [Sign] {
      signs.prefix { $0.character != ":" }.filter(\.isString)
    }
  }

  let title: String
  /// The text after the byte order mark.
  let bytes: [UInt8]
  let hasMark: Bool
  let statements: [Statement]
  /// The offsets where comments begin.
  let comments: [Int]

  var testDescription: String { title }

  /// Reads all files of the fixture.
  static func all() throws -> [SampleToolfile] {
    let text = String(decoding: try Fixture.bytes("Manifests/edits/toolfiles.txt"), as: UTF8.self)
    return ("\n" + text).components(separatedBy: "\n=== ").dropFirst().map { part in
      let title = String(part.prefix { $0 != "\n" })
      return SampleToolfile(title, String(part.dropFirst(title.count + 1)))
    }
  }

  private init(_ title: String, _ text: String) {
    self.title = title
    let flags = title.split(separator: " ")
    hasMark = flags.contains("bom")
    var text = text
    // The newline before the next header separates it from this file.
    if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
    if flags.contains("no-newline") { text.removeLast() }
    if flags.contains("crlf") { text = text.replacing("\n", with: "\r\n") }
    bytes = Array(text.utf8)
    (statements, comments) = Self.scan(bytes)
  }

  private static func scan(_ bytes: [UInt8]) -> (statements: [Statement], comments: [Int]) {
    var statements: [Statement] = []
    var comments: [Int] = []
    var signs: [Sign] = []
    var (line, first, depth, index) = (0, 0, 0, 0)
    while index <= bytes.count {
      let byte = index < bytes.count ? bytes[index] : UInt8(ascii: "\n")
      let start = index
      index += 1
      switch byte {
      case UInt8(ascii: "#"):
        comments.append(start)
        while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        while bytes[index] != byte { index += 1 }
        index += 1
        signs.append(Sign(character: Character(Unicode.Scalar(byte)), range: start..<index))
      case UInt8(ascii: "\n"):
        let code = String(signs.map(\.character)).filter { !$0.isWhitespace }
        if !code.isEmpty, !code.hasSuffix(",") {
          if code == "end" { depth -= 1 }
          statements.append(Statement(lines: first...line, depth: depth, signs: signs))
          if code.hasSuffix("do") { depth += 1 }
          signs = []
        }
        line += 1
        if signs.allSatisfy(\.character.isWhitespace) {
          signs = []
          first = line
        }
      default:
        signs.append(
          Sign(character: Character(Unicode.Scalar(byte)), range: start..<index))
      }
    }
    return (statements, comments)
  }

  // MARK: - Facts

  /// The lines of the text without their LF. The last one is empty if the text ends with LF.
  var lines: [ArraySlice<UInt8>] {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  }

  /// The statements that declare a tool.
  var tools: [Statement] {
    var isDefinition = false
    return statements.filter { statement in
      if statement.word == "define" { isDefinition = true }
      if statement.word == "end", statement.depth == 0 { isDefinition = false }
      return statement.word == "tool" && !isDefinition
    }
  }

  var newline: String { bytes.contains(UInt8(ascii: "\r")) ? "\r\n" : "\n" }

  /// The quote of most strings.
  var quote: String {
    let strings = statements.flatMap(\.signs).filter(\.isString)
    let singleCount = strings.count { $0.character == "'" }
    return singleCount * 2 > strings.count ? "'" : "\""
  }

  /// Returns the name in the first string of a statement.
  func name(of tool: Statement) -> String {
    let range = tool.values.first?.range ?? 0..<2
    return String(decoding: bytes[(range.lowerBound + 1)..<(range.upperBound - 1)], as: UTF8.self)
  }

  /// Returns the bytes with the byte order mark.
  func marked(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    (hasMark ? [0xEF, 0xBB, 0xBF] : []) + bytes
  }

  /// Returns the text of lines.
  func text(of lines: [ArraySlice<UInt8>]) -> [UInt8] {
    var text = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    // A last line without LF has no CR either.
    if text.last == UInt8(ascii: "\r") { text.removeLast() }
    return marked(text)
  }
}
