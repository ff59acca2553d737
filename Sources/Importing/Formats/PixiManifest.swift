internal import Diagnostics
internal import Manifests
internal import Vocabulary

/// The manifest of pixi, whose dependencies are packages of conda and of Python. Most are
/// libraries, which stay with pixi.
enum PixiManifest: ForeignFormat {
  static let paths: [ForeignPath] = ["pixi.toml"]

  /// The tables that only describe the project.
  private static let descriptions: Set = ["workspace", "project", "package"]

  static func statements(in text: SourceText) throws(SyntaxProblems) -> [ForeignStatement] {
    try TOMLSections(text).sections.flatMap { table -> [ForeignStatement] in
      guard let header = table.header else {
        return table.entries.map { $0.statement(.noCounterpart($0.path[0])) }
      }
      guard table.path.last?.hasSuffix("dependencies") ?? false else {
        return descriptions.contains(table.path[0])
          ? [] : [header.statement(.noCounterpart(table.path[0]))]
      }
      return table.entries.map { entry in
        ForeignStatement(entry.firstLine, line: entry.line, content(of: entry, in: table.path))
      }
    }
  }

  /// Returns the content of a dependency.
  ///
  /// - Parameter table: The keys of its table, such as `feature`, `lint`, `dependencies`.
  private static func content(
    of entry: TOMLEntries.Entry, in table: [String]
  ) -> ForeignStatement.Content {
    guard entry.path.count == table.count + 1, let name = entry.path.last,
      let version = entry.version
    else { return .other(.notUnderstood) }
    if table.contains("target") {
      return .other(.condition("[\(table.joined(separator: "."))]"))
    }
    let feature = table.first == "feature" && table.count > 2 ? GroupName(table[1]) : nil
    let isPython = table.last == "pypi-dependencies"
    return .tool(
      ForeignTool(
        name, ForeignVersion(releaseOrRange: version),
        package: isPython ? .init(source: "pypi", name: name) : nil,
        groups: feature.map { [$0] } ?? [], keeper: .pixi))
  }
}
