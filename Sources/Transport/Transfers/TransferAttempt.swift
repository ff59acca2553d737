/// A single request to a single address, without redirects or retries.
struct TransferAttempt: Sendable {
  let address: WebAddress
  let method: HTTPRequest.Method
  let body: HTTPRequest.Upload
  /// Complete header lines of the form `name: value`.
  let headers: [String]
  /// The range in the syntax of the `Range` header, without the unit, or `nil` for the whole file.
  let range: String?
  /// Credentials for the origin of `address`, or `nil` if there are none.
  let credentials: Credentials?
  let acceptsCompression: Bool
  let settings: HTTPSettings
  let sink: any ResponseSink
}

extension TransferAttempt {
  /// Creates the attempt that sends `request` to `address`: the address of the request, or the
  /// target of a redirect.
  init(
    _ request: HTTPRequest, at address: WebAddress, settings: HTTPSettings,
    sink: some ResponseSink
  ) {
    var headers: [HTTPRequest.Header] = []
    if let accept = request.accept { headers.append(.init("Accept", accept)) }
    if let etag = request.ifNoneMatch { headers.append(.init("If-None-Match", etag)) }
    if let validator = request.ifRange { headers.append(.init("If-Range", validator)) }
    // Custom headers are meant for one origin and may contain a token.
    if address.site == request.address.site { headers += request.headers }
    self.init(
      address: address, method: request.method, body: request.body,
      headers: headers.map { "\($0.name): \($0.value)" },
      range: request.range?.text,
      credentials: request.credentials.flatMap { $0.site == address.site ? $0 : nil },
      acceptsCompression: sink.acceptsCompression && request.range == nil,
      settings: settings, sink: sink)
  }
}

/// The outcome of an attempt.
struct TransferOutcome: Sendable {
  /// How an attempt ended.
  enum End: Sendable {
    /// The response arrived completely.
    case completed
    /// The sink rejected the response, and has recorded the reason.
    case rejectedBySink
    case cancelled
    /// The transfers were slower than the ``MinimumSpeed``.
    case tooSlow
    /// libcurl reported an error. `code` is a `CURLcode`.
    case failed(code: UInt32, detail: String, wasConnected: Bool)
  }

  var end: End
  var head = ResponseHead()
  /// The target of the redirect, as an unvalidated absolute address, or `nil` if the response is
  /// not a redirect.
  var redirect: String?
  /// The beginning of the body of an unsuccessful response.
  var refusal: [UInt8] = []
}
