internal import Diagnostics

/// Where a byte of a text stands, for the program and for a reader.
struct SourcePosition: Hashable, Sendable {
  let offset: Int
  /// From 1.
  let line: Int
  /// In characters, from 1.
  let column: Int

  func origin(in path: String) -> Origin { .file(path, line: line, column: column) }
}

/// A word of a Toolfile, in the sense of its grammar.
struct ToolfileToken {
  enum Kind: Equatable {
    case word(String)
    /// A word with the colon behind it.
    case key(String)
    case string(String)
    case symbol(String)
    case integer(Int)
    case comma
    case opening(Character)
    case closing(Character)
    case endOfLine
    case endOfFile
    /// What Ruby may know, and the grammar does not.
    case foreign(String)
  }

  let kind: Kind
  let position: SourcePosition
  /// The offset behind it.
  let end: Int

  /// What it is, for a message.
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
