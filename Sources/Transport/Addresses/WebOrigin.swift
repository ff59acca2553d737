/// The scheme, host, and port of a server: the scope of credentials and connections.
package struct WebOrigin: Hashable, Sendable, CustomStringConvertible {
  package let scheme: Scheme
  /// The host in lowercase. An IPv6 address includes its brackets.
  package let host: String
  package let port: Int

  /// The supported protocols.
  package enum Scheme: String, Sendable {
    case http, https

    /// The port of an address that states none.
    package var defaultPort: Int {
      switch self {
      case .http: 80
      case .https: 443
      }
    }
  }

  /// Whether nobody on the network can read or change what the server sends: it uses TLS, or is on
  /// this machine.
  package var isProtected: Bool { scheme == .https || isThisMachine }

  /// Whether the host is this machine's loopback interface (RFC 6761, RFC 1122).
  var isThisMachine: Bool {
    // 46 is the dot, and 48 to 57 are the digits.
    host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]"
      || (host.hasPrefix("127.") && host.utf8.allSatisfy { $0 == 46 || (48...57).contains($0) })
  }

  /// The host, with the port if it is not the scheme's default: `example.org`, `example.org:8443`.
  package var description: String {
    port == scheme.defaultPort ? host : "\(host):\(port)"
  }
}
