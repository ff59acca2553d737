internal import Cryptography
internal import Diagnostics
internal import Manifests
internal import SourceKinds
internal import Transport
internal import Vocabulary

extension PyPIPackage {
  /// Requests the provenance objects of the wheels of `release` in parallel. Requests nothing if
  /// the page states none for them.
  func publishers(
    of release: SourceRelease, for platforms: [Platform]
  ) async throws(SourceError) -> ReleasePublishers {
    var wheels: [IndexFile] = []
    for platform in Platform.allCases where platforms.contains(platform) {
      guard case .wheel(let wheel, _) = found.wheel(of: release, for: platform),
        !wheels.contains(where: { $0.name == wheel.name })
      else { continue }
      wheels.append(wheel)
    }
    let objects = try await provenanceObjects(of: wheels)
    var attestations: [SHA256Digest: [PublishedAttestation]] = [:]
    for (wheel, provenance) in zip(wheels, objects) {
      if let digest = wheel.digest.value { attestations[digest] = provenance?.attestations ?? [] }
    }
    return ReleasePublishers(
      zip(wheels, objects).map { .init($0.name, by: $1?.publishers ?? []) },
      attestations: attestations)
  }

  /// Returns the attestations in the provenance objects of `files`. Requests only objects that the
  /// page states and that are not known.
  ///
  /// An index has no files beside its own, so it has no minisign signatures.
  func attestations(
    of files: [AttestableFile], in release: SourceRelease, known: ReleasePublishers
  ) async throws(SourceError) -> [SHA256Digest: [PublishedAttestation]] {
    if request.isMinisigned(release.version) { return [:] }
    var attestations = known.attestations
    let unknown = files.filter { attestations[$0.digest] == nil }
    let listed = unknown.map { file in
      found.files(of: release).first { $0.digest.value == file.digest || $0.name == file.name }
    }
    var objects = try await provenanceObjects(of: listed.compactMap(\.self))[...]
    for (file, listed) in zip(unknown, listed) {
      attestations[file.digest] = listed == nil ? [] : objects.popFirst()??.attestations ?? []
    }
    return attestations
  }

  /// Requests the provenance objects of files in parallel. The result has `nil` for a file without
  /// one.
  private func provenanceObjects(
    of files: [IndexFile]
  ) async throws(SourceError) -> [FileProvenance?] {
    typealias Answer = Result<FileProvenance?, SourceError>
    let answers = await withTaskGroup(of: (Int, Answer).self) { group in
      for (index, file) in files.enumerated() {
        group.addTask {
          let answer = await outcome { () async throws(SourceError) in
            try await provenance(of: file)
          }
          return (index, answer)
        }
      }
      return await group.reduce(into: [Int: Answer]()) { $0[$1.0] = $1.1 }
    }
    var objects: [FileProvenance?] = []
    for index in files.indices { objects.append(try answers[index]?.get() ?? nil) }
    return objects
  }

  /// Requests the provenance object of a file. Returns `nil` if the page states none.
  private func provenance(of file: IndexFile) async throws(SourceError) -> FileProvenance? {
    guard let reference = file.provenance else { return nil }
    let address: WebAddress
    do {
      address = try link(reference).address
    } catch {
      throw subject.error(.declaration(.badAddress(AddressFault(error))))
    }
    guard indexes.permits(address.site) else {
      throw subject.error(unencrypted: address, listedBy: page)
    }
    var query = IndexQuery(
      address: address,
      accept: "application/vnd.pypi.integrity.v1+json, application/json;q=0.9",
      // Package names contain no plus signs.
      package: "provenance+" + SHA256.digest(of: Array(address.text.utf8)).hexadecimal,
      cache: cache, credentials: credentials, limit: FileProvenance.maximumSize)
    query.fault = { error in
      // The page states that the object exists. Without this, its absence would look like that of
      // the package.
      guard case .status(let status, let address, _) = error, status == 404 || status == 410 else {
        return nil
      }
      return .answer(.refused(address: address.text, status: status, advice: nil))
    }
    return try await transport.fetchPage(query, subject) {
      (response) throws(SourceError) -> FileProvenance? in
      do throws(UnreadableResponse) {
        return try FileProvenance(json: response.body)
      } catch {
        throw subject.error(.answer(.unreadable(address: address.text, error)))
      }
    }
  }
}
