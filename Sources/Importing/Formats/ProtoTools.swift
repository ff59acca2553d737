internal import Diagnostics
internal import Manifests

/// The file `.prototools` of proto, whose keys outside of any table are tools.
enum ProtoTools: ForeignFormat {
  static let paths: [ForeignPath] = [".prototools"]

  static func statements(in text: SourceText) throws(SyntaxProblems) -> [ForeignStatement] {
    try TOMLSections(text).sections.flatMap { table -> [ForeignStatement] in
      if let header = table.header { return [header.statement(.noCounterpart(table.path[0]))] }
      return table.entries.map { entry in
        guard entry.path.count == 1, case .string(let version)? = entry.value else {
          return entry.statement(.notUnderstood)
        }
        return ForeignStatement(
          entry.firstLine, line: entry.line,
          .tool(ForeignTool(entry.path[0], ForeignVersion(releaseOrRange: version))))
      }
    }
  }
}
