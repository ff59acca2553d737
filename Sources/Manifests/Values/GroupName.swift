/// The name of a group of tools: an identifier of letters, digits, and underscores, at most
/// 64 bytes.
package struct GroupName: ValidatedText, Comparable {
  package static let maximumByteCount = 64

  /// The group of a tool that declares none.
  package static let `default` = GroupName(checked: UncheckedText(text: "default"))

  package let text: String

  /// Wraps a valid name.
  package init(checked: UncheckedText) { text = checked.text }

  /// Returns whether the byte is not a digit.
  package static func canBegin(with byte: UInt8) -> Bool { !byte.isDigit }

  /// Returns whether the byte is a letter, a digit, or an underscore.
  package static func isAllowed(_ byte: UInt8) -> Bool { byte.isIdentifier }
}
