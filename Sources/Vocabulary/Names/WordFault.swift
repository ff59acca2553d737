/// A reason a text is not a valid name or version.
package enum WordFault: Hashable, Sendable {
  case empty
  case tooLong(limit: Int)
  /// The text cannot start with this character.
  case start(Unicode.Scalar)
  /// The text cannot contain this character.
  case character(Unicode.Scalar)
}
