internal import Diagnostics
internal import Manifests

/// Homebrew's manifest: formulas, and much that is no tool.
enum Brewfile: ForeignFormat {
  static let paths: [ForeignPath] = ["Brewfile"]

  /// The words for what only Homebrew installs.
  private static let otherWords: Set = [
    "tap", "cask", "mas", "whalebrew", "vscode", "go", "cargo", "npm", "uv", "krew", "flatpak",
  ]
  /// The words of entries.
  private static let words = otherWords.union(["brew", "cask_args"])
  /// The name of Homebrew's own tap, and a slash.
  private static let core = "homebrew/core/"

  static func statements(in text: SourceText) throws(SyntaxProblems) -> [ForeignStatement] {
    /// For each open block, outermost first, the condition of the outermost block that has one, or
    /// `nil` if none has.
    var conditions: [String?] = []
    return try RubyStatements(text).statements.compactMap { statement in
      if statement.closesBlock { _ = conditions.popLast() }
      let condition = conditions.last ?? nil
      if statement.opensBlock { conditions.append(condition ?? statement.condition) }
      let opensCondition = statement.opensBlock && statement.condition != nil
      // `if OS.mac? && brew "jq"` also names a formula.
      let isOfBlock = opensCondition && statement.furtherWords.isDisjoint(with: words)
      if statement.closesBlock || statement.beginsBranch || isOfBlock { return nil }
      var content = content(of: statement)
      if case .tool = content, let condition { content = .other(.condition(condition)) }
      return ForeignStatement(
        statement.outline(knowing: words), line: statement.line, content)
    }
  }

  private static func content(of statement: RubyCall) -> ForeignStatement.Content {
    if let word = statement.word, otherWords.contains(word), let name = statement.names.first {
      return .other(.kept("\(word) \(name)", by: .homebrew))
    }
    if statement.word == "cask_args" { return .other(.noCounterpart("cask_args")) }
    guard statement.word == "brew" else { return .other(.notUnderstood) }
    if let condition = statement.modifier { return .other(.condition(condition)) }
    guard statement.isPlain, statement.names.count == 1, let formula = statement.names.first else {
      return .other(.notUnderstood)
    }
    // A formula with slashes comes from somebody's tap, so its name may mean anything.
    let ownName = formula.hasPrefix(core) ? String(formula.dropFirst(core.count)) : formula
    if ownName.contains("/") { return .other(.kept(formula, by: .homebrew)) }
    let parts = ownName.split(separator: "@", maxSplits: 1).map(String.init)
    guard let name = parts.first else { return .other(.notUnderstood) }
    return .tool(
      ForeignTool(
        name, parts.count == 2 ? .prefix(parts[1]) : .any, keeper: .homebrew, keptName: formula,
        remarks: statement.options.isEmpty ? [] : [.options(statement.options.map(\.name))]))
  }
}
