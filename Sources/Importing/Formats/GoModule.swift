internal import Diagnostics
internal import Manifests
internal import TextSearch
internal import Versions

/// The file `go.mod`: the `go` and `toolchain` lines of a Go module. The programs that `tool` lines
/// name are built from its requirements, so they are left out.
enum GoModule {
  static func statements(in text: SourceText) -> [ForeignStatement] {
    var versions: [String: ForeignStatement] = [:]
    var tools: [ForeignStatement] = []
    var isInTools = false
    var start = text.start
    var number = 0
    while start < text.bytes.count {
      let range = text.line(from: start)
      number += 1
      start = text.nextLine(after: range)
      let line = text.string(range).split(separator: "//", omittingEmptySubsequences: false)[0]
      let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
      guard let word = words.first else { continue }
      if isInTools {
        isInTools = word != ")"
        if isInTools { tools.append(tool(words, line: number)) }
      } else if word == "tool" || word == "tool(" {
        isInTools = words.last?.hasSuffix("(") ?? false
        if !isInTools { tools.append(tool(words, line: number)) }
      } else if words.count == 2, let statement = version(word, words[1], line: number) {
        versions[word] = statement
      }
    }
    // The toolchain is what the authors use themselves.
    let version = (versions["toolchain"] ?? versions["go"]).map { [$0] } ?? []
    return (version + tools).sorted { $0.line < $1.line }
  }

  private static func tool(_ words: [String], line: Int) -> ForeignStatement {
    ForeignStatement(words.joined(separator: " "), line: line, .other(.noCounterpart("tool")))
  }

  /// Returns the statement of a line about the version of Go, or `nil` for another line.
  private static func version(_ word: String, _ version: String, line: Int) -> ForeignStatement? {
    guard ["go", "toolchain"].contains(word), version != "default", version != "local" else {
      return nil
    }
    // The `go` line is the oldest version that builds the module.
    let isToolchain = word == "toolchain" && version.hasPrefix("go")
    let requirement = Requirement(
      translating: isToolchain ? String(version.dropFirst(2)) : ">=\(version)")
    return ForeignStatement(
      "\(word) \(version)", line: line,
      requirement.map { .tool(ForeignTool("go", $0)) } ?? .other(.requirement(version)))
  }
}
