internal import TextSearch

/// Addresses as text, for what needs no complete parser.
package enum AddressText {
  /// Returns an address on a server without its user name and password, and any other text as it
  /// is.
  ///
  /// They end at the last `@` before the path. Slashes beyond two count as two, as in libcurl.
  package static func withoutCredentials(_ text: String) -> String {
    withoutCredentials(text, after: "://")
  }

  /// Returns an address as messages show it: without its user name and password, and without the
  /// query and the fragment, which may contain a token. In a text that begins with what may be a
  /// user name and password, `…` stands for them.
  package static func withoutSecrets(_ text: String) -> String {
    if text.hasPrefix("file:") { return withoutQuery(text) }
    let start = text.prefix { !"/?#".contains($0) }
    if let at = start.lastIndex(of: "@"), start[..<at].contains(":") {
      return withoutQuery("…" + text[at...])
    }
    // For libcurl, even a single slash precedes a server.
    return withoutQuery(withoutCredentials(text, after: ":/"))
  }

  private static func withoutQuery(_ address: String) -> String {
    guard address.contains(":/"), let end = address.firstIndex(where: { "?#".contains($0) }) else {
      return address
    }
    return address[...end] + "…"
  }

  private static func withoutCredentials(_ text: String, after mark: String) -> String {
    guard let mark = text.firstRange(of: mark) else { return text }
    let start = text[mark.upperBound...].drop { $0 == "/" }.startIndex
    let authority = text[start...].prefix { !"/?#".contains($0) }
    guard let at = authority.lastIndex(of: "@") else { return text }
    return String(text[..<start] + text[text.index(after: at)...])
  }
}
