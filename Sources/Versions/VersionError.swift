/// Why a text is not a version.
package enum VersionError: Error, Sendable, Hashable {
  /// Nothing but white space. (RubyGems itself reads that as `0`; a pin must say what it means.)
  case empty
  /// The text has `byteCount` bytes, more than ``Version/maximumByteCount``.
  case tooLong(byteCount: Int)
  /// A character that no version has: a control character, a space, anything beyond ASCII.
  /// `offset` counts bytes from the start of the text that was handed in.
  case forbiddenCharacter(Unicode.Scalar, offset: Int)
  /// Harmless characters that do not form a version of `scheme`.
  case malformed(text: String, scheme: VersionScheme)
}
