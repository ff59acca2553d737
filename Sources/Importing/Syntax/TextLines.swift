internal import Diagnostics
internal import Manifests
internal import TextSearch

/// The lines of a text that have content, without comments that begin with `#`.
struct TextLines {
  /// A line.
  struct Line {
    /// The content, without blanks around it.
    let text: String
    /// The line number, counted from 1.
    let number: Int
    /// Whether the line begins with a blank.
    let isIndented: Bool

    /// The words, which blanks separate.
    var words: [String] { text.split(whereSeparator: \.isWhitespace).map(String.init) }

    /// The statement of a line that is not understood.
    var statementNotUnderstood: ForeignStatement { .notUnderstood(text, line: number) }
  }

  let lines: [Line]

  /// Reads a text.
  ///
  /// - Parameter comment: What begins a comment, or `nil` if nothing does.
  init(_ text: SourceText, comment: String? = "#") {
    var lines: [Line] = []
    var start = text.start
    var number = 0
    while start < text.bytes.count {
      let range = text.line(from: start)
      number += 1
      start = text.nextLine(after: range)
      let whole = text.string(range)
      var content = whole[...]
      if let comment, let begin = content.firstRange(of: comment)?.lowerBound {
        content = content[..<begin]
      }
      while content.last?.isWhitespace ?? false { content.removeLast() }
      let trimmed = content.drop(while: \.isWhitespace)
      if trimmed.isEmpty { continue }
      lines.append(
        Line(
          text: String(trimmed), number: number, isIndented: whole.first?.isWhitespace ?? false))
    }
    self.lines = lines
  }
}
