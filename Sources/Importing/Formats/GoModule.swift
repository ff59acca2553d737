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
    var tools: [(path: String, text: String, line: Int)] = []
    /// The word of the open block.
    var block: String?
    for line in TextLines(text, comment: "//").lines {
      var words = line.text.split { $0.isWhitespace || $0 == "(" }.map(String.init)
      if line.text == ")" {
        block = nil
        continue
      }
      let word = block ?? (words.isEmpty ? "" : words.removeFirst())
      if line.text.hasSuffix("(") { block = word }
      guard let first = words.first else { continue }
      switch word {
      case "go", "toolchain": versions[word] = version(word, first, line.number)
      case "require" where words.count > 1: modules[first] = words[1]
      case "replace" where words.contains("=>"): replaced.insert(first)
      case "tool": tools.append((first, line.text, line.number))
      default: break
      }
    }
    let statements = tools.map { path, text, line in
      ForeignStatement(text, line: line, tool(path, in: modules, replaced))
    }
    return (versions.values + statements).sorted { ($0.line ?? 0) < ($1.line ?? 0) }
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
    // Longer paths exist nowhere, and each of their beginnings would be looked up.
    var module = path.utf8.count > 512 ? "" : path[...]
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
      return .other(.kept(package.tool, by: .go))
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
      "\(word) \(version)", line: line,
      .tool(ForeignTool("go", word == "go" ? .range(">=\(version)") : .exact(version))))
  }
}
