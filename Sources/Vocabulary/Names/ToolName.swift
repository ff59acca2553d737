/// The name of a tool, such as `clang-format`.
///
/// A name has 1 to 64 characters of `[a-z0-9._-]` and starts with a letter or digit, so it is safe
/// as a component of a path.
package struct ToolName: ValidatedText, Comparable {
  package static let maximumByteCount = 64

  /// A placeholder for a name that cannot be read.
  package static let unknown = ToolName(checked: UncheckedText(text: "unknown"))

  /// The name of this program.
  package static let bootstrap = ToolName(checked: UncheckedText(text: "bootstrap"))

  /// The tool that runs gems.
  package static let ruby = ToolName(checked: UncheckedText(text: "ruby"))

  /// Apple's development tools, which only exist on macOS.
  package static let xcode = ToolName(checked: UncheckedText(text: "xcode"))

  package let text: String

  /// Wraps a valid name.
  package init(checked: UncheckedText) { text = checked.text }

  /// The environment variable that overrides the pin of this tool, such as
  /// `BOOTSTRAP_CLANG_FORMAT_VERSION` for `clang-format`.
  ///
  /// Names that differ only in `-`, `.`, and `_` share a variable.
  package var environmentVariable: String {
    let middle = text.uppercased().map { $0 == "-" || $0 == "." ? "_" : $0 }
    return "BOOTSTRAP_\(String(middle))_VERSION"
  }

  /// Returns whether the byte is a lowercase letter or a digit.
  @inlinable package static func canBegin(with byte: UInt8) -> Bool { byte.isLowercaseOrDigit }

  /// Returns whether the byte is a lowercase letter, a digit, or one of `.`, `-`, and `_`.
  @inlinable package static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: byte.isLowercaseOrDigit
    }
  }
}
