internal import Diagnostics

/// The name of a tool: `[a-z0-9]` first, then `[a-z0-9._-]`, at most 64 bytes. Safe as part of a path.
package struct ToolName: Hashable, Sendable {
  package static let maximumByteCount = 64

  package let text: String

  /// nil for a text that is no name; nothing is changed on the way.
  package init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard Self.flaw(in: bytes[...]) == nil else { return nil }
    self.text = String(text)
  }

  init?(bytes: ArraySlice<UInt8>) {
    guard Self.flaw(in: bytes) == nil else { return nil }
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// The variable that overrides the pin of this tool: `BOOTSTRAP_CLANG_FORMAT_VERSION` for `clang-format`.
  ///
  /// Not one to one: `a-b` and `a.b` have the same.
  package var environmentVariable: String {
    let middle = text.uppercased().map { $0 == "-" || $0 == "." ? "_" : $0 }
    return "BOOTSTRAP_\(String(middle))_VERSION"
  }

  static func flaw(in bytes: ArraySlice<UInt8>) -> WordFlaw? {
    guard let first = bytes.first else { return .empty }
    if !first.isLowercaseOrDigit { return .start(scalar(in: bytes, at: bytes.startIndex)) }
    for (index, byte) in zip(bytes.indices, bytes)
    where !byte.isLowercaseOrDigit && !".-_".utf8.contains(byte) {
      return .character(scalar(in: bytes, at: index))
    }
    return bytes.count > maximumByteCount ? .tooLong(limit: maximumByteCount) : nil
  }
}

extension ToolName: Comparable, CustomStringConvertible {
  package static func < (left: ToolName, right: ToolName) -> Bool { left.text < right.text }

  package var description: String { text }
}
