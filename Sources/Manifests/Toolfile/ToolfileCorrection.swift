internal import Diagnostics
internal import TextSearch
internal import Versions

/// A change of a Toolfile's text that corrects a mistake which people make from habit.
///
/// A correction is a guess. It becomes a suggestion only if the corrected line is valid by itself.
struct ToolfileCorrection {
  /// The range of the text to replace.
  let range: Range<Int>
  let replacement: String
  /// The line of the range, counted from 1.
  let line: Int

  /// The longest line to suggest, in bytes.
  private static let maximumLineByteCount = 160
  /// The most mistakes to correct on one line.
  private static let maximumCount = 8

  /// Creates the replacement of a range on `line`.
  init(_ range: Range<Int>, _ replacement: String, line: Int) {
    self.range = range
    self.replacement = replacement
    self.line = line
  }

  /// Returns the line that contains `offset` with all of its mistakes corrected, or `nil` if it is
  /// not clear what was meant.
  ///
  /// The result has several lines if the line contains several statements. It ends with a comma if
  /// the statement continues on the next line.
  static func correctedLine(at offset: Int, in text: SourceText) -> String? {
    let range = text.line(from: text.lineStart(of: offset))
    guard range.count <= maximumLineByteCount else { return nil }
    var line = Array(text.bytes[range].drop(while: \.isBlank))
    let comma = continues(after: range, in: text) ? line.popLast() : nil
    for _ in 0..<maximumCount {
      let written = String(decoding: line, as: UTF8.self)
      let isOpen = written.hasSuffix(" do") || written.contains(" do #")
      let statement = isOpen ? line + Array("\nend".utf8) : line
      guard let analysis = try? ToolfileAnalysis(statement, path: text.path) else { return nil }
      if analysis.problems.isEmpty {
        return String(decoding: line + (comma.map { [$0] } ?? []), as: UTF8.self)
      }
      let first = analysis.corrections.min { $0.range.lowerBound < $1.range.lowerBound }
      guard let first, first.range.upperBound <= line.count else { return nil }
      line.replaceSubrange(first.range, with: Array(first.replacement.utf8))
    }
    return nil
  }

  /// Returns whether a line ends with a comma and the next line begins with an argument.
  private static func continues(after line: Range<Int>, in text: SourceText) -> Bool {
    guard text.bytes[line].last == UInt8(ascii: ","), line.upperBound < text.bytes.count,
      let rest = try? SourceText(
        Array(text.bytes[(line.upperBound + 1)...]), path: text.path,
        limit: Toolfile.maximumByteCount)
    else { return false }
    var lexer = ToolfileLexer(rest)
    lexer.read()
    return lexer.tokens.first { $0.kind != .endOfLine }?.canBeginArgument ?? false
  }

  // MARK: - Corrections

  /// Returns the correction of a requirement in the syntax of another tool, or `nil` if this syntax
  /// has no counterpart.
  ///
  /// - Parameters:
  ///   - text: The requirement.
  ///   - value: The string that contains it.
  ///   - end: The offset after the value before it, or `nil` if the string cannot be omitted.
  static func requirement(
    _ text: String, _ value: ToolfileValue, after end: Int?
  ) -> ToolfileCorrection? {
    // With escapes, the string is longer than its value.
    guard value.end - value.position.offset == text.utf8.count + 2,
      let requirement = Requirement(approximating: text)
    else { return nil }
    let line = value.position.line
    if requirement == .any { return end.map { .init($0..<value.end, "", line: line) } }
    let content = (value.position.offset + 1)..<(value.end - 1)
    return .init(content, requirement.texts.joined(separator: ", "), line: line)
  }

  /// Returns the correction of a tool's name with a requirement, as in `"ruff@0.14"`. `nil` if the
  /// string is something else.
  static func toolName(_ text: String, _ value: ToolfileValue) -> ToolfileCorrection? {
    let parts = text.split(separator: "@", maxSplits: 1).map(String.init)
    guard parts.count == 2, parts.allSatisfy(isPlain) else { return nil }
    return replacement(of: value, with: "\"\(parts[0])\", \"\(parts[1])\"")
  }

  /// Returns the correction of a source that is an address. `nil` if it is not that of an index of
  /// Python packages, which can be recognized.
  static func sourceName(_ text: String, _ value: ToolfileValue) -> ToolfileCorrection? {
    guard text.hasPrefix("https://"), text.hasSuffix("/simple") || text.hasSuffix("/simple/")
    else { return nil }
    let start = value.position.offset
    return .init(start..<start, "\"pypi\", ", line: value.position.line)
  }

  /// Returns the correction of a duration without a unit. `nil` if the string is something else.
  static func duration(_ text: String, _ value: ToolfileValue) -> ToolfileCorrection? {
    guard let days = Int(text), days > 0 else { return nil }
    return replacement(of: value, with: "\"\(days) \(days == 1 ? "day" : "days")\"")
  }

  /// Returns the correction that omits a token.
  static func omitting(_ token: ToolfileToken) -> ToolfileCorrection {
    .init(token.position.offset..<token.end, "", line: token.position.line)
  }

