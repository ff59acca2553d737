package import Diagnostics
internal import Filesystem
internal import Vocabulary

/// The address of a repository to clone, such as `https://example.org/app.git` or
/// `git@example.org:app.git`.
///
/// Other transports of git are refused, because some of them run commands (`ext::`).
package struct CheckoutAddress: Hashable, Sendable {
  /// The schemes that git is allowed to use.
  package static let schemes = ["https", "ssh", "file"]

  /// The address to pass to git.
  package let text: String
  /// The host in lowercase, with its port unless that is the default of https. `nil` for a local
  /// repository.
  package let host: String?
  /// The name of the folder for the clone: the last part of the address without `.git`.
  package let name: String

  /// Reads an argument. Returns `nil` if it does not have the form of an address, and may be a
  /// path.
  ///
  /// - Throws: ``SetupProblem/clone(_:)`` if git must not use the address.
  package init?(_ text: String) throws(SetupProblem) {
    let path: Substring
    if let (scheme, rest) = Self.split(text, at: "://") {
      guard Self.schemes.contains(String(scheme)) else {
        throw .clone(.badAddress(text, .scheme(String(scheme))))
      }
      let authority = rest.prefix { $0 != "/" }
      // Over HTTPS, a user name alone is usually a token.
      if let user = authority.lastIndex(of: "@"),
        scheme == "https" || authority[..<user].contains(":")
      {
        Secrets.ofProcess.addPasswords(in: Array(text.utf8))
        Secrets.ofProcess.add(String(authority[..<user]))
        throw .clone(.password(text))
      }
      path = rest.dropFirst(authority.count)
    } else if let (transport, _) = Self.split(text, at: "::") {
      throw .clone(.badAddress(text, .scheme("\(transport)::")))
    } else if let (site, rest) = Self.split(text, at: ":"), !site.contains("/"), !rest.isEmpty,
      !text.hasPrefix("-")
    {
      path = rest
    } else {
      return nil
    }
    let last = path.split(separator: "/").last.map(String.init) ?? ""
    let name = last.hasSuffix(".git") ? String(last.dropLast(4)) : last
    guard let first = name.utf8.first, first.isIdentifier,
      name.utf8.allSatisfy({ $0.isIdentifier || ".-+".utf8.contains($0) })
    else { throw .clone(.badAddress(text, .noName)) }
    self.text = text
    self.name = name
    host = Self.host(ofAddress: text)
  }

  /// Returns the host of any address of git as ``host`` describes it, or `nil` for a path.
  package static func host(ofAddress text: String) -> String? {
    let site: Substring
    if let (scheme, rest) = split(text, at: "://") {
      if scheme == "file" { return nil }
      site = rest.prefix { $0 != "/" }
    } else {
      guard let (before, _) = split(text, at: ":"), !before.contains("/") else { return nil }
      site = before
    }
    let host = site.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    return (host.hasSuffix(":443") ? host.dropLast(4) : host).lowercased()
  }

  private static func split(
    _ text: String, at separator: String
  ) -> (Substring, Substring)? {
    let (bytes, mark) = (Array(text.utf8), Array(separator.utf8))
    for index in bytes.indices where bytes[index...].starts(with: mark) {
      let middle = text.utf8.index(text.startIndex, offsetBy: index)
      return (text[..<middle], text[text.utf8.index(middle, offsetBy: mark.count)...])
    }
    return nil
  }
}
