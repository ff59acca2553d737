internal import Diagnostics
internal import Versions

/// The file `go.mod`: the `go` and `toolchain` lines of a Go module.
enum GoModule {
  static func statements(in text: SourceText) -> [ForeignStatement] {
    var statements: [String: ForeignStatement] = [:]
    var start = text.start
    var number = 0
    while start < text.bytes.count {
      let range = text.line(from: start)
      number += 1
      start = text.nextLine(after: range)
      let line = text.string(range).split(separator: "//", omittingEmptySubsequences: false)[0]
      let words = line.split(whereSeparator: \.isWhitespace)
      guard words.count == 2, ["go", "toolchain"].contains(words[0]) else { continue }
      let (word, version) = (String(words[0]), String(words[1]))
      if version == "default" || version == "local" { continue }
      // The `go` line is the oldest version that builds the module.
      let isToolchain = word == "toolchain" && version.hasPrefix("go")
      let requirement = Requirement(
        translating: isToolchain ? String(version.dropFirst(2)) : ">=\(version)")
      statements[word] = ForeignStatement(
        "\(word) \(version)", line: number,
        requirement.map { .tool(ForeignTool("go", $0)) } ?? .other(.requirement(version)))
    }
    // The toolchain is what the authors use themselves.
    return (statements["toolchain"] ?? statements["go"]).map { [$0] } ?? []
  }
}
