package import Filesystem
package import Manifests

/// What a file must be. Either may be unknown.
package struct ExpectedFile: Hashable, Sendable {
  package var digest: SHA256Digest?
  /// Bytes.
  package var size: Int?

  package init(digest: SHA256Digest? = nil, size: Int? = nil) {
    self.digest = digest
    self.size = size
  }
}

/// What a file is.
package struct DownloadedFile: Hashable, Sendable {
  package let digest: SHA256Digest
  /// Bytes.
  package let size: Int
}

extension HTTPClient {
  /// Fetches into a new file at `file`, which is there afterwards only when it is what `expectation` says.
  ///
  /// A download that is cut goes on where it was cut, if the server can. Nothing waits for the disk: to make the file last is the
  /// caller's part.
  /// - Parameter progress: gets the bytes written so far, from another thread, often. After a new start they are fewer than before.
  package func download(
    _ request: HTTPRequest, to file: FilePath, expecting expectation: ExpectedFile,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws(TransportError) -> DownloadedFile {
    let sink: FileSink
    do throws(FileError) {
      sink = try FileSink(file, expecting: expectation, progress: progress)
    } catch {
      throw .file(error)
    }
    do throws(TransportError) {
      let answer = try await exchange(request, into: sink)
      let downloaded = sink.finish()
      if let digest = expectation.digest, digest != downloaded.digest {
        throw .digestMismatch(address: answer.address, expected: digest, actual: downloaded.digest)
      }
      return downloaded
    } catch {
      try? file.removeFile()
      throw error
    }
  }
}
