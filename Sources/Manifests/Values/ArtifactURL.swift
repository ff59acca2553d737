/// The place of an artifact or a part: a URL (RFC 3986) or a reference that its source resolves.
///
/// At most 4 KiB of printable ASCII without spaces, quotes and backslashes, and without a user name
/// or a password, since locks are committed.
package struct ArtifactURL: Hashable, Sendable {
  package static let maximumByteCount = 4096

  package enum Fault: Hashable, Sendable {
    case empty, tooLong, character, credentials
  }

  package let text: String

  /// nil for a text that has a ``Flaw``; nothing is changed on the way.
  package init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard Self.fault(in: bytes, bytes.indices) == nil else { return nil }
    self.text = String(text)
  }

  init(checked bytes: [UInt8], _ range: Range<Int>) {
    text = String(decoding: bytes[range], as: UTF8.self)
  }

  static func fault(in bytes: [UInt8], _ range: Range<Int>) -> Fault? {
    if range.isEmpty { return .empty }
    if range.count > maximumByteCount { return .tooLong }
    let kinds = byteKinds
    var union: UInt8 = 0
    for index in range { union |= kinds[Int(bytes[index])] }
    if union & refused != 0 { return .character }
    return union & atSign != 0 && hasCredentials(bytes[range]) ? .credentials : nil
  }

  /// Whether an `@` stands in the authority: between `//` and the next slash, question mark or `#`.
  private static func hasCredentials(_ bytes: ArraySlice<UInt8>) -> Bool {
    let slash = UInt8(ascii: "/")
    guard
      let first = bytes.firstIndex(of: slash), first + 1 < bytes.endIndex,
      bytes[first + 1] == slash
    else { return false }
    for byte in bytes[(first + 2)...] {
      if byte == UInt8(ascii: "@") { return true }
      if byte == slash || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") { return false }
    }
    return false
  }
}

extension ArtifactURL: CustomStringConvertible {
  package var description: String { text }
}

private let refused: UInt8 = 1
private let atSign: UInt8 = 2

/// URLs are half of a lock: one look at each byte, no branch.
private let byteKinds: [UInt8] = (0...255).map { (byte: UInt8) in
  switch byte {
  case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"): refused
  case UInt8(ascii: "@"): atSign
  default: byte.isPrintable ? 0 : refused
  }
}
