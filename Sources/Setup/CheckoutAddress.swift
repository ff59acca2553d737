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
    let site: Substring?
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
      site = scheme == "file" ? nil : authority
    } else if let (transport, _) = Self.split(text, at: "::") {
      throw .clone(.badAddress(text, .scheme("\(transport)::")))
    } else if let (host, rest) = Self.split(text, at: ":"), !host.contains("/"), !rest.isEmpty,
      !text.hasPrefix("-")
    {
      path = rest
      site = host
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
    self.host = site.map { site in
      let host = site.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
      return (host.hasSuffix(":443") ? host.dropLast(4) : host).lowercased()
    }
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
