/// The name of an executable and of its shim, such as `npx`, `clang++`, or `FileCheck`.
///
/// A name has 1 to 128 printable ASCII characters, does not start with `-` or `.`, and contains no
/// space, slash, backslash, or quote.
package struct ExecutableName: ValidatedText, Comparable {
  package static let maximumByteCount = 128

  package let text: String

  /// Wraps a valid name.
  package init(checked: UncheckedText) { text = checked.text }

  /// The name in lowercase. Names with the same one are the same file on a file system that folds
  /// case.
  package var caseFolded: String { text.lowercased() }

  /// Returns whether the byte is neither `-` nor `.`.
  @inlinable package static func canBegin(with byte: UInt8) -> Bool {
    byte != UInt8(ascii: "-") && byte != UInt8(ascii: ".")
  }

  /// Returns whether the byte is printable and not a slash, backslash, or quote.
  @inlinable package static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"): false
    default: byte.isPrintable
    }
  }
}
