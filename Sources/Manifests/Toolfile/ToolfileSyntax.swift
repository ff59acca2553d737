/// A statement of a Toolfile as written, before interpretation.
struct ToolfileStatement: Hashable, Sendable {
  /// The word that begins the statement, such as `tool`.
  let word: String
  /// The position of ``word``.
  let position: SourcePosition
  let arguments: [ToolfileArgument]
  /// The statements of the block, or `nil` if there is no block.
  let block: [ToolfileStatement]?
  /// The offset after the last token of the statement. If there is a block, that token is the word
  /// that closes it.
  let end: Int

  /// The values of the arguments that are not options.
  var values: [ToolfileValue] { arguments.filter { $0.key == nil }.map(\.value) }
}

/// An argument of a statement: a value or an option.
struct ToolfileArgument: Hashable, Sendable {
  /// The key of the option, or `nil` if the argument is just a value.
  let key: ToolfileKey?
  let value: ToolfileValue
}

/// The key of an option or map entry, without its colon.
struct ToolfileKey: Hashable, Sendable {
  let name: String
  let position: SourcePosition
}

/// A literal and its position.
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
  /// The offset of the first byte after the value.
  let end: Int
}

/// A key and value of a map.
struct ToolfileMapEntry: Hashable, Sendable {
  let key: ToolfileKey
  let value: ToolfileValue
}
