internal import TextSearch
package import Vocabulary

/// The text of a new definition, written line by line.
///
/// The result can always be parsed. Values come from untrusted sources, so each is quoted, and
/// characters that would change how a line looks are dropped.
package struct DefinitionText: Hashable, Sendable, CustomStringConvertible {
  private static let maximumColumns = 100

  private let tool: ToolName
  private var lines: [String] = []

  /// Creates the text of a definition without lines.
  package init(of tool: ToolName) { self.tool = tool }

  /// Adds a line. Adds nothing if `values` is empty. Long lists continue on further lines.
  ///
  /// - Parameters:
  ///   - word: The word of the line, or the key of an option.
  ///   - values: The values. None may be empty.
  package mutating func add(_ word: String, _ values: [String]) {
    var line = "  \(word)"
    for (index, value) in values.enumerated() {
      let piece = Self.literal(value) + (index + 1 < values.count ? "," : "")
      if index > 0, line.count + 1 + piece.count > Self.maximumColumns {
        lines.append(line)
        line = "   "
      }
      line += " " + piece
    }
    if !values.isEmpty { lines.append(line) }
  }

  /// The definition, which ends with a newline.
  package var description: String {
    (["define \"\(tool)\" do"] + lines + ["end"]).map { $0 + "\n" }.joined()
  }

  /// Returns the first words of a text on one line, without characters that a terminal or an editor
  /// interprets, or `nil` if nothing is left.
  ///
  /// - Parameters:
  ///   - text: The text, which is untrusted.
  ///   - limit: The maximum number of characters, including the ellipsis of a longer text.
  package static func oneLine(_ text: String, limit: Int) -> String? {
    var line = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
      let shown = String(String.UnicodeScalarView(word.unicodeScalars.filter(isShown)))
      if shown.isEmpty { continue }
      let longer = line.isEmpty ? shown : "\(line) \(shown)"
      if longer.count >= limit {
        return String((line.isEmpty ? shown : line).prefix(limit - 1)) + "…"
      }
      line = longer
    }
    return line.isEmpty ? nil : line
  }

  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      false
    default: true
    }
  }

  /// Returns a string literal. Between single quotes, `#{` has no meaning.
  private static func literal(_ value: String) -> String {
    let shown = String(
      String.UnicodeScalarView(value.unicodeScalars.filter { isShown($0) || $0 == "\u{200D}" }))
    if !shown.contains("#{") { return quoted(shown) }
    let escaped = shown.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
    return "'\(escaped)'"
  }
}
