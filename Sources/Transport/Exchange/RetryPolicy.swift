internal import CCurl

/// Determines which failures to retry, and how long to wait before each retry.
///
/// A retry is always safe: the client repeats GET and HEAD, and uploads only what is identified by
/// its digest, or by a tag that contains one. A complete file that does not match its expected
/// digest or size is never fetched again.
package struct RetryPolicy: Sendable {
  /// The maximum number of attempts per request.
  package var attempts = 4
  /// The delay before the second attempt. It doubles for each further attempt.
  package var firstDelay: Duration = .milliseconds(300)
  /// The maximum delay, unless the server requests a longer one.
  package var longestDelay: Duration = .seconds(5)
  /// The longest `Retry-After` to honor. If a server requests a longer delay, the request
  /// fails immediately.
  package var longestRetryAfter: Duration = .seconds(30)

  /// Creates the default policy.
  package init() {}

  /// Returns whether a retry may succeed.
  static func isTransient(_ failure: TransportError) -> Bool {
    switch failure {
    case .connection(let failure): isTransient(CURLcode(failure.code))
    case .status(let status, _, _): isTransient(status: status)
    case .registry(let refusal): isTransient(status: refusal.status)
    case .cut, .tooSlow: true
    case .limited, .forbidden, .redirect, .tooLarge, .sizeMismatch, .digestMismatch, .unmirrored,
      .foreignRealm, .login, .page, .credentialHelper, .header, .unsafeNetrc, .file, .cancelled:
      false
    }
  }

  private static func isTransient(_ code: CURLcode) -> Bool {
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST,  // the network may be starting
      CURLE_COULDNT_CONNECT,  // the server may be restarting
      CURLE_OPERATION_TIMEDOUT,  // no connection in time, or a stall
      CURLE_SSL_CONNECT_ERROR,  // closed during the handshake, typical of overloaded load balancers
      CURLE_GOT_NOTHING,  // closed before the response
      CURLE_SEND_ERROR,  // closed during the request
      CURLE_SEND_FAIL_REWIND,  // a kept connection was closed during an upload
      CURLE_RECV_ERROR,  // reset during the response
      CURLE_PARTIAL_FILE,  // closed before the announced end
      CURLE_HTTP2,  // broken framing, often during a server shutdown
      CURLE_HTTP2_STREAM:  // the server reset only this stream
      true
    default: false
    }
  }

  private static func isTransient(status: Int) -> Bool {
    switch status {
    case 408,  // the server timed out waiting for the request
      425,  // TLS 1.3 early data arrived too early
      429,  // too many requests
      500,  // usually a fault of one server among many
      502,  // the load balancer got no response
      503,  // overloaded or restarting
      504:  // like 502, after a timeout
      true
    default: false
    }
  }

  /// Returns the delay before the next attempt, or `nil` if the request must not be retried.
  ///
  /// - Parameters:
  ///   - attempt: The number of the failed attempt, counted from 1.
  ///   - retryAfter: The delay that the server requests, if any.
  func delay(afterAttempt attempt: Int, retryAfter: Duration?) -> Duration? {
    if attempt >= attempts { return nil }
    if let retryAfter, retryAfter > longestRetryAfter { return nil }
    // The limit on the exponent prevents an overflow.
    let doubled = firstDelay * (1 << min(attempt - 1, 16))
    // Jitter spreads out clients that failed at the same moment.
    let spread = min(doubled, longestDelay) * Double.random(in: 0.5...1)
    return max(spread, retryAfter ?? .zero)
  }
}
