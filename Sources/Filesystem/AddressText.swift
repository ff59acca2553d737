/// Addresses as text, for what needs no complete parser.
package enum AddressText {
  /// Returns an address on a server without its user name and password, and any other text as it
  /// is.
  ///
  /// They end at the last `@` before the path. Slashes beyond two count as two, as in libcurl.
  package static func withoutCredentials(_ text: String) -> String {
    guard let start = start(of: text[...], after: "://"),
      let at = authority(of: text[start...]).lastIndex(of: "@")
    else { return text }
    return String(text[..<start] + text[text.index(after: at)...])
  }

  /// Returns an address as messages show it: without its user name and password, and without the
  /// query and the fragment, which may contain a token. In a text that begins with what may be a
  /// user name and password, `…` stands for them.
  package static func withoutSecrets(_ text: String) -> String {
    let start = authority(of: text[...])
    if !text.hasPrefix("file:"), let at = start.lastIndex(of: "@"), start[..<at].contains(":") {
      return "…" + withoutQuery(text[at...])
    }
    // For libcurl, even a single slash precedes a server.
    guard let begin = Self.start(of: text[...], after: ":/") else { return text }
    return concealed(text[...], from: begin)
  }

  /// Returns a text without the secrets of the addresses in it, as ``withoutSecrets(_:)`` does. An
  /// address ends at white space, so that the rest of a command stays.
  package static func concealingSecrets(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let begin = start(of: rest, after: ":/") {
      let end = rest[begin...].firstIndex(where: \.isWhitespace) ?? rest.endIndex
      result += concealed(rest[..<end], from: begin)
      rest = rest[end...]
    }
    return result + rest
  }

  /// Returns a text whose end is an address without the secrets of that address.
  ///
  /// A password may contain an unencoded slash. What follows the colon is then not a port number.
  ///
  /// - Parameter begin: Where the server of the address begins.
  private static func concealed(_ text: Substring, from begin: String.Index) -> String {
    let address = text[begin...]
    // A path on this machine may well contain an `@`.
    if isPath(text[..<begin]) { return text[..<begin] + withoutQuery(address) }
    var authority = authority(of: address)
    if !authority.contains("@"), let colon = authority.lastIndex(of: ":"),
      !authority[colon...].dropFirst().allSatisfy({ ("0"..."9").contains($0) })
    {
      authority = address
    }
    let server = authority.lastIndex(of: "@").map { address[address.index(after: $0)...] }
    return text[..<begin] + withoutQuery(server ?? address)
  }

  /// Returns where the server of an address begins, or `nil` if `text` does not contain `mark`.
  private static func start(of text: Substring, after mark: String) -> String.Index? {
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

  /// Returns an address up to its query or fragment.
  private static func withoutQuery(_ address: Substring) -> String {
    guard let end = address.firstIndex(where: { "?#".contains($0) }) else { return String(address) }
    return address[...end] + "…"
  }
}
