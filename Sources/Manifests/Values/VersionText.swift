/// An exact version as its source spells it, the only form that becomes part of a path: 1 to 128
/// printable ASCII characters, no space, slash, backslash, colon, quote or `#`, no leading `-` or
/// `.`. A colon would end a directory on `PATH`; some file systems equate spellings beyond ASCII.
package struct VersionText: ValidatedText {
  package static let maximumByteCount = 128

  package let text: String

  package init(checked: UncheckedText) { text = checked.text }

  package static func canBegin(with byte: UInt8) -> Bool {
    byte != UInt8(ascii: "-") && byte != UInt8(ascii: ".")
  }

  package static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: ":"), UInt8(ascii: "#"),
      UInt8(ascii: "\""), UInt8(ascii: "'"):
      false
    default: byte.isPrintable
    }
  }
}
