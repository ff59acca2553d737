internal import Diagnostics
internal import Manifests
internal import SourceKinds
internal import Vocabulary

extension GitHubRepository {
  /// Returns who published files of a release: the workflows that attest them, and the repository
  /// if the release is immutable.
  ///
  /// This takes one request if nobody attests the first file, or if one statement covers all files,
  /// as is usual. It is sent even without a token, although a server then answers few requests: a
  /// lock must not depend on who writes it, and a missing token must not look like a publisher that
  /// has vanished.
  ///
  /// A file without a digest in the API was uploaded before the API stated digests, and counts as
  /// one that nobody attests.
  func publishers(
    of assets: [GitHubAsset], _ release: GitHubRelease
  ) async throws(SourceError) -> ReleasePublishers {
    var publishers: [SHA256Digest: [LockedPublisher]] = [:]
    var files: [ReleasePublishers.File] = []
    for asset in assets {
      if let digest = asset.digest, publishers[digest] == nil {
        publishers[digest] = []
        for attestation in try await attestations(of: digest) {
          for digest in attestation.digests
          where !publishers[digest, default: []].contains(attestation.publisher) {
            publishers[digest, default: []].append(attestation.publisher)
          }
        }
      }
      let known = asset.digest.flatMap { publishers[$0] } ?? []
      files.append(.init(asset.name, by: known))
      // All files must have a publisher in common, so the others do not matter.
      if known.isEmpty { break }
    }
    guard release.isImmutable else { return ReleasePublishers(files) }
    return ReleasePublishers(
      zip(files, assets).map { file, asset in
        .init(file.name, by: file.publishers + (immutable(asset).map { [$0] } ?? []))
      })
  }

  /// Returns the repository of a file as the publisher of an immutable release, under the name that
  /// the server states, which may be a new one if the repository has moved.
  private func immutable(_ asset: GitHubAsset) -> LockedPublisher? {
    ReleaseAddress.repository(of: asset.address, on: server.web).flatMap {
      LockedPublisher(GitHubKind.name, $0.description, isImmutable: true)
    }
  }

  /// Requests the statements about a file. One page is enough for any file.
  private func attestations(
    of digest: SHA256Digest
  ) async throws(SourceError) -> [GitHubAttestation] {
    try await fetch(
      "/attestations/\(digest)?per_page=100&predicate_type=provenance",
      storedAs: "attestations+\(digest.hexadecimal)", limit: [GitHubAttestation].maximumSize
    ) { (response) throws(UnreadableResponse) in
      try [GitHubAttestation](response: response.body, on: server.web)
    } ?? []
  }
}
