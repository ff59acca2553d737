internal import SourceKinds
internal import Transport
internal import Vocabulary

extension GitHubPackage {
  /// Returns the attestations that the API lists for files. For a file without any, returns those
  /// in other files of the release. If the definition names a minisign key, only signatures among
  /// the files count.
  ///
  /// The list of the release's files shows which of these files exist, so no missing file is
  /// requested.
  func attestations(
    of files: [AttestableFile], in release: SourceRelease, known: ReleasePublishers
  ) async throws(SourceError) -> [SHA256Digest: [PublishedAttestation]] {
    let assets = found.files(of: release) + found[release].companions
    let account = repository.account(of: assets.first)
    let isMinisigned = request.isMinisigned(release.version)
    var attestations = isMinisigned ? [:] : known.attestations
    // A tool is attested as a whole or not at all, and the API answers few requests.
    for file in files where !isMinisigned && !attestations.values.contains([]) {
      try await repository.request(file.digest, account, &attestations)
    }
    return try await request.attestationEndings(for: release.version).attestations(
      of: files, known: attestations
    ) { (file, ending) async throws(SourceError) in
      guard let own = asset(of: file, in: assets),
        let asset = assets.first(where: { $0.name == own.name + ending.rawValue })
      else { return nil }
      let (address, access) = try location(of: asset, isPrivate: try await visibility.isPrivate)
      var attestation = try await transport.attestation(
        ending, at: address, repository.cache, access, nil, isCertain: true, subject)
      attestation?.account = account
      attestation?.isAccountPublic = repository.isPublicService
      return attestation
    }
  }

  /// Returns the file of a release that a lock contains, or `nil` if it is not among `assets`.
  private func asset(of file: AttestableFile, in assets: [GitHubAsset]) -> GitHubAsset? {
    let addresses = Set(file.urls.map(\.text))
    return assets.first { asset in
      addresses.contains(assetAddress(of: asset).text)
        || (try? webAddress(of: asset)).map { addresses.contains($0.text) } ?? false
    } ?? assets.first { $0.digest == file.digest }
  }
}
