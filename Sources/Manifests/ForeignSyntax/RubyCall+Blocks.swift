/// The words that open blocks, and those that make statements depend on conditions.
extension RubyCall {
  /// The words that open a block without `do`.
  private static let blockWords: Set = [
    "if", "unless", "while", "until", "for", "case", "begin", "def", "class", "module",
  ]

  /// The words of blocks that run only under a condition, or several times.
  static let conditionWords: Set = ["if", "unless", "while", "until", "for", "case"]

  /// The words that begin another branch of a block.
  private static let branchWords: Set = ["else", "elsif", "when", "in"]

  /// Whether the statement only begins another branch of a block.
  package var beginsBranch: Bool {
    word.map(Self.branchWords.contains) ?? false
  }

  /// Returns the condition of the branch that the statement begins.
  ///
  /// - Parameter condition: The condition of the branch before it, or `nil` if it has none.
  package func condition(ofBranchAfter condition: String?) -> String? {
    if let own = self.condition { return own }
    let end = " … else"
    guard word == "else", let condition, !condition.hasSuffix(end) else { return condition }
    return condition + end
  }

  /// The words that make a statement depend on a condition.
  private static let modifiers: Set = ["if", "unless", "while", "until", "and", "or", "rescue"]

  /// The modifiers that state a condition at the end of a statement.
  private static let conditionModifiers: Set = ["if", "unless", "while", "until"]

  /// Returns the index of the word that begins the condition of a statement, or `nil` if there is
  /// none.
  static func modifierIndex(in tokens: [ToolfileToken]) -> Int? {
    var depth = 0
    return tokens.indices.dropFirst().first { index in
      depth += tokens[index].kind.depthChange
      guard depth == 0, case .word(let word) = tokens[index].kind else { return false }
      return conditionModifiers.contains(word)
    }
  }

  static func isModifier(_ token: ToolfileToken) -> Bool {
    if case .word(let word) = token.kind { modifiers.contains(word) } else { false }
  }

  /// Returns whether a word opens a block at the start of the statement, or of what it assigns.
  static func opensBlock(_ tokens: [ToolfileToken]) -> Bool {
    tokens.indices.contains { index in
      guard case .word(let word) = tokens[index].kind, blockWords.contains(word) else {
        return false
      }
      if index == 0 { return true }
      if case .foreign(let sign) = tokens[index - 1].kind { return sign.hasSuffix("=") }
      return false
    }
  }
}
