/// Ignores the body of a response, whose head is all that the caller needs.
final class HeadSink: ResponseSink {
  // The announced length must be that of the file itself.
  var acceptsCompression: Bool { false }
  var received: Int { 0 }

  func begin(_ head: ResponseHead) -> Bool { true }
  func receive(_ bytes: UnsafeRawBufferPointer) -> Bool { false }
  func continuing(_ request: HTTPRequest) -> HTTPRequest { request }

  /// Returns `nil`, because this sink rejects every body.
  func failure(of response: FinalResponse, attempts: Int) -> TransportError? { nil }
}
