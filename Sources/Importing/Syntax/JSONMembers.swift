internal import Diagnostics
internal import Manifests
internal import Vocabulary

/// The members of a JSON object, down to a given depth (RFC 8259).
struct JSONMembers {
  /// A member.
  struct Member {
    /// The names from the outside in, such as `engines`, `node`. An array element adds two empty
    /// names.
    let path: [String]
    /// The value as written, or without its content if it is an array or object.
    let text: String
    /// The value if it is a string, and `nil` otherwise.
    let value: String?
    let line: Int

    /// Whether the value is an array or an object.
    var isComposite: Bool { value == nil && (text == "{…}" || text == "[…]") }

    /// The member as messages show it: `engines.node: >=18`. Only for those of a tool, because
    /// any other text may be a secret.
    var shown: String { "\(name): \(ForeignName.shown(text))" }

    /// The names in the path as messages show them: `engines.node`.
    var name: String {
      path.filter { !$0.isEmpty }.map { ForeignName.isName($0) ? $0 : ForeignName.hidden }
        .joined(separator: ".")
    }

    /// Returns the statement with a content.
    func statement(_ content: ForeignStatement.Content) -> ForeignStatement {
      if case .tool(let tool) = content, tool.otherOrigin == nil, !isComposite {
        return ForeignStatement(shown, line: line, content)
      }
      return ForeignStatement(name, line: line, content)
    }
  }

  /// The maximum depth of nested arrays and objects.
  private static let maximumDepth = 64

  private(set) var members: [Member] = []
  private var cursor: ForeignCursor
  /// The maximum number of names in a path.
  private let depth: Int
  /// Whether comments, and a comma after the last element, are permitted.
  private let isRelaxed: Bool

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - depth: The maximum number of names in a path. Deeper members are left out.
  ///   - isRelaxed: Whether comments, and a comma after the last element, are permitted.
  /// - Throws: ``SyntaxProblems`` if it is not a JSON object.
  init(
    _ text: SourceText, depth: Int = 2, isRelaxed: Bool = false
  ) throws(SyntaxProblems) {
    self.depth = depth
    self.isRelaxed = isRelaxed
    cursor = ForeignCursor(text)
    skipSpace()
    guard cursor.current == UInt8(ascii: "{") else { throw cursor.unexpected(.text("{")) }
    try readValue(of: [])
    skipSpace()
    if cursor.current != nil { throw cursor.unexpected(.endOfFile) }
  }

  private mutating func readValue(of path: [String]) throws(SyntaxProblems) {
    skipSpace()
    if path.count > Self.maximumDepth {
      throw cursor.problem(.nestedTooDeep(limit: Self.maximumDepth))
    }
    let line = cursor.line
    switch cursor.current {
    case UInt8(ascii: "{"):
      add("{…}", nil, at: path, line)
      try readList(closing: UInt8(ascii: "}")) { (reader) throws(SyntaxProblems) in
        let name = try reader.string(.key)
        reader.skipSpace()
        guard reader.cursor.take(UInt8(ascii: ":")) else {
          throw reader.cursor.unexpected(.text(":"))
        }
        try reader.readValue(of: path + [name])
      }
    case UInt8(ascii: "["):
      add("[…]", nil, at: path, line)
      try readList(closing: UInt8(ascii: "]")) { (reader) throws(SyntaxProblems) in
        try reader.readValue(of: path + ["", ""])
      }
    case UInt8(ascii: "\""):
      let value = try string(.string)
      add(value, value, at: path, line)
    default:
      let start = cursor
      let literal = cursor.take { $0.isIdentifier || "+-.".utf8.contains($0) }
      let isNumber = literal.first.map { $0.isNumber || $0 == "-" } ?? false
      guard isNumber || ["true", "false", "null"].contains(literal) else {
        throw start.unexpected(.value)
      }
      add(literal, nil, at: path, line)
    }
  }

  private mutating func add(_ text: String, _ value: String?, at path: [String], _ line: Int) {
    guard (1...depth).contains(path.count) else { return }
    members.append(Member(path: path, text: text, value: value, line: line))
  }

  /// Reads the elements of an array or object, with its brackets.
  private mutating func readList(
    closing: UInt8, _ element: (inout JSONMembers) throws(SyntaxProblems) -> Void
  ) throws(SyntaxProblems) {
    cursor.advance()
    skipSpace()
    if cursor.take(closing) { return }
    repeat {
      skipSpace()
      if isRelaxed, cursor.take(closing) { return }
      try element(&self)
      skipSpace()
    } while cursor.take(UInt8(ascii: ","))
    guard cursor.take(closing) else {
      throw cursor.unexpected(.closing(Character(Unicode.Scalar(closing))))
    }
  }

  private mutating func string(_ expected: SyntaxElement) throws(SyntaxProblems) -> String {
    skipSpace()
    let start = cursor.index
    guard cursor.take(UInt8(ascii: "\"")) else { throw cursor.unexpected(expected) }
    return try cursor.quotedString(from: start)
  }

  private mutating func skipSpace() {
    cursor.take { $0 == 0x20 || (0x09...0x0D).contains($0) }
    while isRelaxed, takeComment() {
      cursor.take { $0 == 0x20 || (0x09...0x0D).contains($0) }
    }
  }

  /// Moves past a comment if one comes next, and returns whether it did.
  private mutating func takeComment() -> Bool {
    if cursor.take("//") {
      cursor.take { $0 != UInt8(ascii: "\n") }
      return true
    }
    guard cursor.take("/*") else { return false }
    while cursor.current != nil, !cursor.take("*/") { cursor.advance() }
    return true
  }
}
