/// A line of a lock with a first word that this program does not know, and where it stands.
package struct UnknownLockLine: Hashable, Sendable {
  /// As written, without indentation and line end.
  package let text: String
  /// It follows the `position`-th line of this word, counted from 1.
  let predecessor: LockWord
  let position: Int
}

/// Lines with an unknown first word at the margin, with the indented lines below it.
struct UnknownLockBlock: Hashable, Sendable {
  /// As written, without line ends.
  var lines: [String]
  /// The stanza above. nil: none, it stands before the first.
  let predecessor: ToolName?
}
