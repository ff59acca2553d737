internal import Diagnostics
internal import SourceKinds
internal import Transport
internal import Vocabulary

extension SourceTransport {
  /// Requests the attestation beside a file. Returns `nil` if the server has none.
  ///
  /// If the address of the file has a query, nothing is requested. The query may name the file, or
  /// may be a signature that is valid for no other address.
  ///
  /// - Parameters:
  ///   - ending: The ending of the attestation.
  ///   - file: The attested file.
  ///   - kind: The kind of the source, under which the response is stored.
  ///   - credentials: The credentials for the source, or `nil` if it needs none.
  ///   - permits: Returns whether requests to a server are permitted.
  func attestation(
    _ ending: AttestationEnding, beside file: AttestableFile, _ kind: any SourceKind.Type,
    _ credentials: Credentials?, _ subject: ProblemSubject,
    permits: (WebOrigin) -> Bool = { $0.isProtected }
  ) async throws(SourceError) -> PublishedAttestation? {
    guard let text = file.urls.first?.text, let own = try? WebAddress(text),
      own.withoutQuery == nil, let address = try? WebAddress(own.text + ending.rawValue)
    else { return nil }
    if !permits(address.site) { throw subject.error(unencrypted: address, listedBy: nil) }
    return try await attestation(
      ending, at: address, ResponseCache(root: root, source: kind.name, index: address),
      FileAccess(), credentials, isCertain: false, subject)
  }

  /// Requests a file with an attestation.
  ///
  /// - Parameters:
  ///   - ending: The ending of the file.
  ///   - address: The address of the file.
  ///   - cache: The stored responses of the source.
  ///   - access: What the request states in addition to the address.
  ///   - credentials: The credentials for the source, or `nil` if it needs none.
  ///   - isCertain: Whether the source lists the file. If not, a refusal means that the server does
  ///     not have it, and the result is `nil`.
  func attestation(
    _ ending: AttestationEnding, at address: WebAddress, _ cache: ResponseCache,
    _ access: FileAccess, _ credentials: Credentials?, isCertain: Bool, _ subject: ProblemSubject
  ) async throws(SourceError) -> PublishedAttestation? {
    let digest = SHA256Digest(of: address.text)
    var query = IndexQuery(
      address: address, accept: access.accept ?? "*/*",
      package: "attestation-" + digest.hexadecimal, cache: cache, credentials: credentials,
      limit: PublishedAttestation.maximumSize, headers: access.headers)
    query.fault = { error in
      // Storage that does not permit listing its files also responds with 403 for missing ones.
      guard case .status(let status, let address, _) = error, [403, 404, 410].contains(status)
      else { return nil }
      if !isCertain { return .content(.unknownPackage(known: [], address: address.text)) }
      return access.faults[.status(status)]
        ?? .answer(.refused(address: address.text, status: status, advice: nil))
    }
    do throws(SourceError) {
      return try await fetchPage(query, subject.requesting(with: access)) {
        (response) throws(SourceError) in
        // An empty body is stored below for a missing file.
        if response.body.isEmpty, isOffline, !isCertain { return nil }
        do throws(UnreadableResponse) {
          return try ending.attestation(in: response.body)
        } catch {
          throw subject.error(.answer(.unreadable(address: address.text, error)))
        }
      }
    } catch {
      guard case .problems(let problems) = error,
        case .content(.unknownPackage)? = problems.first?.fault
      else { throw error }
      // This is the response when offline.
      cache.store(
        .init(address: address, contentType: nil, etag: nil, body: []), for: query.package)
      return nil
    }
  }
}
