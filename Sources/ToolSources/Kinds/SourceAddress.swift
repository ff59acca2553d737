internal import Diagnostics
internal import TextSearch

/// The address of a source in a manifest or in the settings, split as text.
///
/// The main program compares addresses without an HTTP library. An address that this type does not
/// recognize is refused, because a more lenient reader could find a password in it: libcurl accepts
/// `http:/me:secret@host`.
struct SourceAddress {
  private let text: String
  /// The text before the first colon in lowercase, or `nil` if the address is a path.
  private let scheme: String?
  /// The text between `//` and the path, or `nil` if there is no `//`.
  private let authority: Substring?
  /// Whether a query or fragment follows the path.
  private let hasQuery: Bool

  init(_ text: String) {
    self.text = text
    let start = text.prefix { !"/?#".contains($0) }
    let colon = start.firstIndex(of: ":")
    scheme = colon.map { text[..<$0].lowercased() }
    let rest = colon.map { text[text.index(after: $0)...] } ?? text[...]
    authority = rest.hasPrefix("//") ? rest.dropFirst(2).prefix { !"/?#".contains($0) } : nil
    hasQuery = rest.contains("?") || rest.contains("#")
  }

  /// Returns ``withoutCredentials`` of the address `text`. Nearly all paths need no parsing.
  static func withoutCredentials(_ text: String) -> String? {
    let isPath = !text.isEmpty && !text.utf8.contains(UInt8(ascii: ":")) && !text.hasPrefix("//")
    return isPath ? text : SourceAddress(text).withoutCredentials
  }

  private var isWeb: Bool { scheme == "http" || scheme == "https" }

  /// The address without user name and password, or `nil` if it is not clear where they are, or if
  /// it has a query, which often contains a token.
  var withoutCredentials: String? {
    guard isWeb else { return pathFault == nil ? text : nil }
    guard let authority, webFault == nil else { return nil }
    guard let at = authority.lastIndex(of: "@") else { return text }
    return String(text[..<authority.startIndex] + text[authority.index(after: at)...])
  }

  /// The reason why this is not the address of an index on a server, or `nil` if it is one.
  var webFault: AddressFault? {
    guard let scheme, let authority, !authority.isEmpty else { return .incomplete }
    if !isWeb {
      // The scheme is shown, so it must not be a part of a password.
      return scheme.allSatisfy { ("a"..."z").contains($0) } ? .scheme(scheme) : .incomplete
    }
    return hasQuery ? .query : nil
  }

  /// The reason why this is neither a path nor a `file:` address on this machine, or `nil` if it is
  /// one.
  var pathFault: AddressFault? {
    switch scheme {
    case nil:
      return text.isEmpty || text.contains("://") || authority?.contains("@") ?? false
        ? .noPath : nil
    case "file": return ["", "localhost"].contains(authority ?? "") ? nil : .noPath
    default: return .noPath
    }
  }
}
