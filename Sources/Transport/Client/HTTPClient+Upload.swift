internal import TextSearch
package import Vocabulary

extension HTTPClient {
  /// What a registry says about a blob.
  private enum Blob {
    case missing
    /// The registry has the blob. The size in bytes is `nil` if the registry does not state it.
    case present(size: Int?)
  }

  /// Returns the size of a blob in bytes, or `nil` if the repository does not have it.
  ///
  /// - Parameter stated: The size to return if the registry does not state one, or `nil` to fetch
  ///   the blob in that case.
  /// - Throws: ``TransportError`` if the registry does not answer.
  package func size(
    of digest: SHA256Digest, stated: Int?, in repository: OCIRepository
  ) async throws(TransportError) -> Int? {
    let request = try await prepared(request(.head, to: repository.blob(digest), in: repository))
    let found = try await retrying { number async throws(FailedAttempt) in
      try await self.blob(request, attempt: number)
    }
    guard case .present(let size) = found else { return nil }
    if let size = size ?? stated { return size }
    return try await fetch(
      self.request(.get, to: repository.blob(digest), in: repository), limit: maximumUnstatedSize
    ).body.count
  }

  private func blob(
    _ request: HTTPRequest, attempt number: Int
  ) async throws(FailedAttempt) -> Blob {
    do throws(FailedAttempt) {
      let response = try await response(to: request, into: HeadSink(), attempt: number)
      let head = response.outcome.head
      if head.isPage { throw FailedAttempt(.page(address: response.address)) }
      return .present(size: head.contentLength)
    } catch {
      if error.failure.status == 404 { return .missing }
      guard request.method == .head, error.failure.status != nil, !error.isTransient else {
        throw error
      }
      // Only the response to GET states a reason, and some servers answer nothing else.
      var request = request
      request.method = .get
      return try await blob(request, attempt: number)
    }
  }

  /// Returns the manifest with a tag, or `nil` if the repository has none.
  ///
  /// - Throws: ``TransportError`` if the registry does not answer.
  package func manifest(
    _ tag: String, in repository: OCIRepository
  ) async throws(TransportError) -> [UInt8]? {
    var request = request(.get, to: repository.manifest(tag), in: repository)
    request.accept = Self.manifestType
    do {
      return try await fetch(request, limit: Self.maximumManifestSize).body
    } catch {
      if error.status == 404 { return nil }
      throw error
    }
  }

  /// Uploads a blob, unless the repository has it.
  ///
  /// Uploading a blob again is harmless, so an upload that fails for a moment is repeated.
  ///
  /// - Throws: ``TransportError/sizeMismatch(address:expected:actual:)`` if the registry keeps
  ///   another file under the digest, or another ``TransportError`` if no attempt succeeds.
  package func upload(
    _ body: HTTPRequest.Upload, as digest: SHA256Digest, to repository: OCIRepository
  ) async throws(TransportError) {
    let question = try await prepared(request(.head, to: repository.blob(digest), in: repository))
    let start = try await prepared(request(.post, to: repository.uploads, in: repository))
    try await retrying { number async throws(FailedAttempt) in
      let found = try await self.blob(question, attempt: number)
      if case .present(let size) = found, size ?? body.size == body.size { return }
      try await self.upload(body, as: digest, to: repository, start, attempt: number)
      // A registry may keep the file that it has.
      guard case .present = found,
        case .present(let actual?) = try await self.blob(question, attempt: number),
        actual != body.size
      else { return }
      throw FailedAttempt(
        .sizeMismatch(address: question.address, expected: body.size, actual: actual))
    }
  }

  /// Begins an upload by `start`, and sends the body to the address that the registry names.
  private func upload(
    _ body: HTTPRequest.Upload, as digest: SHA256Digest, to repository: OCIRepository,
    _ start: HTTPRequest, attempt number: Int
  ) async throws(FailedAttempt) {
    let begun = try await response(to: start, into: HeadSink(), attempt: number)
    let upload: HTTPRequest
    do {
      upload = try await prepared(
        self.upload(of: body, as: digest, to: repository, begunBy: begun))
    } catch {
      throw FailedAttempt(error)
    }
    do {
      _ = try await response(to: upload, into: HeadSink(), attempt: number)
    } catch {
      // After a restart, a registry no longer knows the upload.
      throw error.failure.status == 404 ? FailedAttempt(error.failure, isTransient: true) : error
    }
  }

  /// Returns the request that sends the body of an upload to the address that a registry names.
  private func upload(
    of body: HTTPRequest.Upload, as digest: SHA256Digest, to repository: OCIRepository,
    begunBy response: FinalResponse
  ) throws(TransportError) -> HTTPRequest {
    let head = response.outcome.head
    guard let location = head.location else {
      if head.isPage { throw .page(address: response.address) }
      throw .status(head.status, address: response.address, attempts: 1)
    }
    let resolved: WebAddress
    do {
      resolved = try response.address.resolving(location)
    } catch {
      throw .redirect(.address(error), from: response.address)
    }
    let target = try response.address.followingRedirect(to: resolved.text)
    let isOwn = target.site == repository.site
    let line = settings.mirrors.policyLine(forbidding: target) ?? rule(forbidding: target)
    guard line == nil, isOwn || settings.mirrors.names(target.site) else {
      throw .redirect(.foreign(to: target, line), from: response.address)
    }
    // Another server receives neither the authorization for the registry nor other credentials.
    var upload = request(
      .put, to: target.adding(parameter: "digest=sha256:\(digest.hexadecimal)"),
      in: isOwn ? repository : nil)
    upload.body = body
    upload.headers = [.init("Content-Type", "application/octet-stream")]
    return upload
  }

  /// Writes a manifest with a tag. The repository must already have the blobs that it names.
  ///
  /// - Throws: ``TransportError`` if the registry does not accept it.
  package func write(
    manifest: [UInt8], _ tag: String, to repository: OCIRepository
  ) async throws(TransportError) {
    var request = request(.put, to: repository.manifest(tag), in: repository)
    request.body = .bytes(manifest)
    request.headers = [.init("Content-Type", Self.manifestType)]
    _ = try await exchange(request, into: HeadSink())
  }

  /// The maximum size of a manifest in bytes, which registries may limit to this.
  private static let maximumManifestSize = 4 << 20

  /// The media type of a manifest (OCI Image Specification 1.1).
  package static let manifestType = "application/vnd.oci.image.manifest.v1+json"

  private func request(
    _ method: HTTPRequest.Method, to address: WebAddress, in repository: OCIRepository?
  ) -> HTTPRequest {
    var request = HTTPRequest(address)
    request.method = method
    request.repository = repository
    request.isDirect = true
    request.usesNetrc = repository != nil
    return request
  }
}
