internal import Diagnostics

/// Turns the tokens of a Toolfile into statements, without interpreting them.
///
/// After an error, parsing continues on the next line, so that one error does not hide others.
struct ToolfileParser {
  /// The words that begin a statement without a block.
  static let statementWords = [
    "source", "platforms", "cooldown", "tool", "registry", "requires_bootstrap", "require_system",
    "require_provenance", "attestation_root", "host", "hook",
  ]
  /// The words that begin a statement with a block.
  static let blockWords = ["group", "on", "define"]
  /// The word that begins a block inside a definition.
  static let alternativeWord = "otherwise"
  /// All words of the grammar. A word at the wrong position is reported as unexpected, not as
  /// outside the grammar, if it is one of these.
  private static let knownWords = Set(statementWords + blockWords + ["do", "end", "true", "false"])
  /// The maximum depth of nested arrays and maps, and of nested blocks.
  static let maximumDepth = 8
  /// Ruby words that open a block without `do`.
  ///
  /// They are invalid in a Toolfile, but are recognized so that their `end` does not close
  /// another block.
  private static let foreignBlockWords: Set = [
    "if", "unless", "while", "until", "for", "case", "begin", "def", "class", "module",
  ]

  /// Ruby words that begin another branch of such a block.
  private static let foreignBranchWords: Set = ["else", "elsif", "when", "in", "rescue", "ensure"]

  /// A block whose `end` has not been parsed yet.
  private struct OpenBlock {
    /// The statement that opens the block, or `nil` if it is not valid in a Toolfile.
    let call: Call?
    var statements: [ToolfileStatement] = []
  }

  /// The part of a statement that precedes its block.
  private struct Call {
    let word: String
    let position: SourcePosition
    let arguments: [ToolfileArgument]
  }

  /// The error that ends the parsing of a statement whose problem has been reported already.
  private struct StatementError: Error {}

  private let text: SourceText
  private let tokens: [ToolfileToken]
  /// The index of the current token.
  private var index = 0
  /// The index of the token at which a statement ended although a comma precedes it, or `nil` if
  /// there is none.
  private var danglingEnd: Int?
  /// The open blocks, outermost first.
  private var blocks: [OpenBlock] = []
  private(set) var statements: [ToolfileStatement] = []
  /// The statements in blocks that are invalid or lack an `end`, grouped by block or branch.
  ///
  /// They have no effect, but errors in them are reported.
  private(set) var discardedStatements: [[ToolfileStatement]] = []
  private(set) var problems: [SyntaxProblem] = []
  /// The changes of the text that correct mistakes which people make from habit.
  private(set) var corrections: [ToolfileCorrection] = []

  /// Creates a parser of the tokens of `text`.
  init(_ tokens: [ToolfileToken], _ text: SourceText) {
    self.tokens = tokens
    self.text = text
  }

  /// Parses all tokens, or stops when the number of problems reaches ``SyntaxProblems/limit``.
  mutating func parse() {
    while token.kind != .endOfFile, problems.count < SyntaxProblems.limit {
      if token.kind == .endOfLine {
        index += 1
        continue
      }
      do {
        try parseStatement()
      } catch {
        skipLine()
      }
    }
    if isInDefinition { closeUnfinishedDefinition(at: token) }
    for block in blocks {
      discardedStatements.append(block.statements)
      guard let call = block.call else { continue }
      report(.missingEnd(word: call.word), at: call.position)
    }
  }

  /// Parses a statement, the first line of a block, or an `end`.
  private mutating func parseStatement() throws(StatementError) {
    let start = token
    guard case .word(let word) = start.kind else {
      correct(.bareTool(start, in: text))
      if case .key(let key) = start.kind { throw reject("\(key):", start) }
      throw unexpected(.newStatement)
    }
    index += 1
    if word == "end" { return try closeBlock(start) }
    // It is far more likely that an `end` is missing than that definitions are nested.
    while word == "define", isInDefinition, let outer = blocks.last?.call,
      start.position.column <= outer.position.column
    {
      closeUnfinishedDefinition(at: start)
    }
    let isAlternative = word == Self.alternativeWord && isInDefinition
    let takesBlock = Self.blockWords.contains(word) || isAlternative
    guard takesBlock || isLineOfDefinition(word) || Self.statementWords.contains(word) else {
      throw foreignStatement(word, start)
    }
    let call = Call(word: word, position: start.position, arguments: try parseArguments())
    if token.kind == .word("do") {
      if !takesBlock { throw fail(.unexpectedBlock(word: word), at: token.position) }
      return try openBlock(call)
    }
    if !call.arguments.isEmpty {
      correct(.end(token, after: tokens[..<index], in: text))
      if token.canBeginArgument { throw unexpected(.comma) }
    }
    try expectEndOfLine()
    if takesBlock {
      if !call.arguments.isEmpty { correct(.missingDo(after: tokens[index - 1])) }
      // Its `end` probably follows.
      blocks.append(OpenBlock(call: nil))
      throw fail(.missingDo(word: word), at: start.position)
    }
    append(
      ToolfileStatement(
        word: word, position: call.position, arguments: call.arguments, block: nil,
        end: tokens[index - 1].end))
  }

