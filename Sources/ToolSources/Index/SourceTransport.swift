internal import Diagnostics
internal import Layout
internal import Manifests
internal import Transport

/// The client and the root through which sources send requests and store replies. Offline,
/// sources use stored replies only.
struct SourceTransport: Sendable {
  let client: HTTPClient
  let root: Root
  let isOffline: Bool
}

/// A request for a page of an index, and the cache of its reply.
struct IndexQuery: Sendable {
  let address: WebAddress
  let accept: String
  /// The package name, safe as a file name.
  let package: String
  let cache: ResponseCache
  let credentials: Credentials?
  /// The maximum size of the page in bytes.
  let limit: Int
}

extension SourceTransport {
  /// Requests a page and reads the reply: a new one, or the stored one if the server confirms it.
  ///
  /// A reply is stored only after `read` succeeds. Status 404 or 410 means that the
  /// package does not exist.
  func ask<Value>(
    _ query: IndexQuery, _ subject: ProblemSubject,
    reading read: (ResponseCache.StoredResponse) throws(SourceError) -> Value
  ) async throws(SourceError) -> Value {
    let kept = query.cache.reply(for: query.package, limit: query.limit)
    if isOffline {
      guard let kept else { throw subject.error(.offline(address: query.address.text)) }
      return try read(kept)
    }
    var request = HTTPRequest(query.address)
    request.accept = query.accept
    request.ifNoneMatch = kept?.etag
    request.credentials = query.credentials
    let response: HTTPResponse
    do throws(TransportError) {
      response = try await client.fetch(request, limit: query.limit)
    } catch {
      if case .status(let status, _, _) = error, status == 404 || status == 410 {
        throw subject.error(.unknownPackage(known: [], address: query.address.text))
      }
      throw subject.error(error)
    }
    if response.status == 304, let kept { return try read(kept) }
    let reply = ResponseCache.StoredResponse(
      address: response.address, contentType: response.head.contentType,
      etag: response.head.etag, body: response.body)
    let value = try read(reply)
    query.cache.keep(reply, for: query.package)
    return value
  }
}
