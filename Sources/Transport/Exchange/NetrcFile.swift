package import Filesystem
internal import Synchronization

/// The user's `.netrc` file, which is read when a request first needs it.
package final class NetrcFile: Sendable {
  private let path: FilePath
  private let contents = Mutex<(netrc: Netrc, isSafe: Bool)?>(nil)

  /// The maximum size in bytes.
  private static let maximumByteCount = 1 << 20

  /// Creates the file that `NETRC` names, or `.netrc` in the user's home folder. Returns `nil` if
  /// the environment names neither.
  package init?(_ environment: Environment) {
    let home = environment.path("HOME")?.appending(".netrc")
    guard let path = environment.path("NETRC") ?? home else { return nil }
    self.path = path
  }

  /// Returns the credentials for `site`, or `nil` if the file has none or cannot be read.
  ///
  /// A site without TLS gets none, unless it is this machine, because the credentials would be sent
  /// unencrypted.
  ///
  /// - Throws: ``TransportError/unsafeNetrc(_:)`` if the file has an entry for the site, but
  ///   belongs to somebody else, or others may write to it.
  func credentials(for site: WebOrigin) throws(TransportError) -> Credentials? {
    guard site.isProtected else { return nil }
    let (netrc, isSafe) = contents.withLock { contents in
      let known = contents ?? read()
      contents = known
      return known
    }
    let host = site.host.hasPrefix("[") ? String(site.host.dropFirst().dropLast()) : site.host
    guard let entry = netrc.entry(for: host) else { return nil }
    if !isSafe { throw .unsafeNetrc(path) }
    return Credentials(user: entry.user, password: entry.password, site: site)
  }

  private func read() -> (netrc: Netrc, isSafe: Bool) {
    guard let status = try? path.status(), status.kind == .file,
      let bytes = try? path.contents(limit: Self.maximumByteCount)
    else { return (Netrc([]), true) }
    let isOwn = status.owner == FilePath.user || status.owner == 0
    return (Netrc(bytes), isOwn && status.permissions & 0o022 == 0)
  }
}
