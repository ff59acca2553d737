internal import Diagnostics

/// A short text of a fixed form, checked once and kept as written: a name, a version.
package protocol ValidatedText: Hashable, Sendable, CustomStringConvertible {
  static var maximumByteCount: Int { get }

  var text: String { get }

  /// Whether a word may begin with `byte`, which ``isAllowed(_:)`` must accept as well.
  static func canBegin(with byte: UInt8) -> Bool

  static func isAllowed(_ byte: UInt8) -> Bool

  init(checked: UncheckedText)
}

/// A text that a ``Word`` accepts unchecked. Only this module creates one.
package struct UncheckedText {
  let text: String
}

extension ValidatedText {
  package static func canBegin(with byte: UInt8) -> Bool { true }

  package var description: String { text }

  /// nil if `text` is not such a word; it is not normalized.
  package init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    self.init(bytes, bytes.indices)
  }

  init?(_ bytes: [UInt8], _ range: Range<Int>) {
    guard Self.fault(in: bytes, range) == nil else { return nil }
    self.init(checked: UncheckedText(text: String(decoding: bytes[range], as: UTF8.self)))
  }

  static func fault(in bytes: [UInt8], _ range: Range<Int>) -> WordFault? {
    if range.isEmpty { return .empty }
    if !canBegin(with: bytes[range.lowerBound]) {
      return .start(scalar(in: bytes, at: range.lowerBound))
    }
    for index in range where !isAllowed(bytes[index]) {
      return .character(scalar(in: bytes, at: index))
    }
    return range.count > maximumByteCount ? .tooLong(limit: maximumByteCount) : nil
  }
}

extension ValidatedText where Self: Comparable {
  package static func < (left: Self, right: Self) -> Bool { left.text < right.text }
}
