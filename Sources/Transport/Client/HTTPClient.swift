internal import CCurl
internal import Diagnostics
internal import Filesystem

/// An HTTP and HTTPS client that runs many transfers over few connections.
///
/// It verifies TLS certificates, rejects redirects from https to http, and sends credentials only
/// to their own origin. A request without credentials of its own uses those of the user's
/// credential helper for the host or in the `.netrc` file, but the target of a redirect to another
/// origin receives none. Every request goes to the mirror that the settings name for its address,
/// if any. libcurl reads proxies from the environment (libcurl-env(3)). A call returns only after
/// its transfer has ended, even if the task is canceled.
package final class HTTPClient: Sendable {
  let settings: HTTPSettings
  let logins = RegistryLogins()
  private let loop: TransferLoop
  private let helpers: CredentialHelpers?

  /// Creates a client. Its thread starts with the first transfer.
  package init(_ settings: HTTPSettings) {
    self.settings = settings
    helpers = settings.credentialHelper.map { CredentialHelpers($0) }
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
    return HTTPResponse(
      address: settings.mirrors.publicAddress(of: response.address), head: response.outcome.head,
      body: sink.take())
  }

  /// Parses a link on a page. A mirror that has served the page has written the link for its own
  /// address, but the result is a public address.
  ///
  /// - Parameter page: The ``HTTPResponse/address`` of the page.
  package func parts(
    ofReference reference: String, onPageAt page: WebAddress
  ) throws(WebAddress.Failure) -> WebAddress.Parts {
    try settings.mirrors.parts(ofReference: reference, onPageAt: page)
  }

  /// Returns the user's credentials for `site`, from a credential helper or `.netrc`, or `nil` if
  /// there are none.
  ///
  /// - Throws: ``TransportError/credentialHelper(_:for:_:)`` if the helper fails, or
  ///   ``TransportError/unsafeNetrc(_:)`` if others may have written the `.netrc` file.
  func credentials(for site: WebOrigin) async throws(TransportError) -> Credentials? {
    // Without TLS, the credentials would be sent unencrypted.
    if site.isProtected, let helper = settings.mirrors.credentialHelper(for: site) {
      do {
        if let known = try await helpers?.credentials(for: site, from: helper) { return known }
      } catch {
        throw .credentialHelper(helper, for: site, error)
      }
    }
    return try settings.netrc?.credentials(for: site)
  }

  /// Sends `wanted`, or a request to its mirror, follows redirects, and retries transient failures
  /// as the policy allows.
  ///
  /// - Returns: The last response, whose body `sink` has accepted.
  /// - Throws: ``TransportError`` if no attempt succeeds.
  func exchange(
    _ wanted: HTTPRequest, into sink: some ResponseSink
  ) async throws(TransportError) -> FinalResponse {
    let request = try await prepared(wanted)
    return try await retrying { number async throws(FailedAttempt) in
      try await self.response(to: request, into: sink, attempt: number)
    }
  }

  /// Returns the request to send for `wanted`: one to a mirror, or `wanted` itself, with the user's
  /// credentials for its host.
  ///
  /// - Throws: ``TransportError`` if the request may not be sent.
  func prepared(_ wanted: HTTPRequest) async throws(TransportError) -> HTTPRequest {
    try wanted.checkHeaders()
    if !wanted.isLogin { try checkPolicy(permits: wanted.address) }
    var request = try settings.mirrors.request(for: wanted)
    if request.usesNetrc, !request.isAuthorized, request.repository == nil {
      request.credentials = try await credentials(for: request.address.site)
    }
    return request
  }

  /// Sends a prepared request once.
  ///
  /// - Parameter number: The number of the attempt, counted from 1.
  func response(
    to request: HTTPRequest, into sink: some ResponseSink, attempt number: Int
  ) async throws(FailedAttempt) -> FinalResponse {
    let response: FinalResponse
    do {
      response = try await authorizedResponse(to: sink.continuing(request), into: sink)
    } catch {
      // The requests for its token have been retried already.
      throw FailedAttempt(error, isTransient: false)
    }
    guard let failure = failure(of: response, to: request, in: sink, attempts: number) else {
      return response
    }
    throw FailedAttempt(failure, retryAfter: response.outcome.head.retryAfter)
  }

  /// Calls `attempt` with the numbers from 1 until it succeeds, its failure is final, or the
  /// attempts are used up.
  func retrying<Value: Sendable>(
    _ attempt: (_ number: Int) async throws(FailedAttempt) -> Value
  ) async throws(TransportError) -> Value {
    var number = 1
    while true {
      let failed: FailedAttempt
      do { return try await attempt(number) } catch { failed = error }
      guard failed.isTransient,
        let delay = settings.retries.delay(afterAttempt: number, retryAfter: failed.retryAfter)
      else { throw failed.failure }
      do { try await Task.sleep(for: delay) } catch { throw .cancelled }
      number += 1
    }
  }

  /// Sends `request` without retries, and follows its redirects.
  ///
  /// - Throws: ``TransportError/redirect(_:from:)`` if a redirect is not followed, or
  ///   ``TransportError/forbidden(_:_:)`` if the policy forbids a server, other than one that a
  ///   mirror leads to.
  func followRedirects(
    of request: HTTPRequest, into sink: some ResponseSink
  ) async throws(TransportError) -> FinalResponse {
    var address = request.address
    var redirects = 0
    while true {
      if !(request.isLogin && address == request.address) { try checkPolicy(permits: address) }
      let outcome = await loop.run(
        TransferAttempt(request, at: address, settings: settings, sink: sink))
      guard case .completed = outcome.end, let target = outcome.redirect, !request.method.isUpload
      else {
        return FinalResponse(outcome: outcome, address: address)
      }
      redirects += 1
      if redirects > settings.maximumRedirects {
        throw .redirect(.tooMany(limit: settings.maximumRedirects), from: address)
      }
      let next = try address.followingRedirect(to: target)
      if request.isDirect || address.original != nil || request.repository != nil,
        let rule = rule(forbidding: next)
      {
        throw .redirect(.foreign(to: next, rule), from: address)
      }
      try checkPolicy(permits: next)
      address = try settings.mirrors.address(ofRedirect: next, from: address)
    }
  }

  /// Checks that the policy permits requests to the server of an address. The policy must permit
  /// both the public address and that of its mirror.
  ///
  /// - Throws: ``TransportError/forbidden(_:_:)`` if it does not.
  func checkPolicy(permits address: WebAddress) throws(TransportError) {
    if let rule = rule(forbidding: address) { throw .forbidden(address, rule) }
  }

  /// Returns the policy line that forbids requests to an address, or `nil` if they are allowed.
  func rule(forbidding address: WebAddress) -> PolicyLine? {
    settings.mirrors.isOfPolicy(address) ? nil : settings.ruleForbidding(address.site)
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
      return failure(
        of: response, in: sink,
        ConnectionFailure(
          code: code, detail: detail, address: response.address, attempts: attempts,
          wasConnected: wasConnected,
          lacksCertificates: settings.usesSystemCertificates && SystemCertificates.isMissing,
          ignoredCertificates: settings.ignoredCertificates,
          isOfRegistry: request.repository != nil))
    case .completed where (200..<300).contains(status), .rejectedBySink:
      return sink.failure(of: response, attempts: attempts)
    case .completed where status == 304 && request.ifNoneMatch != nil:
      return nil
    case .completed:
      return refusal(of: response, to: request, attempts: attempts)
    }
  }

  /// Returns the error of a response whose status the request does not accept.
  private func refusal(
    of response: FinalResponse, to request: HTTPRequest, attempts: Int
  ) -> TransportError {
    let outcome = response.outcome
    let status = outcome.head.status
    if [403, 429].contains(status), outcome.head.isLimited {
      return .limited(
        status: status, reset: outcome.head.limitReset, address: response.address)
    }
    if status == 403, let delay = outcome.head.retryAfter {
      // A limit on bursts, which only `Retry-After` states. Status 429 is retried.
      return .limited(
        status: status, reset: WallClock.now + delay.components.seconds, address: response.address)
    }
    // A file that is missing needs no reason.
    let isOfRegistry = request.repository != nil || request.isLogin
    guard isOfRegistry, status != 404 || request.method.isUpload,
      let words = RegistryRefusal.Words(outcome.refusal)
    else {
      return .status(status, address: response.address, attempts: attempts)
    }
    return .registry(
      RegistryRefusal(
        status: status, words: words, address: response.address, attempts: attempts))
  }

  /// Returns the error of a response that the connection did not deliver in full.
  private func failure(
    of response: FinalResponse, in sink: some ResponseSink, _ failure: ConnectionFailure
  ) -> TransportError {
    let head = response.outcome.head
    guard failure.kind == .cut, (200..<300).contains(head.status) else {
      return .connection(failure)
    }
    // The length of a partial response does not reveal the size of the whole file.
    return .cut(
      address: response.address, received: sink.received,
      expected: head.contentRange?.total ?? (head.status == 206 ? nil : head.contentLength),
      attempts: failure.attempts)
  }
}
