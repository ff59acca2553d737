internal import Diagnostics
internal import Manifests

/// The file `.xcode-version`, which names the version of Xcode that a project is built with.
enum XcodeVersion: ForeignFormat {
  static let paths: [ForeignPath] = [".xcode-version"]

  static func statements(in text: SourceText) throws(SyntaxProblems) -> [ForeignStatement] {
    TextLines(text).lines.map { line in
      // Xcode itself reports a beta by the version that it precedes.
      let numbers = line.text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
        .split(separator: ".")
      let version = numbers.isEmpty ? line.text : numbers.joined(separator: ".")
      return ForeignStatement(
        ForeignName.shown(line.text), line: line.number,
        .tool(ForeignTool("xcode", ForeignVersion(releaseOrRange: version))))
    }
  }
}
