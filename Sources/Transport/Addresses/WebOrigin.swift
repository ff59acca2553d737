/// What a password is for and a connection leads to: scheme, host and port together.
package struct WebOrigin: Hashable, Sendable, CustomStringConvertible {
  package let scheme: Scheme
  /// Lower case; an IPv6 address with its brackets.
  package let host: String
  package let port: Int

  /// The protocols that are spoken. `file:` and all others are not.
  package enum Scheme: String, Sendable {
    case http, https

    package var defaultPort: Int {
      switch self {
      case .http: 80
      case .https: 443
      }
    }
  }

  /// Whether the host names this machine by its loopback interface (RFC 6761, RFC 1122).
  var isThisMachine: Bool {
    host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]"
      || (host.hasPrefix("127.") && host.utf8.allSatisfy { $0 == 46 || (48...57).contains($0) })
  }

  /// `example.org`, or `example.org:8443` where the port is not the scheme's own.
  package var description: String {
    port == scheme.defaultPort ? host : "\(host):\(port)"
  }
}