  /// Returns the correction of a token that is not a value: quotes around it. `nil` if the token
  /// is something else.
  static func value(_ token: ToolfileToken, in text: SourceText) -> ToolfileCorrection? {
    let start = token.position.offset
    switch token.kind {
    case .foreign("("): return .init(start..<token.end, " ", line: token.position.line)
    case .word(let word) where word != "nil": break
    case .foreign: break
    default: return nil
    }
    let end = endOfWord(from: start, in: text)
    let curly: Set<Character> = ["“", "”", "„", "‘", "’"]
    let word = text.string(start..<end).filter { !curly.contains($0) }
    guard isPlain(word) else { return nil }
    return .init(start..<end, "\"\(word)\"", line: token.position.line)
  }

  /// Returns the correction of a value of the wrong kind: a string in place of a symbol or an
  /// integer, or the elements of an array without its brackets. Where a requirement is expected,
  /// the string in place of an integer admits the versions that begin with it. Returns `nil` for
  /// any other value.
  static func wrongValue(
    _ value: ToolfileValue, expected: SyntaxElement
  ) -> ToolfileCorrection? {
    switch value.content {
    case .symbol(let name): return replacement(of: value, with: "\"\(name)\"")
    case .integer(let number):
      let beginning = expected == .requirement ? Requirement(beginningWith: "\(number)") : nil
      return replacement(of: value, with: "\"\(beginning?.description ?? "\(number)")\"")
    case .array(let elements):
      let texts = elements.compactMap { element -> String? in
        switch element.content {
        case .string(let text) where isPlain(text): "\"\(text)\""
        case .symbol(let name): ":\(name)"
        default: nil
        }
      }
      guard texts.count == elements.count else { return nil }
      return replacement(of: value, with: texts.joined(separator: ", "))
    default: return nil
    }
  }

  /// Returns the correction that replaces a value.
  static func replacement(of value: ToolfileValue, with text: String) -> ToolfileCorrection {
    .init(value.position.offset..<value.end, text, line: value.position.line)
  }

  /// Returns the correction of a `group`, `on`, or `define` line without its `do`.
  ///
  /// - Parameter last: The last token of the statement.
  static func missingDo(after last: ToolfileToken) -> ToolfileCorrection {
    .init(last.end..<last.end, " do", line: last.position.line)
  }

  /// Returns the correction of several statements on one line: a line for each. A semicolon at the
  /// end of the line is omitted. `nil` if the token is something else.
  ///
  /// - Parameters:
  ///   - token: The token in place of the end of the line.
  ///   - last: The token before it.
  ///   - next: The token after it.
  static func lineBreak(
    at token: ToolfileToken, between last: ToolfileToken, _ next: ToolfileToken?
  ) -> ToolfileCorrection? {
    let line = token.position.line
    if token.kind == .foreign(";") {
      guard let next, next.kind != .endOfLine, next.position.line == line else {
        return omitting(token)
      }
      return .init(token.position.offset..<next.position.offset, "\n", line: line)
    }
    let isInBlock = last.kind == .word("do")
    guard isInBlock || token.kind == .word("end"), last.position.line == line else { return nil }
    return .init(last.end..<token.position.offset, isInBlock ? "\n  " : "\n", line: line)
  }

  /// Returns the correction of a token after the last argument: a comma before it, or what Ruby
  /// permits there. `nil` if the token is something else.
  static func end(
    _ token: ToolfileToken, after tokens: ArraySlice<ToolfileToken>, in text: SourceText
  ) -> ToolfileCorrection? {
    guard let last = tokens.last else { return nil }
    let line = token.position.line
    if token.canBeginArgument { return .init(last.end..<last.end, ",", line: line) }
    guard case .foreign(let sign) = token.kind else { return nil }
    switch (sign, last.kind) {
    case (")", _): return .init(token.position.offset..<token.end, "", line: line)
    case ("=>", .symbol(let name)):
      return .init(last.position.offset..<token.end, "\(name):", line: line)
    default:
      guard let first = sign.first, "~<>=^!".contains(first) else { return nil }
      let end = endOfWord(from: token.position.offset, in: text)
      let requirement = text.string(token.position.offset..<end)
      guard isPlain(requirement) else { return nil }
      return .init(last.end..<end, ", \"\(requirement)\"", line: line)
    }
  }

  /// Returns the end of an unquoted word. The blanks after a comparison operator are part of it.
  private static func endOfWord(from start: Int, in text: SourceText) -> Int {
    let line = text.bytes[start..<text.line(from: start).upperBound]
    let version = line.drop { "~<>=^! \t".utf8.contains($0) }
    let end = version.firstIndex { ", \t#()".utf8.contains($0) } ?? version.endIndex
    return max(end, start + 1)
  }

  /// Returns whether the text can stand between double quotes.
  private static func isPlain(_ text: String) -> Bool {
    !text.isEmpty && !text.contains { "\"'\\@$%[]{}".contains($0) } && !text.contains("#{")
  }
}

extension ToolfileToken {
  /// Whether an argument of a statement can begin with the token.
  var canBeginArgument: Bool {
    switch kind {
    case .string, .symbol, .integer, .key, .opening("["): true
    default: false
    }
  }
}
