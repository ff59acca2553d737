internal import Diagnostics
internal import Manifests

/// The manifest of Mint, which builds Swift packages from source: `owner/repo@version` on each
/// line. Only a definition knows whether a package also publishes its program.
enum Mintfile: ForeignFormat {
  static let paths: [ForeignPath] = ["Mintfile"]

  static func statements(in text: SourceText) throws(SyntaxProblems) -> [ForeignStatement] {
    TextLines(text).lines.map { line in
      if line.text.contains(where: \.isWhitespace) || line.text.hasPrefix("@") {
        return line.statementNotUnderstood
      }
      return ForeignStatement(
        ForeignName.shown(line.text), line: line.number, content(of: line.text))
    }
  }

  private static func content(of line: String) -> ForeignStatement.Content {
    // The address of a repository by SSH also contains an `@`.
    let start = line.hasPrefix("git@") ? line.index(line.startIndex, offsetBy: 4) : line.startIndex
    let end = line[start...].lastIndex(of: "@") ?? line.endIndex
    let version = line[end...].dropFirst()
    if !ForeignName.isName(line[..<end]) { return .other(.notAName) }
    return .tool(
      PackageReference(String(line[..<end]), in: "mint").tool(
        version.isEmpty ? .any : .exact(String(version)), keeper: .mint))
  }
}
