/// Takes the body of a successful answer.
///
/// The transfers' thread calls it while an attempt runs, the client between attempts: never both at once.
protocol ResponseSink: AnyObject, Sendable {
  /// Whether the body may come compressed. A part of a whole never does.
  var acceptsCompression: Bool { get }

  /// Before the first byte, or at the end where none came. False ends the attempt.
  func begin(_ head: ResponseHead) -> Bool

  /// False ends the attempt.
  func receive(_ bytes: UnsafeRawBufferPointer) -> Bool

  /// `request` as it asks for what is still missing here.
  func continuing(_ request: HTTPRequest) -> HTTPRequest

  /// Bytes that are kept now.
  var received: Int { get }

  /// Why an answer that ended well, or was refused here, is not what is wanted. nil when it is.
  func complaint(of answer: FinalResponse, attempts: Int) -> TransportError?
}

/// The last answer to a request, and where it came from.
struct FinalResponse: Sendable {
  let outcome: TransferOutcome
  let address: WebAddress
}
