/// The name of a tool: `[a-z0-9]`, then `[a-z0-9._-]`, at most 64 bytes. It is safe in a path.
package struct ToolName: ValidatedText, Comparable {
  package static let maximumByteCount = 64

  package let text: String

  /// Wraps a valid name.
  package init(checked: UncheckedText) { text = checked.text }

  /// The variable that overrides the pin of this tool: `BOOTSTRAP_CLANG_FORMAT_VERSION` for
  /// `clang-format`. The tools `a-b` and `a.b` share a variable.
  package var environmentVariable: String {
    let middle = text.uppercased().map { $0 == "-" || $0 == "." ? "_" : $0 }
    return "BOOTSTRAP_\(String(middle))_VERSION"
  }

  /// Returns whether the byte is a lowercase letter or a digit.
  package static func canBegin(with byte: UInt8) -> Bool { byte.isLowercaseOrDigit }

  /// Returns whether the byte is a lowercase letter, a digit, or one of `.`, `-`, and `_`.
  package static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: byte.isLowercaseOrDigit
    }
  }
}
