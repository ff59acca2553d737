/// A destination for the body of a successful response.
///
/// The transfer thread calls the sink during an attempt, and the client calls it between attempts.
/// These calls never overlap.
protocol ResponseSink: AnyObject, Sendable {
  /// Whether the body may be compressed. Responses to range requests never are.
  var acceptsCompression: Bool { get }

  /// Prepares for a response. Called before the first byte or, if the body is empty, at the end.
  /// Returns `false` to end the attempt.
  func begin(_ head: ResponseHead) -> Bool

  /// Receives the next bytes of the body. Returns `false` to end the attempt.
  func receive(_ bytes: UnsafeRawBufferPointer) -> Bool

  /// Returns `request`, restricted to the bytes that are still missing.
  func continuing(_ request: HTTPRequest) -> HTTPRequest

  /// The number of bytes kept so far.
  var received: Int { get }

  /// Returns the error of a response that has a successful status or that this sink ended, or
  /// `nil` if the response is acceptable.
  func failure(of response: FinalResponse, attempts: Int) -> TransportError?
}

/// The last response to a request, after redirects, and its address.
struct FinalResponse: Sendable {
  let outcome: TransferOutcome
  let address: WebAddress
}
