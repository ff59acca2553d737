/// The reason why a text is not a requirement, and the position of the problem.
package struct RequirementError: Error, Sendable, Hashable {
  /// The problem with a text.
  package enum Reason: Sendable, Hashable {
    /// A clause is missing: the text is empty, or a comma has no clause before or after it.
    case emptyClause
    /// A comparator has no version.
    case missingVersion
    /// Punctuation that is not a comparator of this syntax, such as `^`, `==`, or `~`.
    case unknownComparator(String)
    /// A pattern instead of a version, such as `*` or `1.x`.
    case wildcard(String)
    /// The text states alternatives, as in `^18 || ^20`.
    case alternatives
    /// A control character, or a character beyond ASCII.
    case forbiddenCharacter(Unicode.Scalar)
    /// Text that is not a version in any scheme, such as `latest`, `1..2`, or `1 2`.
    case notAVersion(String)
    /// A version longer than ``Version/maximumByteCount``.
    case tooLong(byteCount: Int)
    /// Texts that are together longer than ``Requirement/maximumByteCount``.
    case listTooLong(byteCount: Int)
  }

  /// The problem.
  package let reason: Reason

  /// The index of the text in the list that was parsed.
  package let textIndex: Int

  /// The offset of the problem in that text, in UTF-8 bytes.
  package let offset: Int

  /// Creates an error at an offset in one of several texts.
  package init(_ reason: Reason, textIndex: Int, offset: Int) {
    self.reason = reason
    self.textIndex = textIndex
    self.offset = offset
  }
}
