package import Filesystem

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
      let response = try await exchange(request, into: sink)
      let downloaded: DownloadedFile
      do { downloaded = try sink.finish() } catch { throw .file(error) }
      if let digest = expectation.digest, digest != downloaded.digest {
        throw .digestMismatch(
          address: response.address, expected: digest, actual: downloaded.digest)
      }
      return downloaded
    } catch {
      try? file.removeFile()
      throw error
    }
  }
}
