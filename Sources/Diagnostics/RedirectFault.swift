/// A reason a redirect is not followed.
package enum RedirectFault: Hashable, Sendable {
  /// The redirect leads from HTTPS to HTTP, or to another server without TLS.
  case insecure(to: String)
  /// The redirect leads to an address that is not on a mirror, on a host that no rule names. The
  /// policy line forbids the host, or is `nil` if only a setting does.
  case foreign(to: String, host: String, PolicyLine?)
  /// The chain of redirects is longer than `limit`.
  case tooMany(limit: Int)
  /// The target of the redirect is not a web address.
  case noAddress
}
