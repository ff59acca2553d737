/// Addresses as text, for what needs no complete parser.
package enum AddressText {
  /// Returns an address on a server without its user name and password, and any other text as it
  /// is.
  ///
  /// They end at the last `@` before the path. Slashes beyond two count as two, as in libcurl.
  package static func withoutCredentials(_ text: String) -> String {
    guard let start = start(of: text, after: "://"),
      let at = authority(of: text[start...]).lastIndex(of: "@")
    else { return text }
    return String(text[..<start] + text[text.index(after: at)...])
  }

  /// Returns an address as messages show it: without its user name and password, and without the
  /// query and the fragment, which may contain a token. In a text that begins with what may be a
  /// user name and password, `…` stands for them.
  package static func withoutSecrets(_ text: String) -> String {
    let start = authority(of: text[...])
    guard !text.hasPrefix("file:"), let at = start.lastIndex(of: "@"), start[..<at].contains(":")
    else { return concealingSecrets(text) }
    return withoutQuery("…" + text[at...])
  }

  /// Returns a text without the secrets of an address in it, as ``withoutSecrets(_:)`` does.
  ///
  /// A password may contain an unencoded slash. What follows the colon is then not a port number.
  package static func concealingSecrets(_ text: String) -> String {
    // For libcurl, even a single slash precedes a server. A path on this machine may well contain
    // an `@`.
    guard let start = start(of: text, after: ":/"), !isPath(text[..<start]) else {
      return withoutQuery(text)
    }
    let rest = text[start...]
    var authority = authority(of: rest)
    if !authority.contains("@"), let colon = authority.lastIndex(of: ":"),
      !authority[colon...].dropFirst().allSatisfy({ ("0"..."9").contains($0) })
    {
      authority = rest
    }
    guard let at = authority.lastIndex(of: "@") else { return withoutQuery(text) }
    return withoutQuery(String(text[..<start] + text[text.index(after: at)...]))
  }

  /// Returns where the server of an address begins, or `nil` if `text` does not contain `mark`.
  private static func start(of text: String, after mark: String) -> String.Index? {
    var index = text.startIndex
    while let colon = text[index...].firstIndex(of: ":") {
      if text[colon...].hasPrefix(mark) {
        return text[text.index(after: colon)...].drop { $0 == "/" }.startIndex
      }
      index = text.index(after: colon)
    }
    return nil
  }

  /// Returns whether the beginning of an address, up to the server, is `file:` with slashes.
  private static func isPath(_ start: Substring) -> Bool {
    var scheme = start
    while scheme.last == "/" { scheme.removeLast() }
    return scheme.hasSuffix("file:")
  }

  /// Returns the user, password, and host at the beginning of an address without its scheme.
  private static func authority(of address: Substring) -> Substring {
    address.prefix { !"/?#".contains($0) }
  }

  private static func withoutQuery(_ address: String) -> String {
    guard start(of: address, after: ":/") != nil,
      let end = address.firstIndex(where: { "?#".contains($0) })
    else { return address }
    return address[...end] + "…"
  }
}
