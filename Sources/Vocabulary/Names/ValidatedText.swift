/// A short text of a fixed form, such as a name or a version.
///
/// The text is validated once, when the value is created, and is not normalized.
package protocol ValidatedText: Hashable, Sendable, CustomStringConvertible {
  /// The maximum length of a text in bytes.
  static var maximumByteCount: Int { get }

  /// The text as written.
  var text: String { get }

  /// Returns whether a text may start with `byte`, provided that ``isAllowed(_:)`` accepts it too.
  static func canBegin(with byte: UInt8) -> Bool

  /// Returns whether a text may contain `byte`.
  static func isAllowed(_ byte: UInt8) -> Bool

  /// Creates a value from text that satisfies the rules of the type.
  init(checked: UncheckedText)
}

/// Text that ``ValidatedText/init(checked:)`` accepts without validation. Only this module can
/// create it.
package struct UncheckedText {
  @usableFromInline let text: String

  /// The text. Types in other modules read it here.
  package var content: String { text }

  /// Wraps text that is known to be valid.
  @usableFromInline init(text: String) { self.text = text }
}

extension ValidatedText {
  /// Returns `true`. By default, a text may start with any allowed byte.
  @inlinable package static func canBegin(with byte: UInt8) -> Bool { true }

  package var description: String { text }

  /// Creates a value from valid text, or returns `nil` if `text` is invalid.
  package init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    self.init(bytes, bytes.indices)
  }

  /// Creates a value from the bytes in `range`, or returns `nil` if they are invalid.
  ///
  /// Locks contain thousands of names, so other modules inline this initializer and specialize it.
  /// The generic code would call a function for each byte.
  @inlinable package init?(_ bytes: [UInt8], _ range: Range<Int>) {
    guard Self.fault(in: bytes, range) == nil else { return nil }
    self.init(checked: UncheckedText(text: String(decoding: bytes[range], as: UTF8.self)))
  }

  /// Returns the first fault of the text in `range`, or `nil` if the text is valid.
  @inlinable package static func fault(in bytes: [UInt8], _ range: Range<Int>) -> WordFault? {
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
  /// Compares the texts. For ASCII, this is the order of the byte values.
  package static func < (left: Self, right: Self) -> Bool { left.text < right.text }
}
