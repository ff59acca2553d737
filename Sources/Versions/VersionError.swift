/// The reason why a text is not a version.
package enum VersionError: Error, Sendable, Hashable {
  /// The text is empty or consists of whitespace. (RubyGems parses it as `0`, but a pin must be
  /// explicit.)
  case empty
  /// The text has `byteCount` bytes, more than ``Version/maximumByteCount``.
  case tooLong(byteCount: Int)
  /// The text contains a character that is invalid in every version: a control character, a
  /// space, or anything beyond ASCII. `offset` is in UTF-8 bytes from the start of the
  /// original text.
  case forbiddenCharacter(Unicode.Scalar, offset: Int)
  /// The characters are permitted but do not form a version of `scheme`.
  case malformed(text: String, scheme: VersionScheme)
}
