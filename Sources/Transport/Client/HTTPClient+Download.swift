internal import Cryptography
package import Filesystem
package import Vocabulary

extension HTTPClient {
  /// Downloads to a new file at `file`, which remains only if it matches `expectation`.
  ///
  /// If the connection breaks, the download resumes where it stopped, provided that the server
  /// supports this. The caller must sync the file to the disk.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - file: The path to create.
  ///   - expectation: The digest and size that the file must have.
  ///   - progress: Receives the number of bytes written so far, often, on another thread. The
  ///     number decreases if the download restarts.
  /// - Throws: ``TransportError`` if the download fails, the file does not match `expectation`, or
  ///   it cannot be created.
  package func download(
    _ request: HTTPRequest, to file: FilePath, expecting expectation: ExpectedFile,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws(TransportError) -> DownloadedFile {
    if let size = expectation.size, size > settings.maximumSize {
      throw .tooLarge(address: request.address, limit: settings.maximumSize)
    }
    let sink: FileSink
    do {
      sink = try FileSink(
        file, expecting: expectation, limit: settings.maximumUnstatedSize, progress: progress)
    } catch {
      throw .file(error)
    }
    do throws(TransportError) {
      let response = try await exchange(request, expecting: expectation.digest, into: sink)
      let downloaded: DownloadedFile
      do { downloaded = try sink.finish() } catch { throw .file(error) }
      if let digest = expectation.digest, digest != downloaded.digest {
        if response.outcome.head.isPage { throw .page(address: response.address) }
        throw .digestMismatch(
          address: response.address, expected: digest, actual: downloaded.digest)
      }
      return downloaded
    } catch {
      try? file.removeFile()
      throw error
    }
  }

  /// Fetches a file from the mirrors that serve files by their digests, into memory.
  ///
  /// - Parameter limit: The maximum size of the file, in bytes.
  /// - Returns: The file, or `nil` if no mirror has it.
  /// - Throws: ``TransportError`` if a mirror does not respond, or serves something else.
  package func mirroredFile(
    _ digest: SHA256Digest, limit: Int
  ) async throws(TransportError) -> [UInt8]? {
    for request in settings.mirrors.requests(for: digest, wantedAt: nil) {
      let response: HTTPResponse
      do {
        response = try await fetch(request, limit: limit)
      } catch {
        guard error.status == 404 else { throw error }
        continue
      }
      let actual = SHA256.digest(of: response.body)
      guard actual == digest else {
        if response.head.isPage { throw .page(address: request.address) }
        throw .digestMismatch(address: request.address, expected: digest, actual: actual)
      }
      return response.body
    }
    return nil
  }

  /// Asks the mirrors for a file with this digest, one after another, and then the address.
  ///
  /// A mirror that does not have the file responds with status 404. Any other failure of a mirror
  /// is final, because a mirror that serves the wrong file must not remain unnoticed.
  private func exchange(
    _ request: HTTPRequest, expecting digest: SHA256Digest?, into sink: FileSink
  ) async throws(TransportError) -> FinalResponse {
    // A mirror must not provide what the policy forbids.
    try checkPolicy(permits: request.address)
    var asked: [WebAddress] = []
    let mirrored = digest.map { settings.mirrors.requests(for: $0, wantedAt: request.address) }
    for mirrored in mirrored ?? [] {
      do {
        return try await exchange(mirrored, into: sink)
      } catch {
        guard error.status == 404 else { throw error }
        asked.append(mirrored.address)
        try sink.restart()
      }
    }
    do {
      return try await exchange(request, into: sink)
    } catch {
      guard case .unmirrored(let address, let rule, _) = error else { throw error }
      throw .unmirrored(address, rule, asked: asked)
    }
  }
}
