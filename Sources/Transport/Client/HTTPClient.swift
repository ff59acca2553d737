internal import CCurl
package import Filesystem

/// An HTTP and HTTPS client that runs many transfers over few connections.
///
/// It verifies TLS certificates, rejects redirects from https to http, and sends credentials only
/// to their own origin. A request without credentials of its own uses those in the user's `.netrc`
/// file, but the target of a redirect to another origin receives none. libcurl reads proxies from
/// the environment (libcurl-env(3)). A call returns only after its transfer has ended, even if the
/// task is canceled.
package final class HTTPClient: Sendable {
  /// The settings for all requests of a client.
  package struct Configuration: Sendable {
    package var userAgent = "bootstrap"
    /// The time limit for establishing a connection: DNS, TCP, and TLS.
    package var connectTimeout: Duration = .seconds(15)
    /// The minimum speed. A transfer that stays below it for `stallSeconds` is aborted.
    package var stallBytesPerSecond = 512
    /// The number of seconds after which a transfer below `stallBytesPerSecond` is aborted.
    package var stallSeconds = 30
    /// The minimum speed of all transfers together, averaged over `speedWindow`; 0 for none.
    ///
    /// All transfers count together because they share the link: on a slow one, each of many is
    /// slower than a hostile server needs to be.
    package var minimumBytesPerSecond = 4000
    /// The time over which the speed is averaged.
    package var speedWindow: Duration = .seconds(60)
    /// The maximum size of a file whose size nobody stated, in bytes.
    package var maximumUnstatedSize = 4_000_000_000
    /// The maximum size of any file, in bytes: the size that an archive may have unpacked.
    package var maximumSize = 32_000_000_000
    /// How long all servers must be silent before `onSilence` is called.
    package var stallNoticeDelay: Duration = .seconds(3)
    /// Receives the silent origins, on another thread. `nil` to ignore silence.
    package var onSilence: (@Sendable ([WebOrigin]) -> Void)?
    package var retries = RetryPolicy()
    package var maximumRedirects = 10
    package var maximumConnectionsPerHost = 6
    /// A file of trusted certificates that replaces the system's, or `nil` for the system's.
    package var certificateFile: String?
    /// A folder of trusted certificates, named by hash (openssl-rehash(1)), or `nil` for
    /// the system's.
    package var certificateFolder: String?
    /// Whether the certificates are the system's.
    var usesSystemCertificates: Bool { certificateFile == nil && certificateFolder == nil }
    /// The user's `.netrc` file, or `nil` to use none.
    package var netrc: NetrcFile?

    /// Creates a configuration with the certificates that curl(1) would use: `CURL_CA_BUNDLE`,
    /// otherwise `SSL_CERT_DIR` and `SSL_CERT_FILE`. libcurl itself ignores these variables. The
    /// variables `NETRC` and `HOME` determine which `.netrc` file is used.
    package init(environment: Environment) {
      netrc = NetrcFile(environment)
      if let bundle = environment.nonEmpty("CURL_CA_BUNDLE") {
        certificateFile = bundle
      } else {
        certificateFolder = environment.nonEmpty("SSL_CERT_DIR")
        certificateFile = environment.nonEmpty("SSL_CERT_FILE")
      }
    }
  }

  let settings: Configuration
  private let loop: TransferLoop

  /// Creates a client. Its thread starts with the first transfer.
  package init(_ settings: Configuration) {
    self.settings = settings
    loop = TransferLoop(
      maximumConnectionsPerHost: settings.maximumConnectionsPerHost,
      stallTimer: settings.onSilence.map {
        StallNotice(delay: settings.stallNoticeDelay, report: $0)
      },
      minimumSpeed: MinimumSpeed(
        bytesPerSecond: settings.minimumBytesPerSecond, window: settings.speedWindow))
  }

  /// The maximum size of a file whose size nobody stated, in bytes.
  package var maximumUnstatedSize: Int { settings.maximumUnstatedSize }

  /// Returns whether the user's `.netrc` file has credentials for `site`.
  package func hasNetrcCredentials(for site: WebOrigin) -> Bool {
    // The request itself reports a file that others may write.
    do { return try settings.netrc?.credentials(for: site) != nil } catch { return true }
  }

  /// Fetches a response into memory.
  ///
  /// - Parameter limit: The maximum size of the decompressed body, in bytes.
  /// - Returns: A response with status 2xx, or 304 if the request has an ETag.
  /// - Throws: ``TransportError/status(_:address:attempts:)`` for any other status, or another
  ///   ``TransportError`` if the transfer fails or the body exceeds `limit`.
  package func fetch(
    _ request: HTTPRequest, limit: Int
  ) async throws(TransportError) -> HTTPResponse {
    let sink = MemorySink(limit: limit)
    let response = try await exchange(request, into: sink)
    return HTTPResponse(address: response.address, head: response.outcome.head, body: sink.take())
  }

  /// Sends `request`, follows redirects, and retries transient failures as the policy allows.
  ///
  /// - Returns: The last response, whose body `sink` has accepted.
  /// - Throws: ``TransportError`` if no attempt succeeds.
  func exchange(
    _ request: HTTPRequest, into sink: some ResponseSink
  ) async throws(TransportError) -> FinalResponse {
    try request.checkHeaders()
    var request = request
    if request.usesNetrc, !request.isAuthorized {
      request.credentials = try settings.netrc?.credentials(for: request.address.site)
    }
    var attempt = 1
    while true {
      let response = try await followRedirects(of: sink.continuing(request), into: sink)
      guard let failure = failure(of: response, to: request, in: sink, attempts: attempt) else {
        return response
      }
      let retryAfter = response.outcome.head.retryAfter
      guard RetryPolicy.isTransient(failure),
        let delay = settings.retries.delay(afterAttempt: attempt, retryAfter: retryAfter)
      else { throw failure }
      do { try await Task.sleep(for: delay) } catch { throw .cancelled }
      attempt += 1
    }
  }

  /// Sends `request` without retries, and follows its redirects.
  ///
  /// - Throws: ``TransportError/redirect(_:from:)`` if a redirect is not followed.
  private func followRedirects(
    of request: HTTPRequest, into sink: some ResponseSink
  ) async throws(TransportError) -> FinalResponse {
    var address = request.address
    var redirects = 0
    while true {
      let outcome = await loop.run(
        TransferAttempt(request, at: address, settings: settings, sink: sink))
      guard case .completed = outcome.end, let target = outcome.redirect else {
        return FinalResponse(outcome: outcome, address: address)
      }
      redirects += 1
      if redirects > settings.maximumRedirects {
        throw .redirect(.tooMany(limit: settings.maximumRedirects), from: address)
      }
      address = try address.followingRedirect(to: target)
    }
  }

  /// Returns the error of an unacceptable response, or `nil` if the response is the requested one.
  private func failure(
    of response: FinalResponse, to request: HTTPRequest, in sink: some ResponseSink, attempts: Int
  ) -> TransportError? {
    let outcome = response.outcome
    let status = outcome.head.status
    switch outcome.end {
    case .cancelled:
      return .cancelled
    case .tooSlow:
      return .tooSlow(
        address: response.address, bytesPerSecond: settings.minimumBytesPerSecond,
        seconds: Int(settings.speedWindow.components.seconds), attempts: attempts)
    case .failed(let code, let detail, let wasConnected):
      let failure = ConnectionFailure(
        code: code, detail: detail, address: response.address, attempts: attempts,
        wasConnected: wasConnected,
        lacksCertificates: settings.usesSystemCertificates && SystemCertificates.isMissing)
      guard failure.kind == .cut, (200..<300).contains(status) else { return .connection(failure) }
      // The length of a partial response does not reveal the size of the whole file.
      let head = outcome.head
      return .cut(
        address: response.address, received: sink.received,
        expected: head.contentRange?.total ?? (status == 206 ? nil : head.contentLength),
        attempts: attempts)
    case .completed where (200..<300).contains(status), .rejectedBySink:
      return sink.failure(of: response, attempts: attempts)
    case .completed where status == 304 && request.ifNoneMatch != nil:
      return nil
    case .completed where (status == 403 || status == 429) && outcome.head.isLimited:
      return .limited(
        status: status, reset: outcome.head.limitReset, address: response.address)
    case .completed where status == 403 && outcome.head.retryAfter != nil:
      // A limit on bursts, which only `Retry-After` states. Status 429 is retried.
      let delay = outcome.head.retryAfter?.components.seconds ?? 0
      return .limited(status: status, reset: WallClock.now + delay, address: response.address)
    case .completed:
      return .status(status, address: response.address, attempts: attempts)
    }
  }
}
