/// The name of a group of tools, such as `release`.
///
/// A name has 1 to 64 characters of `[A-Za-z0-9_]` and does not start with a digit.
package struct GroupName: ValidatedText, Comparable {
  package static let maximumByteCount = 64

  /// The group of a tool that declares none.
  package static let `default` = GroupName(checked: UncheckedText(text: "default"))

  package let text: String

  /// Wraps a valid name.
  package init(checked: UncheckedText) { text = checked.text }

  /// Returns whether the byte is not a digit.
  @inlinable package static func canBegin(with byte: UInt8) -> Bool { !byte.isDigit }

  /// Returns whether the byte is a letter, a digit, or an underscore.
  @inlinable package static func isAllowed(_ byte: UInt8) -> Bool { byte.isIdentifier }
}
