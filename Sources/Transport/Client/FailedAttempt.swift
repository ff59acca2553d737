/// A failed attempt of a request that may be repeated.
struct FailedAttempt: Error {
  let failure: TransportError
  /// Whether another attempt may succeed.
  let isTransient: Bool
  /// The delay that the server requests before another attempt, or `nil` if it requests none.
  let retryAfter: Duration?

  /// Creates a failed attempt. By default, the failure itself tells whether it is transient.
  init(_ failure: TransportError, isTransient: Bool? = nil, retryAfter: Duration? = nil) {
    self.failure = failure
    self.isTransient = isTransient ?? RetryPolicy.isTransient(failure)
    self.retryAfter = retryAfter
  }
}
