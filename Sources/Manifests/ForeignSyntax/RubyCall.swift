/// A statement of a program in Ruby that begins with a word, or with something else.
package struct RubyCall {
  /// An option, such as `group: :docs`.
  package struct Option {
    package let name: String
    /// The symbols and strings of the value, or `nil` if it is anything else.
    package let names: [String]?
  }

  /// The text up to the end of the first line or to its comment.
  package let text: String
  package let line: Int
  /// The word that begins the statement, or `nil` if something else does.
  package let word: String?
  /// The strings and symbols before the first option.
  package let names: [String]
  package let options: [Option]
  /// Whether the statement opens a block.
  package let opensBlock: Bool
  /// Whether the statement begins with the end of a block.
  package let closesBlock: Bool
  /// Whether the statement consists of a word, strings, symbols, and options.
  package let isPlain: Bool
  /// Whether the statement assigns a known path to a variable.
  package let assignsPath: Bool
  /// The path in the first argument, relative to the folder of the program. `nil` if it is unknown,
  /// or if it is followed by anything but a check that the same file exists.
  package let path: String?
  /// The path in `if File.exist?(path)`, relative to the folder of the program, or `nil` if the
  /// statement has another form.
  package let checkedPath: String?

  /// Reads a statement.
  ///
  /// - Parameters:
  ///   - tokens: The tokens, at least one.
  ///   - opener: The index of the token that opens a block, or `nil` if none does.
  ///   - isFaulty: Whether a line of the statement has a fault.
  ///   - source: The text of the tokens.
  ///   - assignsPath: See ``assignsPath``.
  ///   - path: See ``path``.
  ///   - checkedPath: See ``checkedPath``.
  init(
    _ tokens: [ToolfileToken], opener: Int?, isFaulty: Bool, in source: SourceText,
    assignsPath: Bool, path: String?, checkedPath: String?
  ) {
    self.assignsPath = assignsPath
    self.path = path
    self.checkedPath = checkedPath
    let first = tokens[0]
    line = first.position.line
    let last = tokens.last { $0.position.line == first.position.line } ?? first
    text = source.string(first.position.offset..<last.end)
    if case .word(let word) = first.kind { self.word = word } else { word = nil }
    closesBlock = first.kind == .word("end") || first.kind == .closing("}")
    opensBlock = opener != nil || Self.opensBlock(tokens)
    var names: [String] = []
    var options: [Option] = []
    var isPlain = !isFaulty && word != nil && !tokens.dropFirst().contains(where: Self.isModifier)
    let end = max(opener ?? tokens.count, 1)
    for argument in Self.arguments(Self.withoutParentheses(tokens[1..<end])) {
      if let option = Self.option(argument, in: source) {
        options.append(option)
      } else if options.isEmpty, let own = Self.names(argument, in: source) {
        names += own
      } else {
        isPlain = false
      }
    }
    self.names = names
    self.options = options
    self.isPlain = isPlain
  }

  // MARK: - Blocks

  /// The words that open a block without `do`.
  private static let blockWords: Set = [
    "if", "unless", "while", "until", "for", "case", "begin", "def", "class", "module",
  ]

  /// The words of blocks that run only under a condition, or several times.
  private static let conditionWords: Set = ["if", "unless", "while", "until", "for", "case"]

  /// The words that begin another branch of a block.
  private static let branchWords: Set = ["else", "elsif", "when", "in"]

  /// The condition of what is in the block that the statement opens, as written, or `nil` if it
  /// opens none that depends on a condition.
  ///
  /// A long one is cut, because it is repeated for everything in the block.
  package var condition: String? {
    guard opensBlock, word.map(Self.conditionWords.contains) ?? false else { return nil }
    return text.utf8.count <= 200 ? text : "\(text.prefix(200))…"
  }

  /// Whether the statement only begins another branch of a block.
  package var beginsBranch: Bool {
    guard let word, Self.branchWords.contains(word) else { return false }
    return word != "else" || text == word
  }

  /// The words that make a statement depend on a condition.
  private static let modifiers: Set = ["if", "unless", "while", "until", "and", "or", "rescue"]

  private static func isModifier(_ token: ToolfileToken) -> Bool {
    if case .word(let word) = token.kind { modifiers.contains(word) } else { false }
  }

  /// Returns whether a word opens a block at the start of the statement, or of what it assigns.
  private static func opensBlock(_ tokens: [ToolfileToken]) -> Bool {
    tokens.indices.contains { index in
      guard case .word(let word) = tokens[index].kind, blockWords.contains(word) else {
        return false
      }
      if index == 0 { return true }
      if case .foreign(let sign) = tokens[index - 1].kind { return sign.hasSuffix("=") }
      return false
    }
  }

  // MARK: - Arguments

  /// Returns the arguments without the parentheses around all of them.
  private static func withoutParentheses(
    _ tokens: ArraySlice<ToolfileToken>
  ) -> ArraySlice<ToolfileToken> {
    guard tokens.first?.kind == .foreign("("), tokens.last?.kind == .foreign(")") else {
      return tokens
    }
    let inner = tokens.dropFirst().dropLast()
    var depth = 0
    for token in inner {
      depth += token.kind.depthChange
      if depth < 0 { return tokens }
    }
    return inner
  }

  /// Returns the tokens of each argument.
  private static func arguments(
    _ tokens: ArraySlice<ToolfileToken>
  ) -> [ArraySlice<ToolfileToken>] {
    var depth = 0
    return tokens.split { token in
      depth += token.kind.depthChange
      return depth == 0 && token.kind == .comma
    }
  }

  /// Returns the option that an argument is, or `nil` if it is none.
  private static func option(
    _ tokens: ArraySlice<ToolfileToken>, in source: SourceText
  ) -> Option? {
    let sign = tokens.dropFirst().first?.kind
    switch tokens.first?.kind {
    case .key(let name): return Option(name: name, names: names(tokens.dropFirst(), in: source))
    case .symbol(let name) where sign == .foreign("=>"),
      .string(let name) where sign == .foreign("=>") || sign == .foreign(":"):
      return Option(name: name, names: names(tokens.dropFirst(2), in: source))
    default: return nil
    }
  }

  /// Returns the names in a symbol, a string, or a list of them, or `nil` for anything else.
  private static func names(
    _ tokens: ArraySlice<ToolfileToken>, in source: SourceText
  ) -> [String]? {
    if let name = name(tokens) { return [name] }
    let tokens = tokens.first?.kind == .foreign("*") ? tokens.dropFirst() : tokens
    guard let first = tokens.first, let last = tokens.last, last.kind.closedBracket != nil else {
      return nil
    }
    if case .foreign(let mark) = first.kind, ["%i", "%w", "*%i", "*%w"].contains(mark) {
      let brackets = tokens.dropFirst().filter { $0.kind.depthChange != 0 }
      guard brackets.count == 2, brackets[0].position.offset == first.end else { return nil }
      return source.string(brackets[0].end..<last.position.offset)
        .split(whereSeparator: \.isWhitespace).map(String.init)
    }
    guard first.kind == .opening("["), last.kind == .closing("]") else { return nil }
    let elements = arguments(tokens.dropFirst().dropLast()).map(name)
    let names = elements.compactMap(\.self)
    return names.count == elements.count ? names : nil
  }

  /// Returns the text of a symbol or string, or `nil` for anything else.
  private static func name(_ tokens: ArraySlice<ToolfileToken>) -> String? {
    // `:"a-b"`
    let isQuoted = tokens.count == 2 && tokens.first?.kind == .foreign(":")
    let rest = isQuoted ? tokens.dropFirst() : tokens
    guard rest.count == 1 else { return nil }
    switch rest.first?.kind {
    case .string(let name): return name
    case .symbol(let name) where !isQuoted: return name
    default: return nil
    }
  }
}

extension ToolfileToken.Kind {
  /// The change of the bracket depth at the token: 1, 0, or -1.
  fileprivate var depthChange: Int {
    if closingBracket != nil { return 1 }
    return closedBracket != nil ? -1 : 0
  }
}
