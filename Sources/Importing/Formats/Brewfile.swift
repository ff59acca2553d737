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
  /// The word for applications of the Mac App Store, whose names are titles.
  private static let store = "mas"
  /// The name of Homebrew's own tap, and a slash.
  private static let core = "homebrew/core/"

  /// An open block.
  private struct Block {
    /// The condition of the outermost block that has one, or `nil` if none has.
    var condition: String?
    /// Whether this block has the condition.
    let hasOwnCondition: Bool
  }

  static func statements(in text: SourceText) throws(SyntaxProblems) -> [ForeignStatement] {
    /// The open blocks, outermost first.
    var blocks: [Block] = []
    return try RubyStatements(text).statements.compactMap { statement in
      if statement.closesBlock { _ = blocks.popLast() }
      if statement.beginsBranch, let block = blocks.last, block.hasOwnCondition {
        blocks[blocks.count - 1].condition = statement.condition(ofBranchAfter: block.condition)
      }
      let condition = blocks.last?.condition
      if statement.opensBlock {
        blocks.append(
          Block(
            condition: condition ?? statement.condition,
            hasOwnCondition: condition == nil && statement.condition != nil))
      }
      let opensCondition = statement.opensBlock && statement.condition != nil
      // `if OS.mac? && brew "jq"` also names a formula.
      let isOfBlock = opensCondition && statement.furtherWords.isDisjoint(with: words)
      if statement.closesBlock || statement.beginsBranch || isOfBlock { return nil }
      let isOfStore = statement.word == store
      var content = content(of: statement)
      if case .tool = content, let condition { content = .other(.condition(condition)) }
      return ForeignStatement(
        statement.foreignOutline(knowing: words, admittingTitles: isOfStore), line: statement.line,
        content)
    }
  }

  private static func content(of statement: RubyCall) -> ForeignStatement.Content {
    if let word = statement.word, otherWords.contains(word), let name = statement.names.first,
      ForeignName.isReference(name) || word == store && ForeignName.isTitle(name)
    {
      // What follows the name is not shown, such as the address of a tap.
      return .other(.kept("\(word) \(name)", by: .homebrew))
    }
    if !statement.hasShownNames(admittingTitles: statement.word == store) {
      return .other(.notAName)
    }
    if statement.word == "cask_args" { return .other(.noCounterpart("cask_args")) }
    guard statement.word == "brew" else { return .other(.notUnderstood) }
    if let condition = statement.modifier { return .other(.condition(condition)) }
    guard statement.isPlain, statement.names.count == 1, let formula = statement.names.first else {
      return .other(.notUnderstood)
    }
    let ownName = formula.hasPrefix(core) ? String(formula.dropFirst(core.count)) : formula
    let path = ownName.split(separator: "/").map(String.init)
    let parts = (path.last ?? "").split(separator: "@", maxSplits: 1).map(String.init)
    guard let name = parts.first else { return .other(.notUnderstood) }
    return .tool(
      ForeignTool(
        name, parts.count == 2 ? .prefix(parts[1]) : .any,
        // A formula with slashes comes from somebody's tap, so its name may mean anything.
        package: path.count > 1 ? .init(source: ForeignTool.Package.tap, name: ownName) : nil,
        keeper: .homebrew, keptName: formula,
        remarks: statement.options.isEmpty ? [] : [.options(statement.options.map(\.name))]))
  }
}
