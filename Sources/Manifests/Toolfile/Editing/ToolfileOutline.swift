internal import Vocabulary

/// The statements of a Toolfile without their positions, to compare a file before and after an
/// edit. Files with equal outlines have the same meaning.
struct ToolfileOutline {
  /// A statement.
  struct Line: Equatable {
    /// The number of blocks around the statement.
    let depth: Int
    let word: String
    var arguments: [Argument]
    let hasBlock: Bool
  }

  /// An argument of a statement. The key is `nil` if the argument is not an option.
  struct Argument: Equatable {
    let key: String?
    let value: Toolfile.Value
  }

  /// The statements in the order of the file. Those of a block follow the one that opens it.
  var lines: [Line] = []
  /// The offset of each statement in the file.
  private var offsets: [Int] = []

  init(_ statements: [ToolfileStatement]) { append(statements, depth: 0) }

  private mutating func append(_ statements: [ToolfileStatement], depth: Int) {
    for statement in statements {
      lines.append(
        Line(
          depth: depth, word: statement.word,
          arguments: statement.arguments.map {
            Argument(key: $0.key?.name, value: Toolfile.Value($0.value))
          }, hasBlock: statement.block != nil))
      offsets.append(statement.position.offset)
      append(statement.block ?? [], depth: depth + 1)
    }
  }

  /// Returns the index of a statement in ``lines``.
  func index(of statement: ToolfileStatement) -> Int {
    offsets.firstIndex(of: statement.position.offset) ?? offsets.endIndex
  }

  /// Returns the index after a statement and those of its block.
  func index(after statement: ToolfileStatement) -> Int {
    let start = index(of: statement)
    guard start < lines.endIndex else { return start }
    return lines[(start + 1)...].firstIndex { $0.depth <= lines[start].depth } ?? lines.endIndex
  }
}

extension ToolfileOutline.Line {
  /// Creates the line of a tool to add.
  init(_ tool: NewTool, depth: Int) {
    let texts = [tool.name.text] + tool.requirement.texts
    self.init(
      depth: depth, word: "tool",
      arguments: texts.map { .init(key: nil, value: .string($0)) }
        + tool.options.map { .init(key: $0.key, value: $0.value) },
      hasBlock: false)
  }
}
