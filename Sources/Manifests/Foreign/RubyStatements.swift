internal import Diagnostics

/// The statements of a manifest that is a program in Ruby, such as a Gemfile, as far as they
/// consist of a word with arguments. Nothing is run.
struct RubyStatements {
  /// A statement that begins with a word, or with something else.
  struct Call {
    /// The text up to the end of the first line or to its comment.
    let text: String
    let line: Int
    /// The word that begins the statement, or `nil` if something else does.
    let word: String?
    /// The strings before the first option.
    let strings: [String]
    /// The names of the options.
    let options: [String]
    /// Whether the statement consists of a word, strings, and options.
    let isPlain: Bool
  }

  let statements: [Call]

  /// Reads the statements of a text.
  ///
  /// - Throws: ``SyntaxProblems`` if the text has so many faults that it cannot be Ruby.
  init(_ text: SourceText) throws(SyntaxProblems) {
    var lexer = ToolfileLexer(text)
    lexer.read()
    guard lexer.problems.count < SyntaxProblems.limit else {
      throw SyntaxProblems(inOrder: lexer.problems)
    }
    let faulty = Set(lexer.problems.map(\.origin.line))
    statements = lexer.tokens.split { $0.kind == .endOfLine || $0.kind == .endOfFile }.map {
      tokens in
      Call(tokens, isFaulty: tokens.contains { faulty.contains($0.position.line) }, in: text)
    }
  }
}

extension RubyStatements.Call {
  fileprivate init(_ tokens: ArraySlice<ToolfileToken>, isFaulty: Bool, in text: SourceText) {
    let first = tokens[tokens.startIndex]
    line = first.position.line
    let last = tokens.last { $0.position.line == first.position.line } ?? first
    self.text = text.string(first.position.offset..<last.end)
    if case .word(let word) = first.kind { self.word = word } else { word = nil }
    var strings: [String] = []
    var options: [String] = []
    var isPlain = !isFaulty
    for (index, token) in tokens.enumerated().dropFirst() {
      switch token.kind {
      case .string(let value) where options.isEmpty && index == 1 + 2 * strings.count:
        strings.append(value)
      case .key(let name): options.append(name)
      case .symbol(let name)
      where tokens.dropFirst(index + 1).first?.kind == .foreign("=>"):
        options.append(name)
      case .comma: break
      case .string: if options.isEmpty { isPlain = false }
      case .word, .foreign:
        // The value of an option may be anything.
        if options.isEmpty { isPlain = false }
      default: break
      }
    }
    self.strings = strings
    self.options = options
    self.isPlain = isPlain && !tokens.contains { Self.modifiers.contains($0.kind) }
  }

  /// The words that make a statement depend on a condition.
  private static let modifiers: [ToolfileToken.Kind] = [.word("if"), .word("unless")]
}

extension [ToolfileToken.Kind] {
  fileprivate func contains(_ kind: ToolfileToken.Kind) -> Bool { contains { $0 == kind } }
}
