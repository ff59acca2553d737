internal import Diagnostics

/// The name of a command that a tool provides, and of its shim: `npx`, `clang++`, `FileCheck`.
///
/// 1 to 128 printable ASCII characters, no space, slash, backslash or quote, no `-` or `.` first.
package struct ExecutableName: Hashable, Sendable {
  package static let maximumByteCount = 128

  package let text: String

  /// nil for a text that is no such name; nothing is changed on the way.
  package init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard Self.flaw(in: bytes[...]) == nil else { return nil }
    self.text = String(text)
  }

  init?(bytes: ArraySlice<UInt8>) {
    guard Self.flaw(in: bytes) == nil else { return nil }
    text = String(decoding: bytes, as: UTF8.self)
  }

  static func flaw(in bytes: ArraySlice<UInt8>) -> WordFlaw? {
    guard let first = bytes.first else { return .empty }
    if first == UInt8(ascii: "-") || first == UInt8(ascii: ".") {
      return .start(Unicode.Scalar(first))
    }
    for (index, byte) in zip(bytes.indices, bytes)
    where !byte.isPrintable || "/\\\"'".utf8.contains(byte) {
      return .character(scalar(in: bytes, at: index))
    }
    return bytes.count > maximumByteCount ? .tooLong(limit: maximumByteCount) : nil
  }
}

extension ExecutableName: Comparable, CustomStringConvertible {
  package static func < (left: ExecutableName, right: ExecutableName) -> Bool {
    left.text < right.text
  }

  package var description: String { text }
}