  /// Returns whether a word starts a line of the open definition. The source of a definition
  /// determines these words, so this module accepts any.
  private func isLineOfDefinition(_ word: String) -> Bool {
    isInDefinition
      && !Self.foreignBlockWords.contains(word) && !Self.foreignBranchWords.contains(word)
  }

  /// Reports a statement that starts with an unknown word, and returns the error to throw. Keeps
  /// track of Ruby's blocks and their branches, so that every `end` closes the right one.
  private mutating func foreignStatement(_ word: String, _ start: ToolfileToken) -> StatementError {
    if Self.foreignBlockWords.contains(word) { blocks.append(OpenBlock(call: nil)) }
    if Self.foreignBranchWords.contains(word), let block = blocks.last, block.call == nil {
      discardedStatements.append(block.statements)
      blocks[blocks.count - 1].statements = []
    }
    let isRuby = Self.foreignBlockWords.contains(word) || Self.foreignBranchWords.contains(word)
    correct(
      .statement(start, followedBy: tokens[index...], in: text)
        ?? (isRuby ? nil : .bareTool(start, in: text)))
    return reject(word, start)
  }

  /// Opens the block whose `do` is the current token.
  private mutating func openBlock(_ call: Call) throws(StatementError) {
    index += 1
    if blocks.count >= Self.maximumDepth {
      report(.nestedTooDeep(limit: Self.maximumDepth), at: call.position)
    }
    // The block is opened even if an error follows, so that its `end` has a counterpart.
    blocks.append(OpenBlock(call: call))
    // A block on one line has its `end` already.
    if token.kind != .endOfLine, lineEndsBlock { blocks.removeLast() }
    try expectEndOfLine()
  }

  /// Ends the innermost block at `end`, and adds its statement to the enclosing block or to
  /// the file.
  private mutating func closeBlock(_ end: ToolfileToken) throws(StatementError) {
    try expectEndOfLine()
    guard let block = blocks.popLast() else { throw fail(.strayEnd, at: end.position) }
    guard let call = block.call else { return discardedStatements.append(block.statements) }
    append(
      ToolfileStatement(
        word: call.word, position: call.position, arguments: call.arguments,
        block: block.statements, end: end.end))
  }

  /// Whether the innermost open block is a definition or part of one.
  private var isInDefinition: Bool {
    ["define", Self.alternativeWord].contains(blocks.last?.call?.word)
  }

  /// Ends the innermost block of a definition, which lacks its `end`, before `token`. Its lines are
  /// read as those of a definition, so their errors are reported correctly.
  private mutating func closeUnfinishedDefinition(at token: ToolfileToken) {
    guard let block = blocks.popLast(), let call = block.call else { return }
    report(.missingEnd(word: call.word), at: call.position)
    append(
      ToolfileStatement(
        word: call.word, position: call.position, arguments: call.arguments,
        block: block.statements, end: token.position.offset))
  }

  /// Adds a statement to the innermost open block, or to the file if no block is open.
  private mutating func append(_ statement: ToolfileStatement) {
    if blocks.isEmpty {
      statements.append(statement)
    } else {
      blocks[blocks.count - 1].statements.append(statement)
    }
  }

  /// Parses arguments up to a `do` or the end of the line.
  private mutating func parseArguments() throws(StatementError) -> [ToolfileArgument] {
    var arguments: [ToolfileArgument] = []
    var keys: Set<String> = []
    if token.kind == .endOfLine || token.kind == .word("do") { return arguments }
    repeat {
      let key = takeKey()
      if let key, !keys.insert(key.name).inserted {
        report(.duplicateKey(key.name), at: key.position)
      }
      if key == nil, !keys.isEmpty { report(.valueAfterOption, at: token.position) }
      arguments.append(ToolfileArgument(key: key, value: try parseValue(depth: 0)))
    } while take(.comma) && !endsAfterComma()
    return arguments
  }

  /// Returns whether the statement ends with the comma before the current token, because another
  /// one begins on the next line. Reports the comma.
  private mutating func endsAfterComma() -> Bool {
    let comma = tokens[index - 1]
    switch token.kind {
    case .word(let word) where token.position.line > comma.position.line:
      guard Self.knownWords.contains(word), word != "true", word != "false" else { return false }
    case .endOfFile: break
    default: return false
    }
    report(.unexpected(found: .comma, expected: .endOfLine), at: comma.position)
    correct(.omitting(comma))
    danglingEnd = index
    return true
  }

