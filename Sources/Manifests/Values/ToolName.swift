/// The name of a tool, safe in a path: `[a-z0-9]`, then `[a-z0-9._-]`, at most 64 bytes.
package struct ToolName: ValidatedText, Comparable {
  package static let maximumByteCount = 64

  package let text: String

  package init(checked: UncheckedText) { text = checked.text }

  /// The variable that overrides this tool's pin: `BOOTSTRAP_CLANG_FORMAT_VERSION` for
  /// `clang-format`. `a-b` and `a.b` share one.
  package var environmentVariable: String {
    let middle = text.uppercased().map { $0 == "-" || $0 == "." ? "_" : $0 }
    return "BOOTSTRAP_\(String(middle))_VERSION"
  }

  package static func canBegin(with byte: UInt8) -> Bool { byte.isLowercaseOrDigit }

  package static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: byte.isLowercaseOrDigit
    }
  }
}
