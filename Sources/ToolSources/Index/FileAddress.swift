package import Filesystem
internal import TextSearch

/// Conversions between paths and `file:` addresses (RFC 8089).
///
/// An address may be relative to the Toolfile's folder: `file:vendor/tools/a.zip`.
package enum FileAddress {
  package static let scheme = "file:"

  /// Returns the path in `text`, which is either a `file:` address or a plain path. Relative paths
  /// stay relative. Returns `nil` for an empty text, an invalid address, and an address with
  /// another scheme or on another machine.
  package static func path(of text: String) -> FilePath? {
    guard text.hasPrefix(scheme) else {
      return text.contains("://") || text.isEmpty ? nil : FilePath(text)
    }
    var rest = text.dropFirst(scheme.count)
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      if rest.hasPrefix("localhost/") { rest = rest.dropFirst("localhost".count) }
      // Any other host is another machine.
      guard rest.hasPrefix("/") else { return nil }
    }
    guard let bytes = PercentEncoding.decode(Array(rest.utf8)[...]), !bytes.isEmpty,
      !bytes.contains(0)
    else { return nil }
    return FilePath(bytes: bytes)
  }

  /// Returns the `file:` address of a path, percent-encoded. The address of a relative path is
  /// also relative.
  package static func text(of path: FilePath) -> String {
    scheme + PercentEncoding.encode(path.bytes)
  }
}
