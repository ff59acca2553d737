internal import TextSearch

/// Addresses as text, for what needs no complete parser.
package enum AddressText {
  /// Returns an address on a server without its user name and password, and any other text as it
  /// is.
  ///
  /// They end at the last `@` before the path. Slashes beyond two count as two, as in libcurl.
  package static func withoutCredentials(_ text: String) -> String {
    guard let mark = text.firstRange(of: "://") else { return text }
    let start = text[mark.upperBound...].drop { $0 == "/" }.startIndex
    let authority = text[start...].prefix { !"/?#".contains($0) }
    guard let at = authority.lastIndex(of: "@") else { return text }
    return String(text[..<start] + text[text.index(after: at)...])
  }
}
