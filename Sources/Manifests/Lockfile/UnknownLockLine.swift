internal import Vocabulary

/// A line of a lock with an unknown first word, and its position relative to known lines.
package struct UnknownLockLine: Hashable, Sendable {
  /// The line as written, without its indentation and line ending.
  package let text: String
  /// The first word of the preceding known line.
  let predecessor: LockWord
  /// The index, from 1, of the preceding known line among the lines with the same first word.
  let position: Int
}

/// A group of lines that starts with an unknown, unindented word and extends to the next stanza
/// or block.
struct UnknownLockBlock: Hashable, Sendable {
  /// The lines as written, without line endings.
  var lines: [String]
  /// The tool of the preceding stanza, or `nil` if the block precedes all stanzas.
  let predecessor: ToolName?
}
