internal import Diagnostics
internal import Manifests

/// The file `.prototools` of proto, whose keys outside of any table are tools.
enum ProtoTools: ForeignFormat {
  static let paths: [ForeignPath] = [".prototools"]

  static func statements(in text: SourceText) throws(SyntaxProblems) -> [ForeignStatement] {
    try TOMLSections(text).sections.flatMap { table -> [ForeignStatement] in
      if let header = table.header {
        return [header.statement(.noCounterpart(ForeignName.shown(table.path[0])))]
      }
      return table.entries.map { entry in
        guard entry.path.count == 1, let version = entry.version else {
          return entry.statement(.notUnderstood)
        }
        return ForeignStatement(
          entry.outline, line: entry.line, content(of: entry.path[0], version))
      }
    }
  }

  /// Returns the content of `node`, or of `asdf:node`, which uses a plugin of asdf.
  private static func content(of key: String, _ version: String) -> ForeignStatement.Content {
    if !ForeignName.isName(key) { return .other(.notAName) }
    let words = key.split(separator: ":", maxSplits: 1).map(String.init)
    guard let name = words.last, words.count == 1 || words[0] == "asdf" else {
      return .other(.noCounterpart("\(words.first ?? key):"))
    }
    return .tool(ForeignTool(name, ForeignVersion(releaseOrRange: version)))
  }
}
