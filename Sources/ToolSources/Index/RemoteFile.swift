internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import Transport

/// A file of a release on a server, as the index describes it.
struct RemoteFile: Hashable, Sendable {
  let name: String
  let address: WebAddress
  let credentials: Credentials?
  /// nil where the index gives none that is good enough.
  let digest: SHA256Digest?
  /// Bytes. nil where the index does not say.
  let size: Int?

  fileprivate var request: HTTPRequest {
    var request = HTTPRequest(address)
    request.credentials = credentials
    return request
  }
}

/// What a lock must say of a file.
struct MeasuredFile: Hashable, Sendable {
  let digest: SHA256Digest
  /// Bytes.
  let size: Int
}

extension SourceTransport {
  /// Makes a file readable in parts: where it is, if the index gives a digest and the server gives out parts, else from a copy.
  func open(
    _ file: RemoteFile, _ subject: ProblemSubject
  ) async throws(SourceError) -> (file: MeasuredFile, bytes: ArtifactBytes) {
    if let digest = file.digest {
      if let kept = keptCopy(of: digest) {
        let bytes = try ArtifactBytes(kept, subject)
        return (MeasuredFile(digest: digest, size: bytes.size), bytes)
      }
      if isOffline { throw subject.error(.offline(address: file.address.text)) }
      if let bytes = try await ArtifactBytes(file.request, over: client, subject) {
        return (MeasuredFile(digest: digest, size: bytes.size), bytes)
      }
    }
    let measured = try await download(file, subject)
    return (measured, try ArtifactBytes(root.download(measured.digest), subject))
  }

  /// Finds the sizes of files, and the digests that the index does not give, all at once.
  func measure(
    _ files: Set<RemoteFile>, _ subject: ProblemSubject
  ) async -> Result<[RemoteFile: MeasuredFile], SourceError> {
    await withTaskGroup(of: (RemoteFile, Result<MeasuredFile, SourceError>).self) { group in
      for file in files {
        group.addTask {
          do throws(SourceError) {
            return (file, .success(try await measure(file, subject)))
          } catch {
            return (file, .failure(error))
          }
        }
      }
      var measured: [RemoteFile: MeasuredFile] = [:]
      for await (file, result) in group {
        switch result {
        case .success(let value): measured[file] = value
        case .failure(let error):
          group.cancelAll()
          return .failure(error)
        }
      }
      return .success(measured)
    }
  }

  private func measure(
    _ file: RemoteFile, _ subject: ProblemSubject
  ) async throws(SourceError) -> MeasuredFile {
    guard let digest = file.digest else { return try await download(file, subject) }
    if let size = file.size { return MeasuredFile(digest: digest, size: size) }
    if let kept = keptCopy(of: digest) {
      return MeasuredFile(digest: digest, size: try ArtifactBytes(kept, subject).size)
    }
    if isOffline { throw subject.error(.offline(address: file.address.text)) }
    // One byte of the file names the size of the whole; a server without parts names it in its head.
    var request = file.request
    request.range = .bytes(0...0)
    do throws(TransportError) {
      let part = try await client.fetch(request, limit: 1)
      if let size = part.head.contentRange?.total {
        return MeasuredFile(digest: digest, size: size)
      }
    } catch {
      guard case .tooLarge = error else { throw subject.error(error) }
    }
    request = file.request
    request.method = .head
    if let size = try? await client.fetch(request, limit: 0).head.contentLength {
      return MeasuredFile(digest: digest, size: size)
    }
    return try await download(file, subject)
  }

  /// Fetches a file whole into the store of downloads, where an installation finds it.
  private func download(
    _ file: RemoteFile, _ subject: ProblemSubject
  ) async throws(SourceError) -> MeasuredFile {
    if isOffline { throw subject.error(.offline(address: file.address.text)) }
    // Not under staging/, which belongs to the process that changes the root.
    let temporary = root.downloads.appending(file.name).temporarySibling()
    try fromDisk { () throws(FileError) in try root.downloads.makeDirectories() }
    let downloaded: DownloadedFile
    do throws(TransportError) {
      downloaded = try await client.download(
        file.request, to: temporary,
        expecting: ExpectedFile(digest: file.digest, size: file.size))
    } catch {
      throw subject.error(error)
    }
    try fromDisk { () throws(FileError) in
      try temporary.rename(to: root.download(downloaded.digest))
    }
    return MeasuredFile(digest: downloaded.digest, size: downloaded.size)
  }

  /// A verified file of an earlier installation.
  private func keptCopy(of digest: SHA256Digest) -> FilePath? {
    let file = root.download(digest)
    return file.exists ? file : nil
  }
}
