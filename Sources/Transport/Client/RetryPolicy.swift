internal import CCurl

/// Which failures pass by themselves, and how long to wait for that.
///
/// Only what asks without changing anything is sent here (GET and HEAD), so to repeat is always allowed. What came whole and is
/// not what it must be is never fetched again.
package struct RetryPolicy: Sendable {
  /// How often one request is tried in all.
  package var attempts = 4
  /// Before the second attempt; doubled for each further one.
  package var firstDelay: Duration = .milliseconds(300)
  package var longestDelay: Duration = .seconds(5)
  /// How long a server may make us wait with `Retry-After`; one that asks for more is not asked again.
  package var longestRetryAfter: Duration = .seconds(30)

  package init() {}

  static func isTransient(_ failure: TransportError) -> Bool {
    switch failure {
    case .connection(let failure): isTransient(CURLcode(failure.code))
    case .status(let status, _, _): isTransient(status: status)
    case .cut: true
    case .redirect, .tooLarge, .sizeMismatch, .digestMismatch, .header, .file, .cancelled: false
    }
  }

  private static func isTransient(_ code: CURLcode) -> Bool {
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST,  // the network is just coming up
      CURLE_COULDNT_CONNECT,  // the server is being restarted
      CURLE_OPERATION_TIMEDOUT,  // no connection in time, or it stalled
      CURLE_SSL_CONNECT_ERROR,  // closed during the handshake, as overloaded balancers do
      CURLE_GOT_NOTHING,  // closed before an answer
      CURLE_SEND_ERROR,  // closed while we asked
      CURLE_RECV_ERROR,  // reset while it answered
      CURLE_PARTIAL_FILE,  // closed before the announced end
      CURLE_HTTP2,  // the connection's framing broke, often as the server goes away
      CURLE_HTTP2_STREAM:  // the server reset this one stream
      true
    default: false
    }
  }

  private static func isTransient(status: Int) -> Bool {
    switch status {
    case 408,  // the server was tired of waiting for the request
      425,  // too early: TLS 1.3's early data
      429,  // too many requests
      500,  // mostly a fault of one of many servers
      502,  // the balancer has no answer from behind it
      503,  // overloaded, or being restarted
      504:  // as 502, by time-out
      true
    default: false
    }
  }

  /// The time to wait after the attempt of number `attempt` (from 1) has failed. nil: do not try again.
  func delay(afterAttempt attempt: Int, retryAfter: Duration?) -> Duration? {
    if attempt >= attempts { return nil }
    if let retryAfter, retryAfter > longestRetryAfter { return nil }
    let doubled = firstDelay * (1 << min(attempt - 1, 16))
    // Chance spreads many clients that failed at the same moment.
    let spread = min(doubled, longestDelay) * Double.random(in: 0.5...1)
    return max(spread, retryAfter ?? .zero)
  }
}
