internal import Diagnostics
internal import Manifests

/// The file `go.mod`: the Go version that a module needs, and the tools that it declares, whose
/// versions are those of the modules that contain them.
enum GoModule: ForeignFormat {
  static let paths: [ForeignPath] = ["go.mod"]

  static func statements(in text: SourceText) throws(SyntaxProblems) -> [ForeignStatement] {
    var versions: [String: ForeignStatement] = [:]
    var modules: [String: String] = [:]
    var replaced: Set<String> = []
    var tools: [(path: String, line: Int)] = []
    var faults: [ForeignStatement] = []
    for line in lines(of: text) {
      if line.isFaulty {
        let isOfTool = ["go", "toolchain", "tool"].contains(line.verb)
        if isOfTool { faults.append(.notUnderstood(line.verb, line: line.number)) }
        continue
      }
      guard let first = line.words.first else { continue }
      switch line.verb {
      case "go", "toolchain": versions[line.verb] = version(line.verb, first, line.number)
      case "require" where line.words.count > 1: modules[first] = line.words[1]
      case "replace" where line.words.contains("=>"): replaced.insert(first)
      case "tool": tools.append((first, line.number))
      default: break
      }
    }
    let statements = tools.map { path, line in
      ForeignStatement(
        "tool \(ForeignName.isName(path) ? path : ForeignName.hidden)", line: line,
        tool(path, in: modules, replaced))
    }
    return (versions.values + faults + statements).sorted { ($0.line ?? 0) < ($1.line ?? 0) }
  }

  /// A line of the file.
  private struct Line {
    /// The word that begins the line, or the block that the line is in.
    let verb: String
    let words: [String]
    let number: Int
    let isFaulty: Bool
  }

  /// Returns the lines that state something.
  private static func lines(of text: SourceText) -> [Line] {
    var lines: [Line] = []
    /// The word of the open block.
    var block: String?
    var number = 0
    var start = text.start
    while start < text.bytes.count {
      let range = text.line(from: start)
      start = text.nextLine(after: range)
      number += 1
      let line = GoWords(text, in: range)
      if line.words == [")"] {
        block = nil
        continue
      }
      var words = line.words[...]
      guard let verb = block ?? words.popFirst() else { continue }
      if words.last == "(" { block = verb }
      words.removeAll { ["(", ")"].contains($0) }
      lines.append(
        Line(verb: verb, words: Array(words), number: number, isFaulty: line.isFaulty))
    }
    return lines
  }

  /// Returns the content of a tool, whose module is the longest one that its path begins with.
  ///
  /// - Parameters:
  ///   - path: The path of the tool.
  ///   - modules: The versions of the required modules.
  ///   - replaced: The modules in whose place the file has others.
  private static func tool(
    _ path: String, in modules: [String: String], _ replaced: Set<String>
  ) -> ForeignStatement.Content {
    if !ForeignName.isName(path) { return .other(.notAName) }
    var module = path[...]
    while modules[String(module)] == nil, let slash = module.lastIndex(of: "/") {
      module = module[..<slash]
    }
    // The suffix is the mark of a module from before modules.
    let version = modules[String(module)].map { version in
      let suffix = "+incompatible"
      return version.hasSuffix(suffix) ? String(version.dropLast(suffix.count)) : version
    }
    let package = PackageReference(path, in: "go")
    // Neither a commit nor another module is a release of the tool.
    if version.map(isOfCommit) ?? false || replaced.contains(String(module)) {
      return .other(.kept(path, by: .go))
    }
    return .tool(package.tool(version.map(ForeignVersion.exact) ?? .any, keeper: .go))
  }

  /// Returns whether a version stands for a commit, as `v0.0.0-20240102030405-0123456789ab` does.
  private static func isOfCommit(_ version: String) -> Bool {
    let parts = version.split(separator: "-")
    guard parts.count > 1, let commit = parts.last, commit.utf8.count == 12,
      commit.allSatisfy(\.isHexDigit)
    else { return false }
    let time = parts[parts.count - 2].suffix(14)
    return time.utf8.count == 14 && time.allSatisfy(\.isNumber)
  }

  /// Returns the statement of a line about the version of Go, or `nil` if it states none.
  private static func version(
    _ word: String, _ version: String, _ line: Int
  ) -> ForeignStatement? {
    guard !["default", "local"].contains(version) else { return nil }
    // The `go` line states the oldest version that builds the module, and `toolchain` the version
    // that the authors use.
    return ForeignStatement(
      "\(word) \(ForeignName.shown(version))", line: line,
      .tool(ForeignTool("go", word == "go" ? .range(">=\(version)") : .exact(version))))
  }
}
