internal import Diagnostics
internal import Manifests
internal import Versions

/// Homebrew's manifest: formulas, and much that is no tool.
enum Brewfile {
  /// The words for what a Toolfile cannot install.
  private static let otherWords: Set = [
    "tap", "cask", "cask_args", "mas", "whalebrew", "vscode", "go", "cargo", "npm", "uv", "krew",
    "flatpak",
  ]

  static func statements(in text: SourceText) throws(SyntaxProblems) -> [ForeignStatement] {
    /// For each open block, outermost first, the condition of the outermost block that has one, or
    /// `nil` if none has.
    var conditions: [String?] = []
    return try RubyStatements(text).statements.compactMap { statement in
      if statement.closesBlock { _ = conditions.popLast() }
      let condition = conditions.last ?? nil
      if statement.opensBlock { conditions.append(condition ?? statement.condition) }
      if statement.closesBlock || statement.beginsBranch { return nil }
      var content = content(of: statement)
      if case .tool = content, let condition { content = .other(.condition(condition)) }
      return ForeignStatement(statement.text, line: statement.line, content)
    }
  }

  private static func content(
    of statement: RubyCall
  ) -> ForeignStatement.Content {
    if let word = statement.word, otherWords.contains(word) { return .other(.noCounterpart(word)) }
    guard statement.word == "brew", statement.isPlain, statement.names.count == 1,
      let formula = statement.names.first
    else { return .other(.notUnderstood) }
    // A formula with slashes comes from somebody's tap, so its name may mean anything.
    if formula.contains("/") { return .other(.noCounterpart("tap")) }
    let parts = formula.split(separator: "@", maxSplits: 1)
    var requirement = Requirement.any
    if parts.count == 2 {
      guard let parsed = Requirement(translating: String(parts[1]), bare: .prefix) else {
        return .other(.requirement(String(parts[1])))
      }
      requirement = parsed
    }
    return .tool(
      ForeignTool(
        parts.first.map(String.init) ?? formula, requirement,
        remarks: statement.options.isEmpty ? [] : [.options(statement.options.map(\.name))]))
  }
}
