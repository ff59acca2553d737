/// The name of a part, which is a file that an installation contains in addition to its artifact,
/// such as `CFPropertyList`.
///
/// A name has 1 to 128 characters of `[A-Za-z0-9._-]` and does not start with `-` or `.`, so it is
/// safe as a component of a path.
package struct PartName: ValidatedText {
  package static let maximumByteCount = 128

  package let text: String

  /// Wraps a valid name.
  package init(checked: UncheckedText) { text = checked.text }

  /// Returns whether the byte is a letter, a digit, or an underscore.
  @inlinable package static func canBegin(with byte: UInt8) -> Bool { byte.isIdentifier }

  /// Returns whether the byte is a letter, a digit, or one of `_`, `.`, and `-`.
  @inlinable package static func isAllowed(_ byte: UInt8) -> Bool {
    byte.isIdentifier || ".-".utf8.contains(byte)
  }
}
