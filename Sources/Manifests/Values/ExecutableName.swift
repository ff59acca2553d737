/// The name of a command that a tool provides, and of its shim: `npx`, `clang++`, `FileCheck`.
///
/// 1 to 128 printable ASCII characters, no space, slash, backslash or quote, no `-` or `.` first.
package struct ExecutableName: ValidatedText, Comparable {
  package static let maximumByteCount = 128

  package let text: String

  package init(checked: UncheckedText) { text = checked.text }

  package static func canBegin(with byte: UInt8) -> Bool {
    byte != UInt8(ascii: "-") && byte != UInt8(ascii: ".")
  }

  package static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"): false
    default: byte.isPrintable
    }
  }
}
