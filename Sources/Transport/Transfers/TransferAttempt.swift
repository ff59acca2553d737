/// One request of one address: no redirect is followed, nothing is tried twice.
struct TransferAttempt: Sendable {
  let address: WebAddress
  let method: HTTPRequest.Method
  /// Whole lines, `name: value`.
  let headers: [String]
  let range: String?
  /// Only those that are for this address's site.
  let credentials: Credentials?
  let acceptsCompression: Bool
  let settings: HTTPClient.Configuration
  let sink: any ResponseSink
}

extension TransferAttempt {
  /// `request` as it is sent to `address`, its own or one that it was redirected to.
  init(
    _ request: HTTPRequest, at address: WebAddress, settings: HTTPClient.Configuration,
    sink: some ResponseSink
  ) {
    var headers: [HTTPRequest.Header] = []
    if let accept = request.accept { headers.append(.init("Accept", accept)) }
    if let etag = request.ifNoneMatch { headers.append(.init("If-None-Match", etag)) }
    if let validator = request.ifRange { headers.append(.init("If-Range", validator)) }
    // Whoever wrote further headers knew one site; they may hold a token.
    if address.site == request.address.site { headers += request.headers }
    self.init(
      address: address, method: request.method, headers: headers.map { "\($0.name): \($0.value)" },
      range: request.range?.text,
      credentials: request.credentials.flatMap { $0.site == address.site ? $0 : nil },
      acceptsCompression: sink.acceptsCompression && request.range == nil,
      settings: settings, sink: sink)
  }
}

/// What became of an attempt.
struct TransferOutcome: Sendable {
  enum End: Sendable {
    /// The answer came whole.
    case answered
    /// The sink wanted no more; it knows why.
    case refusedBySink
    case cancelled
    /// `code` is a value of `CURLcode`.
    case failed(code: UInt32, detail: String, wasConnected: Bool)
  }

  var end: End
  var head = ResponseHead()
  /// Where the answer sends us, as an absolute address that may hold anything. nil when it does not.
  var redirect: String?
}
