internal import Diagnostics
internal import Manifests

/// The file `.sdkmanrc` of SDKMAN, whose lines are candidates with their versions:
/// `java=21.0.2-tem`.
enum SDKMANFile: ForeignFormat {
  static let paths: [ForeignPath] = [".sdkmanrc"]

  static func statements(in text: SourceText) throws(SyntaxProblems) -> [ForeignStatement] {
    TextLines(text).lines.map { line in
      let sides = line.text.split(separator: "=", maxSplits: 1).map { trimmed($0) }
      guard sides.count == 2, !sides[0].contains(where: \.isWhitespace) else {
        return line.statementNotUnderstood
      }
      let isShown = ForeignName.isName(sides[0])
      let text =
        isShown ? sides.map(ForeignName.shown).joined(separator: "=") : ForeignName.hidden
      return ForeignStatement(text, line: line.number, content(of: sides[0], sides[1]))
    }
  }

  private static func content(
    of candidate: String, _ version: String
  ) -> ForeignStatement.Content {
    if !ForeignName.isName(candidate) { return .other(.notAName) }
    // The suffix of a version of Java names the vendor, which other version managers write first.
    let parts = version.split(separator: "-")
    if candidate == "java", let vendor = parts.last, parts.count > 1, vendor != "tem" {
      let numbers = parts.dropLast().joined(separator: "-")
      return .tool(ForeignTool(candidate, .exact("\(vendor)-\(numbers)")))
    }
    return .tool(ForeignTool(candidate, .exact(version)))
  }

  private static func trimmed(_ text: Substring) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
