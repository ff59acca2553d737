/// The address of an artifact or part: a URL (RFC 3986), or a reference for its source to resolve.
///
/// An address has 1 to 4,096 printable ASCII characters and no space, quote, or backslash. It also
/// contains no user name or password, because locks are committed.
package struct ArtifactURL: Hashable, Sendable {
  package static let maximumByteCount = 4096

  /// A reason a text is not a valid address.
  package enum Fault: Hashable, Sendable {
    case empty, tooLong, character, credentials
  }

  package let text: String

  /// Creates an address from valid text, or returns `nil` if `text` has a ``Fault``.
  package init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard Self.fault(in: bytes, bytes.indices) == nil else { return nil }
    self.text = String(text)
  }

  /// Creates an address from bytes for which ``fault(in:_:)`` returned `nil`.
  package init(checked bytes: [UInt8], _ range: Range<Int>) {
    text = String(decoding: bytes[range], as: UTF8.self)
  }

  /// Returns the fault of an address, or `nil` if the address is valid.
  package static func fault(in bytes: [UInt8], _ range: Range<Int>) -> Fault? {
    if range.isEmpty { return .empty }
    if range.count > maximumByteCount { return .tooLong }
    let kinds = byteKinds
    var union: UInt8 = 0
    for index in range { union |= kinds[Int(bytes[index])] }
    if union & forbidden != 0 { return .character }
    return union & atSign != 0 && hasCredentials(bytes[range]) ? .credentials : nil
  }

  /// Returns whether an address with an `@` may contain a user name or password.
  ///
  /// A URL contains none if its authority, which extends from `//` to the next `/`, `?`, or `#`,
  /// has no `@`. A URL without `//` or with an empty authority is refused, because libcurl also
  /// reads `http:/me:secret@host` and `http:///me:secret@host`.
  private static func hasCredentials(_ bytes: ArraySlice<UInt8>) -> Bool {
    let ends = "/?#".utf8
    var rest = bytes
    let scheme = rest.prefix { !ends.contains($0) && $0 != UInt8(ascii: ":") }
    if rest.dropFirst(scheme.count).first == UInt8(ascii: ":") {
      rest = rest.dropFirst(scheme.count + 1)
      let isFile = scheme.elementsEqual("file".utf8)
      guard rest.starts(with: "//".utf8) else { return !isFile }
      let isEmpty = rest.dropFirst(2).first.map { ends.contains($0) } ?? true
      if isEmpty { return !isFile }
    }
    guard rest.starts(with: "//".utf8) else { return false }
    return rest.dropFirst(2).prefix { !ends.contains($0) }.contains(UInt8(ascii: "@"))
  }
}

extension ArtifactURL: CustomStringConvertible {
  package var description: String { text }
}

/// The bit of a byte that no address may contain.
private let forbidden: UInt8 = 1
/// The bit of `@`, which may separate credentials from a host.
private let atSign: UInt8 = 2

/// The bits of each byte value: 0, `forbidden`, or `atSign`.
///
/// A table is faster than branches, which matters because half of a lock consists of URLs.
private let byteKinds: [UInt8] = (0...255).map { (byte: UInt8) in
  switch byte {
  case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"): forbidden
  case UInt8(ascii: "@"): atSign
  default: byte.isPrintable ? 0 : forbidden
  }
}
