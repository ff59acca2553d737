package import Diagnostics
internal import Vocabulary

/// The statements of a manifest that is a program in Ruby, such as a Gemfile, as far as they
/// consist of a word with arguments. Nothing is run.
///
/// What opens a block, what is in it, and what closes it are statements of their own, also if they
/// share a line.
package struct RubyStatements {
  package let statements: [RubyCall]

  /// Reads the statements of a text.
  ///
  /// - Throws: ``SyntaxProblems`` if the text has so many faults that it cannot be Ruby.
  package init(_ text: SourceText) throws(SyntaxProblems) {
    let text = try text.withoutRubyComments()
    var lexer = ToolfileLexer(text)
    lexer.read()
    guard lexer.problems.count < SyntaxProblems.limit else {
      throw SyntaxProblems(inOrder: lexer.problems)
    }
    let faulty = Set(lexer.problems.map(\.origin.line))
    var paths: [String: RubyPath] = [:]
    var depth = 0
    statements = Self.split(lexer.tokens).map { tokens, opener in
      let assignsPath = paths.assign(tokens, isInBlock: depth > 0)
      let statement = RubyCall(
        tokens, opener: opener,
        isFaulty: tokens.contains { faulty.contains($0.position.line) }, in: text,
        assignsPath: assignsPath, path: paths.argument(of: tokens)?.text,
        checkedPath: paths.checkedPath(in: tokens[...])?.text)
      if statement.closesBlock { depth = max(depth - 1, 0) }
      if statement.opensBlock { depth += 1 }
      return statement
    }
  }

  /// Splits tokens into statements.
  ///
  /// - Returns: The tokens of each statement, and the index among them of the `do` or `{` that
  ///   opens a block, or `nil` if neither does.
  private static func split(
    _ tokens: [ToolfileToken]
  ) -> [(tokens: [ToolfileToken], opener: Int?)] {
    let brackets = RubyBrackets(tokens)
    var statements: [(tokens: [ToolfileToken], opener: Int?)] = []
    var start = 0
    var index = 0
    func finish(at end: Int, next: Int, opener: Int? = nil) {
      if start < end {
        let opener = opener.map { opener in
          tokens[start..<opener].count { $0.kind != .endOfLine }
        }
        statements.append((tokens[start..<end].filter { $0.kind != .endOfLine }, opener))
      }
      start = next
    }
    while index < tokens.count {
      if let closing = brackets.closings[index] {
        index = closing + 1
        continue
      }
      switch tokens[index].kind {
      case .endOfLine, .endOfFile, .foreign(";"): finish(at: index, next: index + 1)
      case .word("else"):
        finish(at: index, next: index)
        finish(at: index + 1, next: index + 1)
      case .word("then") where index > start: finish(at: index + 1, next: index + 1)
      case .word("end"),
        .closing where brackets.blockClosings.contains(index):
        finish(at: index, next: index)
      case .word("do") where index > start, .opening where brackets.blockOpenings.contains(index):
        let opener = index
        index = endOfParameters(after: opener, in: tokens)
        finish(at: index, next: index, opener: opener)
        continue
      default: break
      }
      index += 1
    }
    return statements
  }

  /// Returns the index after the parameters of a block, such as `|name|`.
  private static func endOfParameters(after opener: Int, in tokens: [ToolfileToken]) -> Int {
    guard tokens[opener + 1].kind == .foreign("|") else { return opener + 1 }
    var index = opener + 2
    while index < tokens.count, tokens[index].kind != .endOfLine {
      index += 1
      if tokens[index - 1].kind == .foreign("|") { return index }
    }
    return opener + 1
  }
}

extension SourceText {
  /// Returns the text with spaces in place of what Ruby does not read: from a line `=begin` to
  /// `=end`, and from a line `__END__` on. The text has been checked, so this never throws.
  fileprivate func withoutRubyComments() throws(SyntaxProblems) -> SourceText {
    var code = bytes
    var isComment = false
    var isOver = false
    var offset = start
    while offset < bytes.count {
      let range = line(from: offset)
      offset = nextLine(after: range)
      let word = bytes[range].prefix { !$0.isBlank }
      if !isComment, word.elementsEqual("__END__".utf8), word.count == range.count { isOver = true }
      if word.elementsEqual("=begin".utf8) { isComment = true }
      if isComment || isOver {
        for index in range { code[index] = UInt8(ascii: " ") }
      }
      if word.elementsEqual("=end".utf8) { isComment = false }
    }
    return try SourceText(code, path: path, limit: code.count)
  }
}
