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
  /// The condition at the end of an otherwise plain statement, such as `if ENV["CI"]`, or `nil` if
  /// there is none.
  package let modifier: String?
  /// The condition of what follows the statement in the block that it opens, or in the branch that
  /// it begins. `nil` if there is none.
  package let condition: String?
  /// The words after the first one.
  package let furtherWords: Set<String>
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
    let opensBlock = opener != nil || Self.opensBlock(tokens)
    self.opensBlock = opensBlock
    furtherWords = Set(
      tokens.dropFirst().compactMap { if case .word(let word) = $0.kind { word } else { nil } })
    let hasCondition =
      word.map { opensBlock && Self.conditionWords.contains($0) || $0 == "elsif" } ?? false
    condition = hasCondition ? Self.condition(tokens[...], in: source) : nil
    let end = max(opener ?? tokens.count, 1)
    let modifierIndex = opener == nil && !opensBlock ? Self.modifierIndex(in: tokens) : nil
    let call = tokens[1..<(modifierIndex ?? end)]
    var names: [String] = []
    var options: [Option] = []
    var isPlain = !isFaulty && word != nil && !call.contains(where: Self.isModifier)
    var optionStart: Int?
    for argument in Self.arguments(Self.withoutParentheses(call)) {
      if let option = Self.option(argument, in: source) {
        options.append(option)
        optionStart = optionStart ?? argument.first?.position.offset
      } else if options.isEmpty, let own = Self.names(argument, in: source) {
        names += own
      } else {
        isPlain = false
      }
    }
    self.names = names
    self.options = options
    self.isPlain = isPlain && modifierIndex == nil
    modifier = isPlain ? modifierIndex.map { Self.condition(tokens[$0...], in: source) } : nil
    let plainEnd = min(optionStart ?? call.last?.end ?? first.end, last.end)
    let firstName = Self.firstName(of: tokens)
    shownNames = isPlain ? names : [firstName?.text].compactMap(\.self)
    let beginningEnd = isPlain ? plainEnd : (firstName?.token ?? first).end
    beginning = source.string(first.position.offset..<beginningEnd)
  }

  // MARK: - Text

  /// The strings and symbols that ``outline(knowing:)`` shows.
  package let shownNames: [String]
  /// The text up to the first option, or to the first argument that is not a name.
  private let beginning: String

  /// The maximum size of a word that messages show.
  private static let maximumWordByteCount = 32

  /// Returns the text without what may be a secret: the value of an option, and whatever is not
  /// understood.
  ///
  /// - Parameter words: The words whose arguments are names. Of any other statement, only the word
  ///   is shown.
  package func outline(knowing words: Set<String>) -> String {
    let known = word.map(words.contains) ?? false
    let start =
      known ? beginning : String(text.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    if !known, start.utf8.count > Self.maximumWordByteCount { return "…" }
    if start == text { return text }
    return start.isEmpty ? "…" : Self.withoutComma(start) + " …"
  }

  /// Returns a text without the blanks and the comma at its end.
  private static func withoutComma(_ text: String) -> Substring {
    var text = text[...]
    while let last = text.last, last == "," || last == " " { text.removeLast() }
    return text
  }

  /// Returns the first argument and its token if it is a string or symbol, and `nil` otherwise.
  private static func firstName(
    of tokens: [ToolfileToken]
  ) -> (text: String, token: ToolfileToken)? {
    guard let token = tokens.dropFirst().drop(while: { $0.kind == .foreign("(") }).first else {
      return nil
    }
    return name([token]).map { ($0, token) }
  }

  /// The signs after which a condition names the value that it expects.
  private static let equalitySigns: Set = ["=", "==", "===", "!=", "=~", "!~"]

  /// Returns a condition as written, up to the end of its line, but without the expected value of a
  /// variable, which may be a secret.
  ///
  /// A long one is cut, because it is repeated for everything that depends on it.
  private static func condition(
    _ tokens: ArraySlice<ToolfileToken>, in source: SourceText
  ) -> String {
    guard let first = tokens.first else { return "" }
    let line = tokens.prefix { $0.position.line == first.position.line }
    let variable = line.firstIndex { $0.kind == .foreign("ENV") } ?? line.endIndex
    let compared = line[variable...].first { token in
      if case .foreign(let sign) = token.kind { equalitySigns.contains(sign) } else { false }
    }
    let end = compared?.end ?? line.last?.end ?? first.end
    let text = source.string(first.position.offset..<end) + (compared == nil ? "" : " …")
    return text.utf8.count <= 200 ? text : "\(text.prefix(200))…"
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
  var depthChange: Int {
    if closingBracket != nil { return 1 }
    return closedBracket != nil ? -1 : 0
  }
}
