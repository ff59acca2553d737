/// The name of one of the files that an installation consists of: `CFPropertyList`.
///
/// 1 to 128 of `[A-Za-z0-9._-]`, no `-` or `.` first. Safe as part of a path.
package struct PartName: ValidatedText {
  package static let maximumByteCount = 128

  package let text: String

  package init(checked: UncheckedText) { text = checked.text }

  package static func canBegin(with byte: UInt8) -> Bool { byte.isIdentifier }

  package static func isAllowed(_ byte: UInt8) -> Bool {
    byte.isIdentifier || ".-".utf8.contains(byte)
  }
}
