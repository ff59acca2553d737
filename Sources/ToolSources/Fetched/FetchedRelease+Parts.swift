internal import Diagnostics
internal import Manifests
internal import SourceKinds
internal import Transport
internal import Versions
internal import Vocabulary

// The files that a build needs besides its source.
extension FetchedRelease {
  /// Returns the parts of a build as a lock records them, and whether the digest of each was
  /// computed from the first download, because nobody states it.
  ///
  /// - Throws: The ``SourceError`` of the first file that cannot be fetched.
  func parts() async throws(SourceError) -> [(part: ArtifactPart, isTrustedOnFirstUse: Bool)] {
    var parts: [(part: ArtifactPart, isTrustedOnFirstUse: Bool)] = []
    for part in declaration.buildParts {
      let address = try transport.address(part.address.text, subject)
      var format = ArtifactFormat.patch
      if !part.isPatch {
        guard case .known(let known) = PackageFormat(of: address.fileName), !known.isSingleFile
        else { throw subject.error(.own(.sourceIsNoArchive(version: version.spelling))) }
        format = known
      }
      let digest = try await digest(of: part, at: address)
      let file = RemoteFile(
        name: address.fileName, address: address, hadQuery: false, credentials: nil,
        digest: digest?.sha256, size: nil, published: nil, sha512: digest?.sha512)
      let measured = try await entry(of: file, format, announcing: { _, _, _ in }).file
      parts.append(
        (
          ArtifactPart(
            platform: nil, name: part.name, version: part.version, format: format,
            digest: measured.digest, size: measured.size, url: part.address), digest == nil
        ))
    }
    return parts
  }

  /// Returns the digest that the definition or its file of digests states, or `nil` if none does.
  private func digest(
    of part: BuildPart, at address: WebAddress
  ) async throws(SourceError) -> StatedDigest? {
    if let digest = part.digest { return .sha256(digest) }
    guard let checksums = part.checksums else { return nil }
    let place = try transport.address(checksums.text, subject)
    return try await transport.fetchPage(at: place, limit: ChecksumText.maximumSize, subject) {
      (response) throws(SourceError) in
      switch ChecksumText(response.body)?.digest(of: address.fileName, isForOneFile: true) {
      case .digest(let digest): return digest
      case .contradictory:
        throw subject.error(.own(.severalChecksums(of: address.fileName, at: place.text)))
      case .missing, nil:
        throw subject.error(.own(.noChecksum(of: address.fileName, at: place.text)))
      }
    }
  }
}
