/// The name of a hook in a `Toolfile`, such as `hooks-path`.
///
/// A name has 1 to 64 characters of `[A-Za-z0-9._-]` and starts with a letter or a digit.
package struct HookName: ValidatedText, Comparable {
  package static let maximumByteCount = 64

  package let text: String

  /// Wraps a valid name.
  package init(checked: UncheckedText) { text = checked.text }

  /// Returns whether the byte is a letter or a digit.
  @inlinable package static func canBegin(with byte: UInt8) -> Bool {
    byte.isIdentifier && byte != UInt8(ascii: "_")
  }

  /// Returns whether the byte is a letter, a digit, an underscore, a hyphen, or a dot.
  @inlinable package static func isAllowed(_ byte: UInt8) -> Bool {
    byte.isIdentifier || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }
}
