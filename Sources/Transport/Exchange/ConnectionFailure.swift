internal import CCurl

/// A transfer that libcurl aborted.
package struct ConnectionFailure: Error, Hashable, Sendable {
  /// The `CURLcode` (libcurl-errors(3)).
  package let code: UInt32
  /// libcurl's message about this failure. Empty if there is none.
  package let detail: String
  /// The address of the last attempt.
  package let address: WebAddress
  /// The number of attempts made.
  package let attempts: Int
  /// Whether the connection was established, which distinguishes a stall from a connection timeout.
  package let wasConnected: Bool
  /// Whether the system's certificates should have been used and there are none, in which case no
  /// server can be trusted.
  package let lacksCertificates: Bool
  /// The files and folders of certificates that do not count, because the policy does not trust
  /// whoever can change them.
  package let ignoredCertificates: [String]
  /// Whether the request was for a repository of a registry.
  package let isOfRegistry: Bool

  /// The kinds of connection failure that messages distinguish.
  package enum Kind: Sendable {
    /// The host does not exist, or no resolver is reachable.
    case unknownHost
    /// The host refuses the connection or cannot be reached.
    case unreachable
    /// The connection took too long to establish.
    case connectTimedOut
    /// The connected server sent too little for too long.
    case stalled
    /// The certificate is not valid for the host or has no trusted issuer.
    case untrusted
    /// The file of certificates, which a variable may name, cannot be read.
    case unreadableCertificates
    /// The TLS handshake failed.
    case tls
    /// The proxy from the environment does not work.
    case proxy
    /// The connection closed during the transfer.
    case cut
    case other
  }

  /// The kind that `code` belongs to.
  package var kind: Kind {
    switch CURLcode(code) {
    case CURLE_COULDNT_RESOLVE_HOST: .unknownHost
    case CURLE_COULDNT_CONNECT: .unreachable
    case CURLE_OPERATION_TIMEDOUT: wasConnected ? .stalled : .connectTimedOut
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
      .untrusted
    case CURLE_SSL_CACERT_BADFILE: .unreadableCertificates
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_USE_SSL_FAILED,
      CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CERTPROBLEM:
      .tls
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: .proxy
    case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE, CURLE_HTTP2,
      CURLE_HTTP2_STREAM:
      .cut
    default: .other
    }
  }

  /// libcurl's description of `code` (curl_easy_strerror(3)).
  package var reason: String {
    guard let text = unsafe curl_easy_strerror(CURLcode(code)) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
}
