/// A reason a redirect is not followed.
package enum RedirectFault: Hashable, Sendable {
  /// The redirect leads from HTTPS to HTTP, or to another server without TLS.
  case insecure(to: String)
  /// The redirect of a mirror leads to an address that is not on a mirror, and nobody has named its
  /// host. The policy line forbids the host, or is `nil` if none does.
  case foreign(to: String, host: String, PolicyLine?)
  /// The chain of redirects is longer than `limit`.
  case tooMany(limit: Int)
  /// The target of the redirect is not a web address.
  case noAddress
}
