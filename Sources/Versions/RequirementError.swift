/// Why a text is not a requirement, and where in it.
package struct RequirementError: Error, Sendable, Hashable {
  package enum Reason: Sendable, Hashable {
    /// Nothing stands where a clause must: an empty text, or a comma with nothing beside it.
    case emptyClause
    /// A comparator without a version.
    case missingVersion
    /// Punctuation that is no comparator here: `^`, `==`, `~`.
    case unknownComparator(String)
    /// `*`, or `1.x`: a pattern instead of a version.
    case wildcard(String)
    /// A control character, or one beyond ASCII.
    case forbiddenCharacter(Unicode.Scalar)
    /// What stands for a version is none in any scheme: `latest`, `1..2`, `1 2`.
    case notAVersion(String)
    /// A version longer than ``Version/maximumByteCount``.
    case tooLong(byteCount: Int)
  }

  package let reason: Reason

  /// Which of the texts that were handed in, from 0.
  package let textIndex: Int

  /// Where in that text, in UTF-8 bytes from 0.
  package let offset: Int

  package init(_ reason: Reason, textIndex: Int, offset: Int) {
    self.reason = reason
    self.textIndex = textIndex
    self.offset = offset
  }
}
