/// A destination for the body of a successful response.
///
/// The transfer thread calls it during an attempt, the client between attempts. The two
/// never overlap.
protocol ResponseSink: AnyObject, Sendable {
  /// Whether the body may be compressed. Responses to range requests never are.
  var acceptsCompression: Bool { get }

  /// Prepares for a response, before its first byte or, if the body is empty, at its end. Returns
  /// `false` to end the attempt.
  func begin(_ head: ResponseHead) -> Bool

  /// Receives the next bytes of the body. Returns `false` to end the attempt.
  func receive(_ bytes: UnsafeRawBufferPointer) -> Bool

  /// Returns `request`, restricted to the bytes that are still missing.
  func continuing(_ request: HTTPRequest) -> HTTPRequest

  /// The number of bytes kept so far.
  var received: Int { get }

  /// Returns why a response is not acceptable even though it was successful or ended by this
  /// sink. `nil` if it is acceptable.
  func failure(of answer: FinalResponse, attempts: Int) -> TransportError?
}

/// The last response to a request, after redirects, and its address.
struct FinalResponse: Sendable {
  let outcome: TransferOutcome
  let address: WebAddress
}
