internal import Diagnostics

/// An exact version as its source spells it, safe as part of a path: the only form in which a
/// version becomes one.
///
/// 1 to 128 printable ASCII characters, no space, slash, backslash, colon, quote or `#`, no `-` or
/// `.` first. A colon would end a directory on `PATH`; two spellings of one character beyond ASCII
/// are one name to some file systems.
package struct VersionText: Hashable, Sendable {
  package static let maximumByteCount = 128

  package let text: String

  /// nil for a text that is no such version; nothing is changed on the way.
  package init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard Self.flaw(in: bytes, bytes.indices) == nil else { return nil }
    self.text = String(text)
  }

  init(checked text: String) {
    self.text = text
  }

  init?(_ bytes: [UInt8], _ range: Range<Int>) {
    guard Self.flaw(in: bytes, range) == nil else { return nil }
    text = String(decoding: bytes[range], as: UTF8.self)
  }

  static func flaw(in bytes: [UInt8], _ range: Range<Int>) -> WordFlaw? {
    if range.isEmpty { return .empty }
    let first = bytes[range.lowerBound]
    if first == UInt8(ascii: "-") || first == UInt8(ascii: ".") {
      return .start(Unicode.Scalar(first))
    }
    for index in range where !isAllowed(bytes[index]) {
      return .character(scalar(in: bytes, at: index))
    }
    return range.count > maximumByteCount ? .tooLong(limit: maximumByteCount) : nil
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: ":"), UInt8(ascii: "#"),
      UInt8(ascii: "\""), UInt8(ascii: "'"):
      false
    default: byte.isPrintable
    }
  }
}

extension VersionText: CustomStringConvertible {
  package var description: String { text }
}
