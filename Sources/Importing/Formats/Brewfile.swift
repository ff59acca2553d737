internal import Diagnostics
internal import Manifests
internal import TextSearch

/// Homebrew's manifest: formulas, and much that is no tool.
enum Brewfile: ForeignFormat {
  static let paths: [ForeignPath] = ["Brewfile"]

  /// The words for what only Homebrew installs.
  private static let otherWords: Set = [
    "tap", "cask", "mas", "whalebrew", "vscode", "go", "cargo", "npm", "uv", "krew", "flatpak",
  ]

  static func statements(in text: SourceText) throws(SyntaxProblems) -> [ForeignStatement] {
    /// For each open block, outermost first, the condition of the outermost block that has one, or
    /// `nil` if none has.
    var conditions: [String?] = []
    return try RubyStatements(text).statements.compactMap { statement in
      if statement.closesBlock { _ = conditions.popLast() }
      let condition = conditions.last ?? nil
      if statement.opensBlock { conditions.append(condition ?? statement.condition) }
      let isOfBlock = statement.opensBlock && statement.condition != nil
      if statement.closesBlock || statement.beginsBranch || isOfBlock { return nil }
      var content = content(of: statement)
      if case .tool = content, let condition { content = .other(.condition(condition)) }
      return ForeignStatement(statement.text, line: statement.line, content)
    }
  }

  private static func content(of statement: RubyCall) -> ForeignStatement.Content {
    if let word = statement.word, otherWords.contains(word), let name = statement.names.first {
      return .other(.kept("\(word) \(name)", by: .homebrew))
    }
    if statement.word == "cask_args" { return .other(.noCounterpart("cask_args")) }
    guard statement.word == "brew" else { return .other(.notUnderstood) }
    guard statement.isPlain, statement.names.count == 1, let formula = statement.names.first else {
      return .other(modifier(of: statement.text) ?? .notUnderstood)
    }
    // A formula with slashes comes from somebody's tap, so its name may mean anything.
    if formula.contains("/") { return .other(.kept(formula, by: .homebrew)) }
    let parts = formula.split(separator: "@", maxSplits: 1).map(String.init)
    guard let name = parts.first else { return .other(.notUnderstood) }
    return .tool(
      ForeignTool(
        name, parts.count == 2 ? .prefix(parts[1]) : .any, keeper: .homebrew, keptName: formula,
        remarks: statement.options.isEmpty ? [] : [.options(statement.options.map(\.name))]))
  }

  /// Returns the condition at the end of a statement, or `nil` if it has none.
  private static func modifier(of text: String) -> ImportRemark.Reason? {
    ["if", "unless"].lazy.compactMap { word in
      text.firstRange(of: " \(word) ").map { .condition("\(word) \(text[$0.upperBound...])") }
    }.first
  }
}
