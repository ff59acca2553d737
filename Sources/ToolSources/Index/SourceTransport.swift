internal import Diagnostics
internal import Layout
internal import Manifests
internal import Transport

/// The client that sends the requests of sources, and the root that stores the responses.
/// Offline, sources use only stored responses.
struct SourceTransport: Sendable {
  let client: HTTPClient
  let root: Root
  let downloads: DownloadFolder
  let isOffline: Bool
  /// The policy line that relies on statements of an index, or `nil` if there is none. Under such a
  /// line, stored pages are ignored, because their owner can edit them.
  let ruleAboutStatements: PolicyLine?
}

/// A request for a page of an index, and the cache of its response.
struct IndexQuery: Sendable {
  let address: WebAddress
  /// The value of the `Accept` header.
  let accept: String
  /// The package name, safe as a file name.
  let package: String
  let cache: ResponseCache
  /// The credentials for the index, or `nil` if it needs none.
  let credentials: Credentials?
  /// The maximum size of the page in bytes.
  let limit: Int
  /// Further headers, which may contain a token. They are sent to the address's server only.
  var headers: [HTTPRequest.Header] = []
  /// Returns whether a stored page is known to be current and need not be requested.
  var isCurrent: @Sendable ([UInt8]) async -> Bool = { _ in false }
  /// Returns the source's own fault for a failure, or `nil` if it has none.
  var fault: @Sendable (TransportError) -> SourceProblem.Fault? = { _ in nil }
}

extension SourceTransport {
  /// Requests a page and returns the result of `read` for the response: a new response, or the
  /// stored one if the query or the server confirms that the page is unchanged.
  ///
  /// Offline, uses the stored response without a request, unless the policy depends on what the
  /// index states. A new response is stored only after `read` succeeds.
  ///
  /// - Throws: ``SourceError`` if the request or `read` fails. Status 404 or 410 means that the
  ///   package does not exist.
  func fetchPage<Value>(
    _ query: IndexQuery, _ subject: ProblemSubject,
    reading read: (ResponseCache.StoredResponse) throws(SourceError) -> Value
  ) async throws(SourceError) -> Value {
    let stored =
      ruleAboutStatements == nil
      ? query.cache.reply(for: query.package, limit: query.limit) : nil
    if isOffline {
      if let line = ruleAboutStatements {
        throw subject.error(.answer(.offlineForbidden(address: query.address.text, line)))
      }
      guard let stored else { throw subject.error(.answer(.offline(address: query.address.text))) }
      return try read(stored)
    }
    if let stored, await query.isCurrent(stored.body) { return try read(stored) }
    var request = HTTPRequest(query.address)
    request.accept = query.accept
    request.ifNoneMatch = stored?.etag
    request.credentials = query.credentials
    request.headers = query.headers
    let response: HTTPResponse
    do {
      response = try await client.fetch(request, limit: query.limit)
    } catch {
      let failed = subject.failing(with: error)
      // The meaning of a source's refusal does not apply to a mirror.
      if error.address?.original == nil, let fault = query.fault(error) {
        throw failed.error(fault)
      }
      if case .status(let status, let address, _) = error, status == 404 || status == 410 {
        let asked = address.original == nil ? query.address : address
        throw failed.error(.content(.unknownPackage(known: [], address: asked.text)))
      }
      throw subject.error(error)
    }
    if response.status == 304, let stored { return try read(stored) }
    let reply = ResponseCache.StoredResponse(
      address: response.address, contentType: response.head.contentType,
      etag: response.head.etag, link: response.head.link, body: response.body)
    let value = try read(reply)
    query.cache.store(reply, for: query.package)
    return value
  }
}
