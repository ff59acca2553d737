extension HTTPClient {
  /// Returns the head of the response that a GET request would have, without its body.
  ///
  /// - Throws: ``TransportError/status(_:address:attempts:)`` for a status other than 2xx, or
  ///   another ``TransportError`` if the request fails.
  package func head(_ request: HTTPRequest) async throws(TransportError) -> ResponseHead {
    var request = request
    request.method = .head
    return try await exchange(request, into: HeadSink()).outcome.head
  }
}
