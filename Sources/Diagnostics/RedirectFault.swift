/// A reason a redirect is not followed.
package enum RedirectFault: Hashable, Sendable {
  /// The redirect leads from HTTPS to HTTP, or to another server without TLS.
  case insecure(to: String)
  /// The redirect leads to another server, and the user's settings do not name its host.
  case foreign(to: String, host: String)
  /// The chain of redirects is longer than `limit`.
  case tooMany(limit: Int)
  /// The target of the redirect is not a web address.
  case noAddress
}
