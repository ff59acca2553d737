internal import Diagnostics
internal import Manifests
internal import Vocabulary

/// The file `go.mod`: the Go version that a module needs, and the tools that it declares, whose
/// versions are those of the modules that contain them.
enum GoModule: ForeignFormat {
  static let paths: [ForeignPath] = ["go.mod"]

  static func statements(in text: SourceText) throws(SyntaxProblems) -> [ForeignStatement] {
    var versions: [String: ForeignStatement] = [:]
    var modules: [String: String] = [:]
    var replacements: [String: [Replacement]] = [:]
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
      case "replace":
        if let replacement = Replacement(line) {
          replacements[first, default: []].append(replacement)
        }
      case "tool": tools.append((first, line.number))
      default: break
      }
    }
    let statements = tools.map { path, line in
      ForeignStatement(
        "tool \(ForeignName.isName(path) ? path : ForeignName.hidden)", line: line,
        tool(path, in: modules, replacements, of: text.path))
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

  /// A line that puts another module or version in the place of a module.
  private struct Replacement {
    /// The version that is replaced, or `nil` if every version is.
    let old: String?
    /// The version of the same module that is used instead, or `nil` if it is another module.
    let new: String?
    let line: Int

    /// Reads `MODULE [VERSION] => MODULE_OR_FOLDER [VERSION]`. Returns `nil` if the line has
    /// another form.
    init?(_ line: Line) {
      guard let arrow = line.words.firstIndex(of: "=>"), 1...2 ~= arrow else { return nil }
      let replacement = line.words[(arrow + 1)...]
      old = arrow == 2 ? line.words[1] : nil
      new = replacement.count == 2 && replacement.first == line.words[0] ? replacement.last : nil
      self.line = line.number
    }
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
  ///   - replacements: The replacements of modules.
  ///   - file: The path of the file as messages show it.
  private static func tool(
    _ path: String, in modules: [String: String], _ replacements: [String: [Replacement]],
    of file: String
  ) -> ForeignStatement.Content {
    if !ForeignName.isName(path) { return .other(.notAName) }
    var module = path[...]
    while modules[String(module)] == nil, let slash = module.lastIndex(of: "/") {
      module = module[..<slash]
    }
    var version = modules[String(module)]
    let applicable = (replacements[String(module)] ?? []).filter { replacement in
      replacement.old == nil || replacement.old == version
    }
    // The replacement of one version takes precedence.
    if let replacement = applicable.first(where: { $0.old != nil }) ?? applicable.first {
      guard let new = replacement.new else {
        return .other(.replaced(.file(file, line: replacement.line)))
      }
      version = new
    }
    // A commit is no release of the tool.
    if version.map(isOfCommit) ?? false { return .other(.kept(path, by: .go)) }
    // The suffix is the mark of a module from before modules.
    let suffix = "+incompatible"
    if let whole = version, whole.hasSuffix(suffix) {
      version = String(whole.dropLast(suffix.count))
    }
    let package = PackageReference(path, in: "go")
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
