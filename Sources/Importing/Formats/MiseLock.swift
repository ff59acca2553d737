internal import Diagnostics
internal import Manifests

/// The lock of mise, which states the exact versions of a manifest's tools. Its digests are
/// ignored, because bootstrap's lock verifies files itself.
enum MiseLock: ForeignFormat {
  static let paths: [ForeignPath] = [
    "mise.lock", ".mise.lock", ".mise/mise.lock", "mise/mise.lock", ".config/mise.lock",
    ".config/mise/mise.lock", "mise.local.lock", ".mise.local.lock",
  ]

  static func statements(in text: SourceText) throws(SyntaxProblems) -> [ForeignStatement] {
    try TOMLSections(text).sections.compactMap { table -> ForeignStatement? in
      guard let header = table.header else { return nil }
      if table.path.first != "tools" {
        return header.statement(.noCounterpart(ForeignName.shown(table.path[0])))
      }
      // Deeper tables describe the files of a tool.
      if table.path.count != 2 { return nil }
      guard let version = string(of: "version", in: table) else {
        return header.statement(.notUnderstood)
      }
      // The name may be an alias, but the backend names the tool itself.
      let tool = string(of: "backend", in: table) ?? table.path[1]
      return ForeignStatement(header.outline, line: header.line, content(of: tool, version))
    }
  }

  private static func string(of key: String, in table: TOMLSections.Section) -> String? {
    table.entries.first { $0.path.dropFirst(2) == [key] }?.version
  }

  private static func content(of key: String, _ version: String) -> ForeignStatement.Content {
    let content = MiseManifest.content(of: key, .exact(version))
    guard case .tool(var tool) = content else { return content }
    tool.isLocked = true
    return .tool(tool)
  }
}
