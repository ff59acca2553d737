internal import Diagnostics
internal import Manifests
internal import SourceKinds
internal import TextSearch
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
    var known: [SHA256Digest: [PublishedAttestation]] = [:]
    var files: [ReleasePublishers.File] = []
    for asset in assets {
      if let digest = asset.digest { try await request(digest, account(of: asset), &known) }
      let publishers = asset.digest.flatMap { known[$0] }.map(Self.publishers(of:)) ?? []
      files.append(.init(asset.name, by: publishers))
      // All files must have a publisher in common, so the others do not matter.
      if publishers.isEmpty { break }
    }
    if release.isImmutable {
      files = zip(files, assets).map { file, asset in
        .init(file.name, by: file.publishers + (immutable(asset).map { [$0] } ?? []))
      }
    }
    return ReleasePublishers(files, attestations: known)
  }

  /// Adds the attestations of a file to `known`, unless it already contains the file. If a
  /// statement is about several files, adds it for all of them.
  ///
  /// - Parameters:
  ///   - digest: The digest of the file.
  ///   - account: The account that publishes the file now.
  func request(
    _ digest: SHA256Digest, _ account: String, _ known: inout [SHA256Digest: [PublishedAttestation]]
  ) async throws(SourceError) {
    if known[digest] != nil { return }
    known[digest] = []
    for attestation in try await attestations(of: digest) {
      var published = PublishedAttestation(
        .bundle, attestation.bundle, stated: attestation.statement?.publisher, account: account)
      published.isAccountPublic = isPublicService
      for digest in attestation.statement?.digests ?? [digest]
      where !known[digest, default: []].contains(published) {
        known[digest, default: []].append(published)
      }
    }
  }

  /// Whether the server is github.com.
  var isPublicService: Bool { server.web == "https://\(GitHubKind.publicHost)" }

  /// Returns the account that publishes a file, such as `github:acme/mytool`, with the new name of
  /// a repository that moved.
  func account(of asset: GitHubAsset?) -> String {
    let repository = asset.flatMap { ReleaseAddress.repository(of: $0.address, on: server.web) }
    return "\(GitHubKind.name):\(repository ?? name)"
  }

  /// Returns the publishers that attestations state, without duplicates.
  private static func publishers(of attestations: [PublishedAttestation]) -> [LockedPublisher] {
    attestations.compactMap(\.stated).reduce(into: []) { publishers, publisher in
      if !publishers.contains(publisher) { publishers.append(publisher) }
    }
  }

  /// Returns the repository of a file as the publisher of an immutable release, under the name that
  /// the server states, which may be a new one if the repository has moved.
  private func immutable(_ asset: GitHubAsset) -> LockedPublisher? {
    ReleaseAddress.repository(of: asset.address, on: server.web).flatMap {
      LockedPublisher(GitHubKind.name, $0.description, isImmutable: true)
    }
  }

  /// The maximum number of pages with the attestations of a file. Any one attestation can prove a
  /// file, so the first 500 are enough.
  private static let maximumAttestationPageCount = 5

  /// Requests the attestations of a file that name a workflow.
  ///
  /// The server also attests immutable releases, with an authority of its own. These attestations
  /// have another type and are not requested.
  private func attestations(
    of digest: SHA256Digest
  ) async throws(SourceError) -> [GitHubAttestation] {
    var attestations: [GitHubAttestation] = []
    var cursor: String?
    for number in 1...Self.maximumAttestationPageCount {
      let page = try await fetch(
        "/attestations/\(digest)?per_page=\(Self.usualPageSize)&predicate_type=provenance"
          + (cursor.map { "&after=\($0)" } ?? ""),
        storedAs: "attestations+\(digest.hexadecimal)" + (number == 1 ? "" : "+\(number)"),
        limit: [GitHubAttestation].maximumSize
      ) { (response) throws(UnreadableResponse) -> ([GitHubAttestation], String?) in
        (try .init(response: response.body, on: server.web), Self.cursor(in: response.link))
      }
      guard let (listed, next) = page else { break }
      attestations += listed
      guard let next, next != cursor else { break }
      cursor = next
    }
    return attestations
  }

  /// Returns the cursor in the link to the next page, or `nil` if there is none. The address itself
  /// is not used, because a server could name any address.
  private static func cursor(in link: String?) -> String? {
    guard let next = link?.split(separator: ",").first(where: { $0.contains("rel=\"next\"") }),
      let address = next.split(separator: ">").first,
      let parameter = address.split(whereSeparator: { "?&".contains($0) })
        .first(where: { $0.hasPrefix("after=") })
    else { return nil }
    let cursor = parameter.dropFirst("after=".count)
    let isCursor = cursor.utf8.allSatisfy {
      RepositoryName.isAlphanumeric($0) || "-._~%=".utf8.contains($0)
    }
    return isCursor && !cursor.isEmpty && cursor.utf8.count <= 512 ? String(cursor) : nil
  }
}
