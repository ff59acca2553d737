/// The pairs of brackets in the tokens of a program in Ruby. A bracket without its counterpart
/// belongs to none.
struct RubyBrackets {
  /// The index of the closing bracket by that of the opening one, without the braces of blocks.
  private(set) var closings: [Int: Int] = [:]
  /// The indices of the braces that open a block.
  private(set) var blockOpenings: Set<Int> = []
  /// The indices of the braces that close a block.
  private(set) var blockClosings: Set<Int> = []

  init(_ tokens: [ToolfileToken]) {
    var openings: [(index: Int, closing: Character)] = []
    /// The brackets that open after `->`, by the index of their counterpart.
    var parameters: Set<Int> = []
    for (index, token) in tokens.enumerated() {
      if let closing = token.kind.closingBracket { openings.append((index, closing)) }
      guard let bracket = token.kind.closedBracket else { continue }
      guard let opening = openings.popLast(), opening.closing == bracket else {
        // Where the others belong is unknown.
        openings = []
        continue
      }
      let previous = opening.index > 0 ? tokens[opening.index - 1].kind : nil
      if previous == .foreign("->") { parameters.insert(index) }
      if bracket == "}", let previous, previous.canHaveBlock,
        !parameters.contains(opening.index - 1)
      {
        blockOpenings.insert(opening.index)
        blockClosings.insert(index)
      } else {
        closings[opening.index] = index
      }
    }
  }
}

extension ToolfileToken.Kind {
  /// The closing bracket that matches an opening one, or `nil` for another token.
  var closingBracket: Character? {
    switch self {
    case .opening("["): "]"
    case .opening("{"): "}"
    case .foreign("("): ")"
    default: nil
    }
  }

  /// The opening bracket that matches a closing one, or `nil` for another token.
  var closedBracket: Character? {
    switch self {
    case .closing(let character): character
    case .foreign(")"): ")"
    default: nil
    }
  }

  /// Whether a brace after the token opens a block, and not a table or the body of a function.
  fileprivate var canHaveBlock: Bool {
    switch self {
    case .word("lambda"), .word("proc"): false
    case .word, .string, .symbol, .closing("]"), .foreign(")"): true
    default: false
    }
  }
}
