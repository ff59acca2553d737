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
      return ForeignStatement(line.text, line: line.number, content(of: sides[0], sides[1]))
    }
  }

  private static func content(
    of candidate: String, _ version: String
  ) -> ForeignStatement.Content {
    // The suffix of a version of Java names the vendor.
    let vendor = version.split(separator: "-").last.map(String.init) ?? ""
    if candidate == "java", version.contains("-"), vendor != "tem" {
      return .other(.passedOver(.otherImplementation(vendor)))
    }
    return .tool(ForeignTool(candidate, .exact(version)))
  }

  private static func trimmed(_ text: Substring) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
