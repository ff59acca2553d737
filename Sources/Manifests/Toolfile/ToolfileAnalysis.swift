internal import Diagnostics
internal import Versions
internal import Vocabulary

/// The results of lexing, parsing, and interpreting a text as a Toolfile, including all problems.
struct ToolfileAnalysis {
  private let text: SourceText
  private let lexer: ToolfileLexer
  let parser: ToolfileParser
  let reader: ToolfileReader
  /// The readers of statements in invalid blocks.
  ///
  /// Each block has its own reader, because two branches of an `if` may declare the same tool.
  let discardedReaders: [ToolfileReader]

  /// Analyzes a text.
  ///
  /// - Throws: ``SyntaxProblems`` if the text as a whole fails the checks of ``SourceText``. Other
  ///   problems are collected in ``problems``.
  init(
    _ bytes: [UInt8], path: String, limit: Int = Toolfile.maximumByteCount
  ) throws(SyntaxProblems) {
    let text = try SourceText(bytes, path: path, limit: limit)
    var lexer = ToolfileLexer(text)
    lexer.read()
    var parser = ToolfileParser(lexer.tokens, text)
    parser.parse()
    var reader = ToolfileReader(path: path)
    reader.read(parser.statements)
    self.text = text
    self.lexer = lexer
    self.parser = parser
    self.reader = reader
    discardedReaders = parser.discardedStatements.map { statements in
      var discardedReader = ToolfileReader(path: path)
      discardedReader.read(statements)
      return discardedReader
    }
  }

  /// All problems, unsorted.
  var problems: [SyntaxProblem] {
    // A malformed token may cause further problems on its line, so those are omitted.
    let unreadableLines = Set(lexer.problems.map(\.origin.line))
    let others = parser.problems + reader.problems + discardedReaders.flatMap(\.problems)
    return lexer.problems + others.filter { !unreadableLines.contains($0.origin.line) }
  }

  /// The problem that this version of bootstrap is not one that the project can be used with, or
  /// `nil` if it is one. A problem elsewhere in the file may then be no mistake at all.
  private var programProblem: SyntaxProblem? {
    guard let required = reader.programRequirement,
      let running = try? Version(parsing: ProgramVersion.text, scheme: .general),
      let admits = try? required.value.admits(running), !admits
    else { return nil }
    return SyntaxProblem(
      .otherBootstrap(requirement: required.value.description, running: ProgramVersion.text),
      at: required.origin)
  }

  /// The changes of the text that correct mistakes which people make from habit.
  var corrections: [ToolfileCorrection] {
    ([reader] + discardedReaders).flatMap(\.corrections) + parser.corrections
  }

  /// The offset of the first marker of a merge, or `nil` if there is none. No marker is valid in a
  /// Toolfile, so what remains of a conflict counts, such as `>>>>>>>`.
  var firstConflictMarker: Int? { text.firstLine(where: isConflictMarker) }

  /// All problems, unsorted. The first problem of each line has the line to write instead. If the
  /// file has merge conflict markers, only these are reported, because they cause most others.
  var suggestedProblems: [SyntaxProblem] {
    if let programProblem { return [programProblem] }
    let problems = problems
    if problems.isEmpty { return [] }
    if let marker = firstConflictMarker {
      let origin = text.origin(at: marker)
      return [mergeProblem(in: text.bytes, path: text.path, .unfinishedMerge, at: origin)]
    }
    var corrected = Dictionary(corrections.map { ($0.line, $0.range.lowerBound) }) { first, _ in
      first
    }
    return problems.map { problem in
      guard let offset = corrected.removeValue(forKey: problem.origin.line) else { return problem }
      return SyntaxProblem(
        problem.fault, at: problem.origin,
        suggestion: ToolfileCorrection.correctedLine(at: offset, in: text))
    }
  }
}
