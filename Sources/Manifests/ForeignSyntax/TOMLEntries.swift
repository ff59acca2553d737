package import Diagnostics
internal import Vocabulary

/// The tables and entries of a TOML file, in its order.
///
/// Reads all of TOML that configuration files use. Numbers, dates, and Booleans are kept as text,
/// and duplicate keys are not reported.
package struct TOMLEntries {
  /// A value.
  package indirect enum Value: Equatable {
    case string(String)
    case array([Value])
    case table([(key: [String], value: Value)])
    /// A number, a date, or a Boolean.
    case other(String)

    package static func == (left: Value, right: Value) -> Bool {
      switch (left, right) {
      case (.string(let a), .string(let b)), (.other(let a), .other(let b)): a == b
      case (.array(let a), .array(let b)): a == b
      case (.table(let a), .table(let b)):
        a.map(\.key) == b.map(\.key) && a.map(\.value) == b.map(\.value)
      default: false
      }
    }
  }

  /// A line that opens a table, or a key with its value.
  package struct Entry {
    /// The keys from the outside in, with those of the table: `tools`, `node`.
    package let path: [String]
    /// The value, or `nil` for a line that opens a table.
    package let value: Value?
    package let line: Int
    /// The line that opens a table, or the key, as written.
    package let keyText: String

    /// Creates an entry.
    package init(path: [String], value: Value?, line: Int, keyText: String) {
      self.path = path
      self.value = value
      self.line = line
      self.keyText = keyText
    }
  }

  /// The maximum depth of nested arrays and tables, also of those that the parts of a key name.
  private static let maximumDepth = 32

  package private(set) var entries: [Entry] = []
  private var cursor: ForeignCursor

  /// Reads a text.
  ///
  /// - Throws: ``SyntaxProblems`` if it is not TOML.
  package init(_ text: SourceText) throws(SyntaxProblems) {
    cursor = ForeignCursor(text)
    var table: [String] = []
    while true {
      skipLines()
      guard let byte = cursor.current else { return }
      let (start, line) = (cursor.index, cursor.line)
      if byte == UInt8(ascii: "[") {
        table = try header()
        entries.append(
          Entry(path: table, value: nil, line: line, keyText: cursor.string(from: start)))
      } else {
        let (key, value) = try pair(depth: 0)
        entries.append(
          Entry(path: table + key.path, value: value, line: line, keyText: key.text))
      }
      try endLine()
    }
  }

  /// Reads `[table]` or `[[table]]`.
  private mutating func header() throws(SyntaxProblems) -> [String] {
    cursor.advance()
    let isArray = cursor.take(UInt8(ascii: "["))
    skipBlanks()
    let key = try key()
    for _ in 0..<(isArray ? 2 : 1) where !cursor.take(UInt8(ascii: "]")) {
      throw cursor.unexpected(.closing("]"))
    }
    return key
  }

  /// Reads `key = value`.
  private mutating func pair(
    depth: Int
  ) throws(SyntaxProblems) -> (key: (path: [String], text: String), value: Value) {
    let start = cursor.index
    let path = try key()
    var written = cursor.string(from: start)
    while written.last == " " || written.last == "\t" { written.removeLast() }
    guard cursor.take(UInt8(ascii: "=")) else { throw cursor.unexpected(.text("=")) }
    skipBlanks()
    return ((path, written), try value(depth: depth))
  }

  /// Reads a key, whose parts are separated by dots, and the blanks after it.
  private mutating func key() throws(SyntaxProblems) -> [String] {
    var parts: [String] = []
    repeat {
      skipBlanks()
      let start = cursor.index
      if cursor.take(UInt8(ascii: "\"")) {
        parts.append(try cursor.quotedString(from: start))
      } else if cursor.take(UInt8(ascii: "'")) {
        parts.append(try literalString(from: start))
      } else {
        let word = cursor.take { $0.isIdentifier || $0 == UInt8(ascii: "-") }
        if word.isEmpty { throw cursor.unexpected(.key) }
        parts.append(word)
      }
      skipBlanks()
      // Every entry of a table repeats the parts of its header.
      if parts.count > Self.maximumDepth {
        throw cursor.problem(.nestedTooDeep(limit: Self.maximumDepth))
      }
    } while cursor.take(UInt8(ascii: "."))
    return parts
  }

  private mutating func value(depth: Int) throws(SyntaxProblems) -> Value {
    if depth > Self.maximumDepth {
      throw cursor.problem(.nestedTooDeep(limit: Self.maximumDepth))
    }
    let start = cursor.index
    if cursor.take("\"\"\"") { return try multilineString("\"\"\"", from: start) }
    if cursor.take("'''") { return try multilineString("'''", from: start) }
    switch cursor.current {
    case UInt8(ascii: "\""):
      cursor.advance()
      return .string(try cursor.quotedString(from: start))
    case UInt8(ascii: "'"):
      cursor.advance()
      return .string(try literalString(from: start))
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "{"): return try table(depth: depth)
    default:
      let before = cursor
      let other = cursor.take { $0.isIdentifier || "+-.:".utf8.contains($0) }
      let isNumber = other.first.map { $0.isNumber || $0 == "+" || $0 == "-" } ?? false
      guard isNumber || ["true", "false", "inf", "nan"].contains(other) else {
        throw before.unexpected(.value)
      }
      return .other(other)
    }
  }

  private mutating func array(depth: Int) throws(SyntaxProblems) -> Value {
    cursor.advance()
    var values: [Value] = []
    repeat {
      skipLines()
      // A comma may follow the last element.
      if cursor.take(UInt8(ascii: "]")) { return .array(values) }
      values.append(try value(depth: depth + 1))
      skipLines()
    } while cursor.take(UInt8(ascii: ","))
    guard cursor.take(UInt8(ascii: "]")) else { throw cursor.unexpected(.closing("]")) }
    return .array(values)
  }

  private mutating func table(depth: Int) throws(SyntaxProblems) -> Value {
    cursor.advance()
    var members: [(key: [String], value: Value)] = []
    repeat {
      skipLines()
      if cursor.take(UInt8(ascii: "}")) { return .table(members) }
      let (key, value) = try pair(depth: depth + 1)
      members.append((key.path, value))
      skipLines()
    } while cursor.take(UInt8(ascii: ","))
    guard cursor.take(UInt8(ascii: "}")) else { throw cursor.unexpected(.closing("}")) }
    return .table(members)
  }

  /// Reads the rest of a string between `'`, which has no escapes.
  private mutating func literalString(from start: Int) throws(SyntaxProblems) -> String {
    let content = cursor.take { $0 != UInt8(ascii: "'") && $0 != UInt8(ascii: "\n") }
    guard cursor.take(UInt8(ascii: "'")) else {
      throw cursor.problem(.unterminatedString, at: start)
    }
    return content
  }

  /// Skips the rest of a string of several lines. Names and versions never have this form.
  private mutating func multilineString(
    _ quotes: String, from start: Int
  ) throws(SyntaxProblems) -> Value {
    let hasEscapes = quotes == "\"\"\""
    while cursor.current != nil {
      if cursor.take(quotes) {
        // Up to two quotes can precede the closing ones.
        while cursor.current == quotes.utf8.first { cursor.advance() }
        return .other(quotes)
      }
      if hasEscapes, cursor.current == UInt8(ascii: "\\"), cursor.peek(1) != nil {
        cursor.advance()
      }
      cursor.advance()
    }
    throw cursor.problem(.unterminatedString, at: start)
  }

  // MARK: - Space

  private mutating func skipBlanks() { cursor.take(while: \.isBlank) }

  /// Skips blanks, line endings, and comments.
  private mutating func skipLines() {
    while true {
      cursor.take { $0.isBlank || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      guard cursor.current == UInt8(ascii: "#") else { return }
      cursor.take { $0 != UInt8(ascii: "\n") }
    }
  }

  /// Skips the rest of a line, which can only be a comment.
  private mutating func endLine() throws(SyntaxProblems) {
    skipBlanks()
    if cursor.current == UInt8(ascii: "#") { cursor.take { $0 != UInt8(ascii: "\n") } }
    _ = cursor.take(UInt8(ascii: "\r"))
    if cursor.current != nil, !cursor.take(UInt8(ascii: "\n")) {
      throw cursor.unexpected(.endOfLine)
    }
  }
}
