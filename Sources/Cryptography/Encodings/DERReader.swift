/// Reads the elements of a DER encoding in their order (X.690, 10).
///
/// It accepts only tags and lengths that DER permits: every length is definite and in its shortest
/// form, and only SEQUENCE and SET consist of elements. It does not support tag numbers above 30,
/// which certificates do not use.
package struct DERReader: Sendable {
  /// A tag with its content.
  package struct Element: Hashable, Sendable {
    /// The identifier octet, such as 0x30 for a SEQUENCE.
    package let tag: UInt8
    /// The bytes after the length.
    package let content: ArraySlice<UInt8>

    /// Whether the content consists of elements.
    package var isConstructed: Bool { tag & 0x20 != 0 }
  }

  package static let octetString: UInt8 = 0x04
  package static let objectIdentifier: UInt8 = 0x06
  package static let utf8String: UInt8 = 0x0c
  package static let sequence: UInt8 = 0x30

  /// Returns the tag of a context-specific element (X.690, 8.1.2).
  package static func context(_ number: UInt8, isConstructed: Bool = false) -> UInt8 {
    (isConstructed ? 0xa0 : 0x80) | number
  }

  private var rest: ArraySlice<UInt8>

  /// Creates a reader of a sequence of elements, such as the content of a SEQUENCE.
  package init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// Whether all bytes have been read.
  package var isAtEnd: Bool { rest.isEmpty }

  /// Reads the next element. Returns `nil` at the end, and if the bytes are not an element.
  package mutating func next() -> Element? {
    var bytes = rest
    guard let tag = bytes.popFirst(), Self.isValid(tag), let length = Self.length(&bytes),
      length <= bytes.count
    else { return nil }
    rest = bytes.dropFirst(length)
    return Element(tag: tag, content: bytes.prefix(length))
  }

  /// Reads the content of the next element, or returns `nil` if its tag is not `tag`.
  package mutating func next(_ tag: UInt8) -> ArraySlice<UInt8>? {
    guard rest.first == tag else { return nil }
    return next()?.content
  }

  /// Returns the content of the only element in `bytes`, or `nil` if there is anything else.
  package static func only(_ tag: UInt8, in bytes: [UInt8]) -> ArraySlice<UInt8>? {
    var reader = DERReader(bytes[...])
    guard let content = reader.next(tag), reader.isAtEnd else { return nil }
    return content
  }

  /// Returns whether a tag is known and, if it is universal, has the form of its type
  /// (X.690, 8.9.1, 8.11.1, 10.2).
  private static func isValid(_ tag: UInt8) -> Bool {
    let (isUniversal, isConstructed, number) = (tag & 0xc0 == 0, tag & 0x20 != 0, tag & 0x1f)
    return number != 0x1f && (!isUniversal || isConstructed == (16...17).contains(number))
  }

  /// Reads a length (X.690, 8.1.3) of at most three bytes, in its shortest form.
  private static func length(_ bytes: inout ArraySlice<UInt8>) -> Int? {
    guard let first = bytes.popFirst() else { return nil }
    if first < 0x80 { return Int(first) }
    let count = Int(first & 0x7f)
    guard 1...3 ~= count, bytes.count >= count, bytes.first != 0 else { return nil }
    let length = bytes.prefix(count).reduce(0) { $0 << 8 | Int($1) }
    bytes = bytes.dropFirst(count)
    return length < 0x80 ? nil : length
  }
}

extension DERReader {
  /// Returns whether `bytes` are exactly one SEQUENCE whose elements, down to the innermost, all
  /// have the form that this type reads.
  ///
  /// libcrypto also reads BER, ignores trailing bytes, and recurses. Input from outside must
  /// therefore pass this check first.
  static func isSequence(_ bytes: [UInt8], maximumByteCount: Int = 64 * 1024) -> Bool {
    guard bytes.count <= maximumByteCount, let content = only(sequence, in: bytes) else {
      return false
    }
    return areElements(content, depth: 1)
  }

  /// The maximum nesting depth.
  private static let maximumDepth = 24

  /// Returns whether the bytes are a sequence of valid elements.
  private static func areElements(_ bytes: ArraySlice<UInt8>, depth: Int) -> Bool {
    var reader = DERReader(bytes)
    while !reader.isAtEnd {
      guard let element = reader.next() else { return false }
      guard element.isConstructed else { continue }
      guard depth < maximumDepth, areElements(element.content, depth: depth + 1) else {
        return false
      }
    }
    return true
  }
}