  /// Parses a value that is nested in `depth` arrays and maps.
  private mutating func parseValue(depth: Int) throws(StatementError) -> ToolfileValue {
    let start = token
    let content: ToolfileValue.Content
    switch start.kind {
    case .string(let text): content = .string(text)
    case .symbol(let name): content = .symbol(name)
    case .integer(let number): content = .integer(number)
    case .word("true"): content = .boolean(true)
    case .word("false"): content = .boolean(false)
    case .opening(let bracket):
      if depth == Self.maximumDepth {
        throw fail(.nestedTooDeep(limit: Self.maximumDepth), at: start.position)
      }
      index += 1
      content = bracket == "[" ? try parseArray(depth: depth) : try parseMap(depth: depth)
      return ToolfileValue(content: content, position: start.position, end: tokens[index - 1].end)
    default:
      correct(.value(start, in: text))
      throw unexpected(.value)
    }
    index += 1
    return ToolfileValue(content: content, position: start.position, end: start.end)
  }

  /// Parses an array after its opening bracket. An empty array is an error.
  private mutating func parseArray(depth: Int) throws(StatementError) -> ToolfileValue.Content {
    var values: [ToolfileValue] = []
    repeat { values.append(try parseValue(depth: depth + 1)) } while take(.comma)
    if !take(.closing("]")) { throw unexpected(.closing("]")) }
    return .array(values)
  }

  /// Parses a map after its opening brace. An empty map is an error.
  private mutating func parseMap(depth: Int) throws(StatementError) -> ToolfileValue.Content {
    var entries: [ToolfileMapEntry] = []
    var keys: Set<String> = []
    repeat {
      guard let key = takeKey() else { throw unexpected(.key) }
      if !keys.insert(key.name).inserted { report(.duplicateKey(key.name), at: key.position) }
      entries.append(ToolfileMapEntry(key: key, value: try parseValue(depth: depth + 1)))
    } while take(.comma)
    if !take(.closing("}")) { throw unexpected(.closing("}")) }
    return .map(entries)
  }

  /// Throws unless the current token is the end of a line, which is not consumed.
  private mutating func expectEndOfLine() throws(StatementError) {
    if token.kind == .endOfLine || index == danglingEnd { return }
    correct(.lineBreak(at: token, between: tokens[index - 1], tokens[index...].dropFirst().first))
    throw unexpected(.endOfLine)
  }

  /// Whether the current line ends with the word `end`.
  private var lineEndsBlock: Bool {
    let rest = tokens[index...].prefix { $0.kind != .endOfLine && $0.kind != .endOfFile }
    return rest.last?.kind == .word("end")
  }

  /// The current token.
  private var token: ToolfileToken { tokens[index] }

  /// Consumes the current token if it equals `kind`, and returns whether it did.
  private mutating func take(_ kind: ToolfileToken.Kind) -> Bool {
    guard token.kind == kind else { return false }
    index += 1
    return true
  }

  /// Consumes the current token and returns its key, or returns `nil` if it is not a key.
  private mutating func takeKey() -> ToolfileKey? {
    guard case .key(let name) = token.kind else { return nil }
    defer { index += 1 }
    return ToolfileKey(name: name, position: token.position)
  }

  /// Skips the rest of the line, but opens the blocks that begin on it, so that each `end` has
  /// a counterpart.
  private mutating func skipLine() {
    while token.kind != .endOfLine, token.kind != .endOfFile {
      if token.kind == .word("do") { blocks.append(OpenBlock(call: nil)) }
      index += 1
    }
  }

  /// Reports the current token and returns the error to throw.
  ///
  /// Text outside the grammar is reported as such, any other token as unexpected.
  private mutating func unexpected(_ expected: SyntaxElement) -> StatementError {
    switch token.kind {
    case .foreign(let text): reject(text, token)
    case .word(let word) where !Self.knownWords.contains(word): reject(word, token)
    default: fail(.unexpected(found: token.element, expected: expected), at: token.position)
    }
  }

  /// Reports text outside the grammar and returns the error to throw.
  private mutating func reject(_ text: String, _ token: ToolfileToken) -> StatementError {
    fail(.notPartOfToolfile(text, known: Self.statementWords + Self.blockWords), at: token.position)
  }

  /// Reports a fault and returns the error to throw.
  private mutating func fail(_ fault: SyntaxFault, at position: SourcePosition) -> StatementError {
    report(fault, at: position)
    return StatementError()
  }

  private mutating func report(_ fault: SyntaxFault, at position: SourcePosition) {
    problems.append(SyntaxProblem(fault, at: position.origin(in: text.path)))
  }

  /// Records a correction, if there is one.
  private mutating func correct(_ correction: ToolfileCorrection?) {
    if let correction { corrections.append(correction) }
  }
}
