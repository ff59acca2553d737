internal import Diagnostics

/// A text on its way to a ``Toolfile``: what each step made of it, and everything that is wrong with it.
struct ToolfileAnalysis {
  private let lexer: ToolfileLexer
  let parser: ToolfileParser
  let reader: ToolfileReader
  /// Of what stands in blocks that mean nothing, each by itself: two branches of an `if` may name one tool.
  let lostReaders: [ToolfileReader]

  /// Throws for what is no text of a manifest at all.
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
    lostReaders = parser.lostStatements.map { statements in
      var lost = ToolfileReader(path: path)
      lost.read(statements)
      return lost
    }
  }

  /// In no order.
  var problems: [SyntaxProblem] {
    // What a line with a broken token means is a guess.
    let unreadableLines = Set(lexer.problems.map(\.origin.line))
    let others = parser.problems + reader.problems + lostReaders.flatMap(\.problems)
    return lexer.problems + others.filter { !unreadableLines.contains($0.origin.line) }
  }
}
