internal import TextSearch
package import Vocabulary

extension HTTPClient {
  /// Returns whether a repository has a blob.
  ///
  /// - Throws: ``TransportError`` if the registry does not answer.
  package func has(
    _ digest: SHA256Digest, in repository: OCIRepository
  ) async throws(TransportError) -> Bool {
    try await has(repository.blob(digest), in: repository, accepting: nil)
  }

  /// Returns whether a repository has a manifest with this tag.
  ///
  /// - Throws: ``TransportError`` if the registry does not answer.
  package func hasManifest(
    _ tag: String, in repository: OCIRepository
  ) async throws(TransportError) -> Bool {
    try await has(repository.manifest(tag), in: repository, accepting: Self.manifestType)
  }

  private func has(
    _ address: WebAddress, in repository: OCIRepository, accepting type: String?
  ) async throws(TransportError) -> Bool {
    var request = request(.head, to: address, in: repository)
    request.accept = type
    do {
      _ = try await head(request)
      return true
    } catch {
      if case .status(404, _, _) = error { return false }
      throw error
    }
  }

  /// Uploads a blob, unless the repository has it.
  ///
  /// Uploading a blob again is harmless, so an upload that fails for a moment is repeated.
  ///
  /// - Throws: ``TransportError`` if no attempt succeeds.
  package func upload(
    _ body: HTTPRequest.Upload, as digest: SHA256Digest, to repository: OCIRepository
  ) async throws(TransportError) {
    var attempt = 1
    while true {
      let failure: TransportError
      do {
        if try await !has(digest, in: repository) {
          try await uploadOnce(body, as: digest, to: repository)
        }
        return
      } catch {
        failure = error
      }
      guard RetryPolicy.isTransient(failure) || failure.isForgottenUpload,
        let delay = settings.retries.delay(afterAttempt: attempt, retryAfter: nil)
      else { throw failure }
      do { try await Task.sleep(for: delay) } catch { throw .cancelled }
      attempt += 1
    }
  }

  /// Begins an upload, and sends the body to the address that the registry names.
  private func uploadOnce(
    _ body: HTTPRequest.Upload, as digest: SHA256Digest, to repository: OCIRepository
  ) async throws(TransportError) {
    let start = request(.post, to: repository.uploads, in: repository)
    let response = try await exchange(start, into: HeadSink())
    guard let location = response.outcome.head.location else {
      throw .status(response.outcome.head.status, address: response.address, attempts: 1)
    }
    let resolved: WebAddress
    do {
      resolved = try response.address.resolving(location)
    } catch {
      throw .redirect(.address(error), from: response.address)
    }
    let target = try response.address.followingRedirect(to: resolved.text)
    let isOwn = target.site == repository.site
    guard isOwn || settings.mirrors.names(target.site) else {
      if let refusal = settings.mirrors.policyRefusal(of: target) { throw refusal }
      throw .redirect(.foreign(to: target), from: response.address)
    }
    // Another server receives neither the authorization for the registry nor other credentials.
    var upload = request(
      .put, to: target.adding(parameter: "digest=sha256:\(digest.hexadecimal)"),
      in: isOwn ? repository : nil)
    upload.body = body
    upload.headers = [.init("Content-Type", "application/octet-stream")]
    _ = try await exchange(upload, into: HeadSink())
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

extension TransportError {
  /// Whether the registry no longer knows the upload that it has begun, such as after a restart.
  fileprivate var isForgottenUpload: Bool {
    if case .status(404, let address, _) = self {
      address.text.contains("/blobs/uploads/")
    } else {
      false
    }
  }
}
