internal import Diagnostics

/// The results of lexing, parsing, and interpreting a text as a Toolfile, with all problems found.
struct ToolfileAnalysis {
  private let lexer: ToolfileLexer
  let parser: ToolfileParser
  let reader: ToolfileReader
  /// The readers of statements in invalid blocks. Each block has its own, because two branches
  /// of an `if` may name the same tool.
  let discardedReaders: [ToolfileReader]

  /// Analyzes a text. Throws only if it fails the checks of ``SourceText``.
  init(_ bytes: [UInt8], path: String) throws(SyntaxProblems) {
    let text = try SourceText(bytes, path: path, limit: Toolfile.maximumByteCount)
    var lexer = ToolfileLexer(text)
    lexer.read()
    var parser = ToolfileParser(lexer.tokens, path: path)
    parser.parse()
    var reader = ToolfileReader(path: path)
    reader.read(parser.statements)
    self.lexer = lexer
    self.parser = parser
    self.reader = reader
    discardedReaders = parser.discardedStatements.map { statements in
      var lost = ToolfileReader(path: path)
      lost.read(statements)
      return lost
    }
  }

  /// All problems, unsorted.
  var problems: [SyntaxProblem] {
    // Other problems on a line with a malformed token are omitted, because they may
    // be consequences.
    let unreadableLines = Set(lexer.problems.map(\.origin.line))
    let others = parser.problems + reader.problems + discardedReaders.flatMap(\.problems)
    return lexer.problems + others.filter { !unreadableLines.contains($0.origin.line) }
  }
}
