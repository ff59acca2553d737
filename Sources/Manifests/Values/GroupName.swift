/// The name of a tool group: an identifier of letters, digits and underscores, at most 64 bytes.
package struct GroupName: ValidatedText, Comparable {
  package static let maximumByteCount = 64

  /// The group of a tool that declares none.
  package static let `default` = GroupName(checked: UncheckedText(text: "default"))

  package let text: String

  package init(checked: UncheckedText) { text = checked.text }

  package static func canBegin(with byte: UInt8) -> Bool { !byte.isDigit }

  package static func isAllowed(_ byte: UInt8) -> Bool { byte.isIdentifier }
}
