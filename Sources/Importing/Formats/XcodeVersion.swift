internal import Diagnostics
internal import Manifests

/// The file `.xcode-version`, which names the version of Xcode that a project is built with.
enum XcodeVersion: ForeignFormat {
  static let paths: [ForeignPath] = [".xcode-version"]

  static func statements(in text: SourceText) throws(SyntaxProblems) -> [ForeignStatement] {
    TextLines(text).lines.map { line in
      let isRange = line.text.contains { "^~<>=|,* ".contains($0) }
      return ForeignStatement(
        ForeignName.shown(line.text), line: line.number,
        .tool(ForeignTool("xcode", isRange ? .range(line.text) : .exact(line.text))))
    }
  }
}
