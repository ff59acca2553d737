internal import Diagnostics
internal import Manifests

/// The files of other version managers that have the name of a tool, such as `.bun-version`. Only
/// definitions know whether there is such a tool.
enum VersionFile: ForeignFormat {
  private static let prefix = "."
  private static let suffix = "-version"
  /// The name of bootstrap's own file, which is no manifest of another tool.
  private static let ownName = ".tool-version"

  static let paths: [ForeignPath] = [".*-version"]

  static func statements(in text: SourceText) throws(SyntaxProblems) -> [ForeignStatement] {
    let file = text.path.split(separator: "/").last.map(String.init) ?? text.path
    let tool = String(file.dropFirst(prefix.count).dropLast(suffix.count))
    guard file.hasPrefix(prefix), file.hasSuffix(suffix), !tool.isEmpty, file != ownName else {
      return []
    }
    return TextLines(text).lines.enumerated().map { index, line in
      let version = line.words.first ?? line.text
      var foreign = ForeignTool(tool, .prefix(version))
      foreign.isFurther = index > 0
      return ForeignStatement(ForeignName.shownVersion(version), line: line.number, .tool(foreign))
    }
  }
}
