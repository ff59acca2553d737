/// An exact version as its source spells it. Paths of installations contain this form.
///
/// A version has 1 to 128 printable ASCII characters and does not start with `-` or `.`. It
/// contains no space, slash, backslash, colon, quote, or `#`. A colon would separate two folders
/// on `PATH`, and a file system may treat different non-ASCII spellings as the same name.
package struct VersionText: ValidatedText {
  package static let maximumByteCount = 128

  /// A placeholder for a version that cannot be read.
  package static let zero = VersionText(checked: UncheckedText(text: "0"))

  package let text: String

  /// Wraps a valid version.
  package init(checked: UncheckedText) { text = checked.text }

  /// Returns whether the byte is neither `-` nor `.`.
  @inlinable package static func canBegin(with byte: UInt8) -> Bool {
    byte != UInt8(ascii: "-") && byte != UInt8(ascii: ".")
  }

  /// Returns whether the byte is printable and not a slash, backslash, colon, quote, or `#`.
  @inlinable package static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: ":"), UInt8(ascii: "#"),
      UInt8(ascii: "\""), UInt8(ascii: "'"):
      false
    default: byte.isPrintable
    }
  }

  /// The version of which this is a build, `1.28.4` for `1.28.4+x1`, or `nil` if this names no
  /// build.
  package var withoutBuild: VersionText? {
    text.firstIndex(of: "+").flatMap { VersionText(String(text[..<$0])) }
  }

  /// Returns whether this is a build of `version`: `1.28.4+x1` is one of `1.28.4`.
  package func isBuild(of version: VersionText) -> Bool {
    text.hasPrefix(version.text + "+") && !version.text.contains("+")
  }
}
