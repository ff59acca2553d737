/// A line of a lock whose first word this program does not know, and its place.
package struct UnknownLockLine: Hashable, Sendable {
  /// The line as written, without indentation and line ending.
  package let text: String
  /// The first word of the known line before it.
  let predecessor: LockWord
  /// The number of that line among those with the same first word, from 1.
  let position: Int
}

/// A group of lines that starts with an unknown, unindented word, up to the next stanza or block.
struct UnknownLockBlock: Hashable, Sendable {
  /// The lines as written, without line endings.
  var lines: [String]
  /// The tool of the preceding stanza; `nil` if the block precedes all stanzas.
  let predecessor: ToolName?
}
