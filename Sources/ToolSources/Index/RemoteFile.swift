internal import Cryptography
internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Transport
internal import Vocabulary

/// A file of a release on a server, with the facts that the index states about it.
struct RemoteFile: Hashable, Sendable {
  let name: String
  /// The address without the query that the index may state.
  ///
  /// The lock must not contain a query: it often contains a token or a signature, which is secret,
  /// expires, or both. Removing the query is safe if the download works without it.
  let address: WebAddress
  /// Whether the index states a query for the address.
  let hadQuery: Bool
  let credentials: Credentials?
  /// The digest, or `nil` if the index states none or only a weak one.
  let digest: SHA256Digest?
  /// The size in bytes, or `nil` if the index does not state it.
  let size: Int?
  /// The time at which the file was published, or `nil` if the index does not state it.
  let published: ReleaseTime?
  /// What a request for the file states besides the address.
  var access = FileAccess()
  /// The SHA-512 digest that confirms a download if the publisher states no SHA-256 digest.
  /// Otherwise, `nil`.
  var sha512: SHA512Digest?

  /// The request for the whole file.
  var request: HTTPRequest {
    var request = access.request(for: address)
    request.credentials = credentials
    return request
  }
}

extension RemoteFile {
  /// Returns the announcement of the file, or `nil` if the index states no digest. A file without
  /// a digest is downloaded in any case, to compute its digest.
  func announced(for platform: Platform, as format: ArtifactFormat) -> AnnouncedArtifact? {
    // The install fetches a file itself if its address may not work.
    guard let digest, !hadQuery, let url = ArtifactURL(address.text) else { return nil }
    return AnnouncedArtifact(
      platform: platform, format: format, url: url, digest: digest, size: size)
  }
}

/// The digest and size of a file, as the lock records them.
struct MeasuredFile: Hashable, Sendable {
  let digest: SHA256Digest
  /// The size in bytes.
  let size: Int
}

extension SourceTransport {
  /// Opens a file for random access. Reads an earlier download if the index states a digest that
  /// identifies one. Otherwise reads from the server if the index states a digest and the server
  /// supports ranges, and downloads the whole file if not.
  ///
  /// - Throws: ``SourceError`` if the file cannot be fetched or, offline, has no local copy.
  func open(
    _ file: RemoteFile, _ subject: ProblemSubject
  ) async throws(SourceError) -> (file: MeasuredFile, bytes: ArtifactBytes) {
    let subject = subject.requesting(with: file.access)
    if let digest = file.digest {
      if let size = try await checkedDownload(digest) {
        let bytes = try ArtifactBytes(downloads.path(of: digest), subject)
        return (MeasuredFile(digest: digest, size: size), bytes)
      }
      if isOffline { throw subject.error(.answer(.offline(address: file.address.text))) }
      if !file.hadQuery, let bytes = try await ArtifactBytes(file.request, over: client, subject) {
        try checkSize(bytes.size, of: file, subject)
        return (MeasuredFile(digest: digest, size: bytes.size), bytes)
      }
    }
    let measured = try await download(file, subject)
    return (measured, try ArtifactBytes(downloads.path(of: measured.digest), subject))
  }

  /// Downloads a whole file to ``downloads``, unless it is there already.
  ///
  /// - Throws: ``SourceError`` if the file cannot be fetched or, offline, has no local copy.
  func fetch(
    _ file: RemoteFile, _ subject: ProblemSubject
  ) async throws(SourceError) -> MeasuredFile {
    if let digest = file.digest, let size = try await checkedDownload(digest) {
      return MeasuredFile(digest: digest, size: size)
    }
    return try await download(file, subject)
  }

  /// Checks the size that a server announces for a file. If the index states none, the size is
  /// limited, because the lock states it for all later downloads.
  private func checkSize(
    _ size: Int, of file: RemoteFile, _ subject: ProblemSubject
  ) throws(SourceError) {
    let limit = client.maximumUnstatedSize
    if file.size == nil, size > limit {
      throw subject.error(.answer(.tooLarge(address: file.address.text, limit: limit)))
    }
  }

  /// Downloads a whole file to ``downloads``. An installation finds the file in those of the root
  /// by its digest.
  ///
  /// - Throws: ``SourceError``, with ``SourceAnswerFault/signedAddress(address:)`` if the index
  ///   states a query for the address and the server does not send the file without it.
  private func download(
    _ file: RemoteFile, _ subject: ProblemSubject
  ) async throws(SourceError) -> MeasuredFile {
    if isOffline { throw subject.error(.answer(.offline(address: file.address.text))) }
    // The temporary file is beside the final one and not in `staging/`, because only the process
    // that is changing the root may write there.
    // Without a digest, it would not be certain that the server sends the same file.
    if file.hadQuery, file.digest == nil {
      throw subject.error(.answer(.signedAddress(address: file.address.text)))
    }
    let temporary = try mappingToSourceErrors { () throws(FileError) in
      try downloads.make().appending(file.name).temporarySibling()
    }
    let downloaded: DownloadedFile
    do {
      downloaded = try await client.download(
        file.request, to: temporary,
        expecting: ExpectedFile(digest: file.digest, size: file.size))
    } catch {
      switch error {
      case .status, .redirect, .sizeMismatch, .digestMismatch:
        if file.hadQuery {
          throw subject.error(.answer(.signedAddress(address: file.address.text)))
        }
      default: break
      }
      throw subject.requesting(with: file.access).error(error)
    }
    try await confirm(temporary, of: file, subject)
    try mappingToSourceErrors { () throws(FileError) in
      try temporary.rename(to: downloads.make().appending(downloaded.digest.hexadecimal))
    }
    return MeasuredFile(digest: downloaded.digest, size: downloaded.size)
  }

  /// Checks a downloaded file against the SHA-512 digest that its publisher states, if there is
  /// one. Removes the file if its digest differs.
  private func confirm(
    _ temporary: FilePath, of file: RemoteFile, _ subject: ProblemSubject
  ) async throws(SourceError) {
    guard let expected = file.sha512 else { return }
    let actual: SHA512Digest
    do {
      actual = try await BlockingThread.result { () throws(FileError) in
        try SHA512.digest(ofFile: temporary)
      }
    } catch {
      try? temporary.removeFile()
      throw .file(error)
    }
    if actual == expected { return }
    try? temporary.removeFile()
    throw subject.error(
      .own(.otherSHA512(at: file.address.text, expected: expected, actual: actual)))
  }

  /// Returns the size of a kept download, or `nil` if there is none (``Root/checkedDownload(_:)``).
  private func checkedDownload(_ digest: SHA256Digest) async throws(SourceError) -> Int? {
    let root = root
    do {
      return try await BlockingThread.result { () throws(FileError) in
        try root.checkedDownload(digest)
      }
    } catch {
      throw .file(error)
    }
  }
}

extension SourceFault {
  /// Creates the fault for a file that does not have the published SHA-512 digest.
  fileprivate static func otherSHA512(
    at address: String, expected: SHA512Digest, actual: SHA512Digest
  ) -> SourceFault {
    SourceFault(
      "sha512-mismatch", "a file of {subject} does not have its published SHA-512 digest",
      [
        .requestOrigin, .detail(label: "at", [address]),
        .detail(label: "expected", [expected.description]),
        .detail(label: "actual", [actual.description]),
      ], exitCode: .corruptArtifact)
  }
}
