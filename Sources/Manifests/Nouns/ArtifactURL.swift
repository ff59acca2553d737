/// Where an artifact or a part can be fetched: a URL (RFC 3986), or a reference that its source resolves.
///
/// At most 4 KiB of printable ASCII without spaces, quotes and backslashes, and without a user name or a password,
/// since locks are committed.
package struct ArtifactURL: Hashable, Sendable {
  package static let maximumByteCount = 4096

  package enum Flaw: Hashable, Sendable {
    case empty, tooLong, character, credentials
  }

  package let text: String

  /// nil for a text that has a ``Flaw``; nothing is changed on the way.
  package init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard Self.flaw(in: bytes, bytes.indices) == nil else { return nil }
    self.text = String(text)
  }

  init(checked bytes: [UInt8], _ range: Range<Int>) {
    text = String(decoding: bytes[range], as: UTF8.self)
  }

  static func flaw(in bytes: [UInt8], _ range: Range<Int>) -> Flaw? {
    if range.isEmpty { return .empty }
    if range.count > maximumByteCount { return .tooLong }
    var wrongCount = 0
    var atCount = 0
    // URLs are half of a lock: no branch depends on a byte.
    for index in range {
      let byte = bytes[index]
      let isQuote = byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
      let isAllowed = byte.isPrintable && !isQuote && byte != UInt8(ascii: "\\")
      wrongCount &+= isAllowed ? 0 : 1
      atCount &+= byte == UInt8(ascii: "@") ? 1 : 0
    }
    if wrongCount > 0 { return .character }
    return atCount > 0 && hasCredentials(bytes[range]) ? .credentials : nil
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
