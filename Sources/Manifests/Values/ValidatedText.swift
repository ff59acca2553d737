internal import Diagnostics

/// A short text of a fixed form, such as a name or a version, checked once and kept as written.
package protocol ValidatedText: Hashable, Sendable, CustomStringConvertible {
  static var maximumByteCount: Int { get }

  /// The text exactly as written.
  var text: String { get }

  /// Returns whether a text may start with `byte`, which ``isAllowed(_:)`` must accept as well.
  static func canBegin(with byte: UInt8) -> Bool

  /// Returns whether a text may contain `byte`.
  static func isAllowed(_ byte: UInt8) -> Bool

  /// Wraps a text that satisfies the rules of the type.
  init(checked: UncheckedText)
}

/// A text that ``ValidatedText/init(checked:)`` trusts to be valid. Only this module can
/// create one.
package struct UncheckedText {
  let text: String
}

extension ValidatedText {
  /// Returns `true`: by default, a text may start with any allowed byte.
  package static func canBegin(with byte: UInt8) -> Bool { true }

  package var description: String { text }

  /// Validates a text without normalizing it; `nil` if it is invalid.
  package init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    self.init(bytes, bytes.indices)
  }

  init?(_ bytes: [UInt8], _ range: Range<Int>) {
    guard Self.fault(in: bytes, range) == nil else { return nil }
    self.init(checked: UncheckedText(text: String(decoding: bytes[range], as: UTF8.self)))
  }

  /// Returns the first fault of a text; `nil` if the text is valid.
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
  /// Compares the texts; for ASCII, this is the order of the codes.
  package static func < (left: Self, right: Self) -> Bool { left.text < right.text }
}
