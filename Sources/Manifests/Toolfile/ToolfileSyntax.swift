/// A statement of a Toolfile as written, before interpretation.
struct ToolfileStatement: Hashable, Sendable {
  let word: String
  let position: SourcePosition
  let arguments: [ToolfileArgument]
  /// The statements of the block; `nil` if there is no block.
  let block: [ToolfileStatement]?
  /// The offset after the last token, which is the `end` of a block.
  let end: Int

  /// The values of the arguments without a key.
  var values: [ToolfileValue] { arguments.filter { $0.key == nil }.map(\.value) }
}

/// A value of a statement; `key` is `nil` unless the argument is an option.
struct ToolfileArgument: Hashable, Sendable {
  let key: ToolfileKey?
  let value: ToolfileValue
}

/// The key of an option or map entry, without its colon.
struct ToolfileKey: Hashable, Sendable {
  let name: String
  let position: SourcePosition
}

/// A literal and its place.
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
  /// The offset after the value.
  let end: Int
}

struct ToolfileMapEntry: Hashable, Sendable {
  let key: ToolfileKey
  let value: ToolfileValue
}
