/// The name of a group of tools: an identifier of letters, digits and underscores, at most 64 bytes.
package struct GroupName: Word, Comparable {
  package static let maximumByteCount = 64

  /// Where a tool is that no group is said of.
  package static let `default` = GroupName(checked: CheckedText(text: "default"))

  package let text: String

  package init(checked: CheckedText) { text = checked.text }

  package static func canBegin(with byte: UInt8) -> Bool { !byte.isDigit }

  package static func isAllowed(_ byte: UInt8) -> Bool { byte.isIdentifier }
}
