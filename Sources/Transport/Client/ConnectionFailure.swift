internal import CCurl

/// A transfer that libcurl gave up.
package struct ConnectionFailure: Error, Hashable, Sendable {
  /// The value of `CURLcode` (libcurl-errors(3)).
  package let code: UInt32
  /// libcurl's own words for this very failure; empty when it has none.
  package let detail: String
  package let address: WebAddress
  /// How often it was tried.
  package let attempts: Int
  /// Whether there was a connection, so that a time-out is a stall.
  package let wasConnected: Bool

  package enum Kind: Sendable {
    /// No such host, or no resolver.
    case unknownHost
    /// Nobody listens there, or no way leads there.
    case unreachable
    /// No connection within the time for one.
    case connectTimedOut
    /// Connected, and then too little came for too long.
    case stalled
    /// The certificate is not valid for the host, or nobody trusted has signed it.
    case untrusted
    /// TLS could not be agreed upon.
    case tls
    /// A proxy that the environment names does not do its work.
    case proxy
    /// The connection was closed in the middle.
    case cut
    case other
  }

  package var kind: Kind {
    switch CURLcode(code) {
    case CURLE_COULDNT_RESOLVE_HOST: .unknownHost
    case CURLE_COULDNT_CONNECT: .unreachable
    case CURLE_OPERATION_TIMEDOUT: wasConnected ? .stalled : .connectTimedOut
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
      .untrusted
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_USE_SSL_FAILED,
      CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CERTPROBLEM:
      .tls
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: .proxy
    case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE, CURLE_HTTP2,
      CURLE_HTTP2_STREAM:
      .cut
    default: .other
    }
  }

  /// libcurl's own words for `code` (curl_easy_strerror(3)).
  package var reason: String {
    guard let text = unsafe curl_easy_strerror(CURLcode(code)) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
}
