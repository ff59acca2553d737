internal import CCurl
package import Filesystem

/// Fetches over HTTP and HTTPS, many things at once over few connections.
///
/// TLS is verified; a redirect from https to http is refused; credentials go to their own site alone. Proxies are those that libcurl
/// reads from the environment (libcurl-env(3)). A call returns after its transfer has ended, also when the task is cancelled.
package final class HTTPClient: Sendable {
  /// What holds for all requests of a client.
  package struct Configuration: Sendable {
    package var userAgent = "bootstrap"
    /// For one connection: name, TCP and TLS.
    package var connectTimeout: Duration = .seconds(15)
    /// A transfer that is slower than this for `stallSeconds` on end is given up.
    package var stallBytesPerSecond = 512
    package var stallSeconds = 30
    /// How long nothing comes from anybody before `onSilence` is told of it.
    package var stallNoticeDelay: Duration = .seconds(3)
    /// Gets the sites that are waited for, from another thread. nil: nobody wants to know.
    package var onSilence: (@Sendable ([WebOrigin]) -> Void)?
    package var retries = RetryPolicy()
    package var maximumRedirects = 10
    package var maximumConnectionsPerHost = 6
    /// A file of certificates to trust, instead of the system's.
    package var certificateFile: String?
    /// A folder of such, by hash (openssl-rehash(1)).
    package var certificateFolder: String?

    /// The certificates are those that curl(1) would take: `CURL_CA_BUNDLE`, else `SSL_CERT_DIR` and `SSL_CERT_FILE`. libcurl by
    /// itself reads none of them.
    package init(environment: Environment) {
      if let bundle = environment.nonEmpty("CURL_CA_BUNDLE") {
        certificateFile = bundle
      } else {
        certificateFolder = environment.nonEmpty("SSL_CERT_DIR")
        certificateFile = environment.nonEmpty("SSL_CERT_FILE")
      }
    }
  }

  private let settings: Configuration
  private let loop: TransferLoop

  package init(_ settings: Configuration) {
    self.settings = settings
    loop = TransferLoop(
      maximumConnectionsPerHost: settings.maximumConnectionsPerHost,
      silence: settings.onSilence.map {
        StallNotice(delay: settings.stallNoticeDelay, report: $0)
      })
  }

  /// Asks, and keeps the answer in memory.
  ///
  /// Returns an answer with a status of 2xx, or 304 for a request with an ETag; any other is `TransportError.status`.
  /// - Parameter limit: the most bytes that the answer may have, decompressed.
  package func fetch(
    _ request: HTTPRequest, limit: Int
  ) async throws(TransportError) -> HTTPResponse {
    let sink = MemorySink(limit: limit)
    let answer = try await exchange(request, into: sink)
    return HTTPResponse(address: answer.address, head: answer.outcome.head, body: sink.take())
  }

  /// Asks until there is an answer, or no hope of one.
  func exchange(
    _ request: HTTPRequest, into sink: some ResponseSink
  ) async throws(TransportError) -> FinalResponse {
    try request.checkHeaders()
    var attempt = 1
    while true {
      let answer = try await followRedirects(of: sink.continuing(request), into: sink)
      guard let failure = failure(of: answer, to: request, in: sink, attempts: attempt) else {
        return answer
      }
      let retryAfter = answer.outcome.head.retryAfter
      guard RetryPolicy.isTransient(failure),
        let delay = settings.retries.delay(afterAttempt: attempt, retryAfter: retryAfter)
      else { throw failure }
      do { try await Task.sleep(for: delay) } catch { throw .cancelled }
      attempt += 1
    }
  }

  private func followRedirects(
    of request: HTTPRequest, into sink: some ResponseSink
  ) async throws(TransportError) -> FinalResponse {
    var address = request.address
    var redirects = 0
    while true {
      let outcome = await loop.run(
        TransferAttempt(request, at: address, settings: settings, sink: sink))
      guard case .answered = outcome.end, let target = outcome.redirect else {
        return FinalResponse(outcome: outcome, address: address)
      }
      redirects += 1
      if redirects > settings.maximumRedirects {
        throw .redirect(.tooMany(limit: settings.maximumRedirects), from: address)
      }
      address = try address.followingRedirect(to: target)
    }
  }

  /// nil when the answer is what was asked for.
  private func failure(
    of answer: FinalResponse, to request: HTTPRequest, in sink: some ResponseSink, attempts: Int
  ) -> TransportError? {
    let outcome = answer.outcome
    let status = outcome.head.status
    switch outcome.end {
    case .cancelled:
      return .cancelled
    case .failed(let code, let detail, let wasConnected):
      let failure = ConnectionFailure(
        code: code, detail: detail, address: answer.address, attempts: attempts,
        wasConnected: wasConnected)
      guard failure.kind == .cut, (200..<300).contains(status) else { return .connection(failure) }
      // The length of a part says nothing of the whole.
      let head = outcome.head
      return .cut(
        address: answer.address, received: sink.received,
        expected: head.contentRange?.total ?? (status == 206 ? nil : head.contentLength),
        attempts: attempts)
    case .answered where (200..<300).contains(status), .refusedBySink:
      return sink.complaint(of: answer, attempts: attempts)
    case .answered where status == 304 && request.ifNoneMatch != nil:
      return nil
    case .answered:
      return .status(status, address: answer.address, attempts: attempts)
    }
  }
}
