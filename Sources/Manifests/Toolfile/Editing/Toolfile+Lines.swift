package import Vocabulary

// The statements of a Toolfile, and their lines.
extension Toolfile {
  /// The statement that declares a tool, or `nil` if there is none.
  func statement(of tool: ToolName) -> ToolfileStatement? {
    func first(in statements: [ToolfileStatement]) -> ToolfileStatement? {
      for statement in statements {
        if statement.word == "tool", statement.values.first?.content == .string(tool.text) {
          return statement
        }
        // The lines of a definition declare no tool.
        if statement.word != "define", let found = first(in: statement.block ?? []) {
          return found
        }
      }
      return nil
    }
    return first(in: statements)
  }

  /// The statements that declare tools, by name.
  var statementsOfTools: [String: ToolfileStatement] {
    var found: [String: ToolfileStatement] = [:]
    func add(_ statements: [ToolfileStatement]) {
      for statement in statements {
        if statement.word == "tool", case .string(let name)? = statement.values.first?.content,
          found[name] == nil
        {
          found[name] = statement
        }
        // The lines of a definition declare no tool.
        if statement.word != "define" { add(statement.block ?? []) }
      }
    }
    add(statements)
    return found
  }

  /// Returns the text of the statement that declares a tool, or `nil` if there is none.
  package func text(of tool: ToolName) -> String? {
    statement(of: tool).map {
      String(decoding: bytes[$0.position.offset..<$0.end], as: UTF8.self)
    }
  }

  /// The text and the lines of a statement that declares a tool.
  package struct ToolText: Hashable, Sendable {
    /// The statement as written.
    package let text: String
    /// The lines of the statement, with comments.
    package let lines: [TextLine]
  }

  /// The texts of the statements that declare tools, by name.
  package var textsOfTools: [String: ToolText] {
    statementsOfTools.mapValues { statement in
      ToolText(
        text: String(decoding: bytes[statement.position.offset..<statement.end], as: UTF8.self),
        lines: lines(of: statement))
    }
  }

  /// A line of the file.
  package struct TextLine: Hashable, Sendable {
    /// The line without its ending and the blanks around it.
    package let text: String
    /// The line number, counted from 1.
    package let number: Int
  }

  /// Returns the lines of the statement that declares a tool, with comments, or none if there is no
  /// such statement.
  package func lines(of tool: ToolName) -> [TextLine] { statement(of: tool).map(lines) ?? [] }

  /// The lines of the `platforms` statement, with comments. Empty if there is none.
  package var platformsLines: [TextLine] { platformsStatement.map(lines) ?? [] }

  private func lines(of statement: ToolfileStatement) -> [TextLine] {
    let range = startOfLine(of: statement.position.offset)..<endOfLine(from: statement.end)
    var lines = bytes[range].split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty ?? false { lines.removeLast() }
    func isSpace(_ byte: UInt8) -> Bool { byte.isBlank || byte == UInt8(ascii: "\r") }
    return lines.enumerated().map { index, line in
      let end = line.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? line.startIndex
      return TextLine(
        text: String(decoding: line[..<end].drop(while: isSpace), as: UTF8.self),
        number: statement.position.line + index)
    }
  }

  /// The first top-level block for this group alone, or `nil` if there is none.
  func block(of group: GroupName) -> ToolfileStatement? {
    statements.first { statement in
      let values = statement.values.map(\.content)
      return statement.word == "group"
        && (values == [.symbol(group.text)]
          || values == [.string(group.text)])
    }
  }

  /// Returns whether a `source` statement applies to tools added at the end of a top-level block.
  func hasSource(at block: ToolfileStatement) -> Bool {
    let above = statements.prefix { $0.position.offset < block.position.offset }
    return (above + (block.block ?? [])).contains { $0.word == "source" }
  }

  /// The `platforms` line, or `nil` if there is none.
  var platformsStatement: ToolfileStatement? { statements.first { $0.word == "platforms" } }

  /// The offset where the text begins, after a byte order mark.
  var start: Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  /// Whether the file has no text.
  var isBlank: Bool { bytes.count == start }

  var endsWithNewline: Bool { bytes.last == UInt8(ascii: "\n") }

  /// Whether the file has no text, or its last line is empty.
  var endsWithBlankLine: Bool {
    if isBlank { return true }
    guard endsWithNewline else { return false }
    let end = bytes.count - 1
    return bytes[startOfLine(of: end)..<end].allSatisfy { $0.isBlank || $0 == UInt8(ascii: "\r") }
  }

  /// Returns the offset of the first byte of the line that contains `offset`.
  func startOfLine(of offset: Int) -> Int {
    bytes[start..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? start
  }

  /// Returns the offset of the first of the comment lines directly above the line that contains
  /// `offset`, or of this line if there are none. Comments at the start of the file are about all
  /// of it.
  func startOfComments(above offset: Int) -> Int {
    let line = startOfLine(of: offset)
    var first = line
    while first > start {
      let previous = startOfLine(of: first - 1)
      guard bytes[previous...].first(where: { !$0.isBlank }) == UInt8(ascii: "#") else {
        return first
      }
      first = previous
    }
    return line
  }

  /// Returns the offset after the line that contains `offset`, with its line ending.
  func endOfLine(from offset: Int) -> Int {
    bytes[offset...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
  }

  /// Returns the offset of the line ending before the line that begins at `start`, or `start` if
  /// this is the first line.
  func endOfContent(before start: Int) -> Int {
    guard start > self.start else { return start }
    let end = start - 1
    return end > self.start && bytes[end - 1] == UInt8(ascii: "\r") ? end - 1 : end
  }

  /// Returns the indentation for a new line at the end of a block: that of its last statement or,
  /// if it has none, of its last comment, and otherwise two spaces more than that of the block.
  func indentation(inside block: ToolfileStatement) -> String {
    if let last = block.block?.last { return indentation(of: last.position.offset) }
    let end = startOfLine(of: block.end - 1)
    let comment = bytes[block.position.offset..<end].lastIndex(of: UInt8(ascii: "#"))
    // A comment after the word that opens the block is on its line.
    guard let comment, startOfLine(of: comment) > block.position.offset else {
      return indentation(of: block.position.offset) + "  "
    }
    return indentation(of: comment)
  }

  /// Returns the whitespace at the start of the line that contains `offset`.
  func indentation(of offset: Int) -> String {
    String(decoding: bytes[startOfLine(of: offset)...].prefix { $0.isBlank }, as: UTF8.self)
  }
}
