internal import Diagnostics
internal import Vocabulary

/// The position of a byte in a text, both as an offset and as a line and column for messages.
package struct SourcePosition: Hashable, Sendable {
  /// The offset in bytes from the start of the text.
  package let offset: Int
  /// The line, counted from 1.
  package let line: Int
  /// The column in characters, counted from 1.
  package let column: Int

  /// Returns the position as an origin in the file at `path`.
  func origin(in path: String) -> Origin { .file(path, line: line, column: column) }
}

/// A token of a Toolfile's grammar.
package struct ToolfileToken {
  /// The kind of a token, with its content.
  package enum Kind: Equatable {
    case word(String)
    /// A word directly followed by a colon; the payload omits the colon.
    case key(String)
    case string(String)
    case symbol(String)
    case integer(Int)
    case comma
    case opening(Character)
    case closing(Character)
    case endOfLine
    case endOfFile
    /// Text outside the grammar of a Toolfile, which may be valid Ruby.
    case foreign(String)
  }

  package let kind: Kind
  /// The position of the first byte.
  package let position: SourcePosition
  /// The offset of the first byte after the token.
  package let end: Int

  /// The token as messages describe it.
  var element: SyntaxElement {
    switch kind {
    case .word(let text), .foreign(let text): .text(text)
    case .key(let text): .text("\(text):")
    case .string: .string
    case .symbol: .symbol
    case .integer: .integer
    case .comma: .comma
    case .opening(let character), .closing(let character): .text(String(character))
    case .endOfLine: .endOfLine
    case .endOfFile: .endOfFile
    }
  }
}
