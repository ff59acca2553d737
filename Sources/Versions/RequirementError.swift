/// The reason why a text is not a requirement, and where it fails.
package struct RequirementError: Error, Sendable, Hashable {
  /// What is wrong with a text.
  package enum Reason: Sendable, Hashable {
    /// A clause is missing: the text is empty, or a comma has nothing beside it.
    case emptyClause
    /// A comparator has no version.
    case missingVersion
    /// Punctuation that is not a comparator of this syntax: `^`, `==`, `~`.
    case unknownComparator(String)
    /// A pattern instead of a version: `*`, `1.x`.
    case wildcard(String)
    /// A control character, or a character beyond ASCII.
    case forbiddenCharacter(Unicode.Scalar)
    /// Text in the place of a version that is invalid in every scheme: `latest`, `1..2`, `1 2`.
    case notAVersion(String)
    /// A version longer than ``Version/maximumByteCount``.
    case tooLong(byteCount: Int)
  }

  package let reason: Reason

  /// The index of the text in the list that was parsed.
  package let textIndex: Int

  /// The position in that text, in UTF-8 bytes from 0.
  package let offset: Int

  /// Creates an error at a position in one of several texts.
  package init(_ reason: Reason, textIndex: Int, offset: Int) {
    self.reason = reason
    self.textIndex = textIndex
    self.offset = offset
  }
}
