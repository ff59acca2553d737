package import Filesystem

/// `file:` addresses (RFC 8089), and relative ones of the same kind, which begin at a Toolfile's folder: `file:vendor/tools/a.zip`.
package enum FileAddress {
  package static let scheme = "file:"

  /// The path that an address or a path means, without resolving it. nil for an address of another scheme or another machine.
  package static func path(of text: String) -> FilePath? {
    guard text.hasPrefix(scheme) else {
      return text.contains("://") || text.isEmpty ? nil : FilePath(text)
    }
    var rest = text.dropFirst(scheme.count)
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      if rest.hasPrefix("localhost/") { rest = rest.dropFirst("localhost".count) }
      // Another machine stands between the second and the third slash.
      guard rest.hasPrefix("/") else { return nil }
    }
    guard let bytes = PercentEncoding.decode(Array(rest.utf8)[...]), !bytes.isEmpty,
      !bytes.contains(0)
    else { return nil }
    return FilePath(bytes: bytes)
  }

  /// The address of a path: relative for a relative one.
  package static func text(of path: FilePath) -> String {
    scheme + PercentEncoding.encode(path.bytes)
  }
}
