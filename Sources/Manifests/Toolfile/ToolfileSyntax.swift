/// A statement of a Toolfile as it is written, before anybody asks what it means.
struct ToolfileStatement: Hashable, Sendable {
  let word: String
  let position: SourcePosition
  let arguments: [ToolfileArgument]
  /// nil for a statement without a block.
  let block: [ToolfileStatement]?
  /// The offset behind the last token, `end` included.
  let end: Int

  /// The arguments without a key.
  var values: [ToolfileValue] { arguments.filter { $0.key == nil }.map(\.value) }
}

struct ToolfileArgument: Hashable, Sendable {
  let key: ToolfileKey?
  let value: ToolfileValue
}

struct ToolfileKey: Hashable, Sendable {
  let name: String
  let position: SourcePosition
}

struct ToolfileValue: Hashable, Sendable {
  indirect enum Content: Hashable, Sendable {
    case string(String)
    case symbol(String)
    case integer(Int)
    case boolean(Bool)
    case array([ToolfileValue])
    case map([ToolfileMapEntry])
  }

  let content: Content
  let position: SourcePosition
  /// The offset behind it.
  let end: Int
}

struct ToolfileMapEntry: Hashable, Sendable {
  let key: ToolfileKey
  let value: ToolfileValue
}
