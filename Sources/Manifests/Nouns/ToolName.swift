internal import Diagnostics

/// The name of a tool: `[a-z0-9]` first, then `[a-z0-9._-]`, at most 64 bytes. Safe as part of a
/// path.
package struct ToolName: Hashable, Sendable {
  package static let maximumByteCount = 64

  package let text: String

  /// nil for a text that is no name; nothing is changed on the way.
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

  /// The variable that overrides the pin of this tool: `BOOTSTRAP_CLANG_FORMAT_VERSION` for
  /// `clang-format`.
  ///
  /// Not one to one: `a-b` and `a.b` have the same.
  package var environmentVariable: String {
    let middle = text.uppercased().map { $0 == "-" || $0 == "." ? "_" : $0 }
    return "BOOTSTRAP_\(String(middle))_VERSION"
  }

  static func flaw(in bytes: [UInt8], _ range: Range<Int>) -> WordFlaw? {
    if range.isEmpty { return .empty }
    let first = bytes[range.lowerBound]
    if !first.isLowercaseOrDigit { return .start(scalar(in: bytes, at: range.lowerBound)) }
    for index in range where !isAllowed(bytes[index]) {
      return .character(scalar(in: bytes, at: index))
    }
    return range.count > maximumByteCount ? .tooLong(limit: maximumByteCount) : nil
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: byte.isLowercaseOrDigit
    }
  }
}

extension ToolName: Comparable, CustomStringConvertible {
  package static func < (left: ToolName, right: ToolName) -> Bool { left.text < right.text }

  package var description: String { text }
}
