/// An exact version as its source spells it, safe as part of a path: the only form in which a version becomes one.
///
/// 1 to 128 printable ASCII characters, no space, slash, backslash, colon, quote or `#`, no `-` or `.` first. A colon would end a
/// directory on `PATH`; two spellings of one character beyond ASCII are one name to some file systems.
package struct VersionText: Word {
  package static let maximumByteCount = 128

  package let text: String

  package init(checked: CheckedText) { text = checked.text }

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
