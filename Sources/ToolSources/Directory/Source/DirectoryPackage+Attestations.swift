internal import Diagnostics
internal import Filesystem
internal import Vocabulary

extension DirectoryPackage {
  /// Reads the attestations of all tools. A project with many tools looks for thousands of them,
  /// and to start a thread takes longer than to find out that one is missing.
  private static let readers = WorkerPool()

  /// Reads the attestations beside files.
  func attestations(
    of files: [AttestableFile], in release: SourceRelease, known: ReleasePublishers
  ) async throws(SourceError) -> [SHA256Digest: [PublishedAttestation]] {
    let listed = found[release.index].artifacts
    return try await request.attestationEndings(for: release.version).attestations(of: files) {
      (file, ending) async throws(SourceError) in
      guard let file = listed.first(where: { $0.digest == file.digest }) else { return nil }
      return try await Self.readers.result(size: 0) { () throws(SourceError) in
        try attestation(ending, beside: file)
      }
    }
  }

  /// Reads the attestation beside a file. Returns `nil` if there is none.
  private func attestation(
    _ ending: AttestationEnding, beside file: DirectoryArtifact
  ) throws(SourceError) -> PublishedAttestation? {
    let name = file.file + ending.rawValue
    let bytes = try contents(of: name) { (opened) throws(FileError) in
      try opened.readToEnd(limit: PublishedAttestation.maximumSize)
    }
    guard let bytes else { return nil }
    do {
      return try ending.attestation(in: bytes)
    } catch {
      let address = FileAddress.text(of: folder.appending(name))
      throw subject.error(.answer(.unreadable(address: address, error)))
    }
  }
}
