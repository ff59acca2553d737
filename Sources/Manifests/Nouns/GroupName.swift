/// The name of a group of tools: an identifier of letters, digits and underscores, at most 64
/// bytes.
package struct GroupName: Hashable, Sendable {
  package static let maximumByteCount = 64

  /// Where a tool is that no group is said of.
  package static let `default` = GroupName(checked: "default")

  package let text: String

  private init(checked text: String) {
    self.text = text
  }

  /// nil for a text that is no such name; nothing is changed on the way.
  package init?(_ text: some StringProtocol) {
    let bytes = text.utf8
    guard let first = bytes.first, !first.isDigit, bytes.count <= Self.maximumByteCount,
      bytes.allSatisfy(\.isIdentifier)
    else { return nil }
    self.text = String(text)
  }
}

extension GroupName: Comparable, CustomStringConvertible {
  package static func < (left: GroupName, right: GroupName) -> Bool { left.text < right.text }

  package var description: String { text }
}
