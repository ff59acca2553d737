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
    /// The symbols before the first option.
    let symbols: [String]
    /// The names of the options.
    let options: [String]
    /// The symbols and strings in the options `group` and `groups`.
    let groups: [String]
    /// Whether the statement opens a block.
    let opensBlock: Bool
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
    var symbols: [String] = []
    var options: [String] = []
    var groups: [String] = []
    var isPlain = !isFaulty
    for (index, token) in tokens.enumerated().dropFirst() {
      switch token.kind {
      case .string(let value) where options.isEmpty && index == 1 + 2 * strings.count:
        strings.append(value)
      case .key(let name): options.append(name)
      case .symbol(let name)
      where tokens.dropFirst(index + 1).first?.kind == .foreign("=>"):
        options.append(name)
      case .symbol(let name) where options.isEmpty: symbols.append(name)
      case .symbol(let name), .string(let name):
        if options.isEmpty { isPlain = false }
        if ["group", "groups"].contains(options.last) { groups.append(name) }
      case .comma: break
      case .word("do") where token.position.offset == tokens.last?.position.offset: break
      case .word, .foreign:
        // The value of an option may be anything.
        if options.isEmpty { isPlain = false }
      default: break
      }
    }
    self.strings = strings
    self.symbols = symbols
    self.options = options
    self.groups = groups
    opensBlock =
      tokens.contains { $0.kind == .word("do") }
      || Self.blockWords.contains { first.kind == .word($0) }
    self.isPlain = isPlain && !tokens.contains { Self.modifiers.contains($0.kind) }
  }

  /// The words that open a block without `do`.
  private static let blockWords = [
    "if", "unless", "while", "until", "case", "begin", "def", "class", "module",
  ]

  /// The words that make a statement depend on a condition.
  private static let modifiers: [ToolfileToken.Kind] = [.word("if"), .word("unless")]
}

extension [ToolfileToken.Kind] {
  fileprivate func contains(_ kind: ToolfileToken.Kind) -> Bool { contains { $0 == kind } }
}
