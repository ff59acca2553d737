internal import Diagnostics
internal import Layout
internal import Manifests
internal import Transport

/// How sources ask: over one client, with replies kept under one root, or, offline, from those alone.
struct SourceTransport: Sendable {
  let client: HTTPClient
  let root: Root
  let isOffline: Bool
}

/// A page of an index, and where its reply is kept.
struct IndexQuery: Sendable {
  let address: WebAddress
  let accept: String
  /// Safe as a file name.
  let package: String
  let cache: ResponseCache
  let credentials: Credentials?
  /// Bytes.
  let limit: Int
}

extension SourceTransport {
  /// Asks a query and reads the reply: a new one, or the kept one where the server says that it is still right.
  ///
  /// A reply is kept only after it could be read. An answer of 404 or 410 means that there is no such package.
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
