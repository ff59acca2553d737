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
    typealias Answer = Result<[LockedPublisher], SourceError>
    let answers = await withTaskGroup(of: (Int, Answer).self) { group in
      for (index, wheel) in wheels.enumerated() {
        group.addTask {
          let answer = await outcome { () async throws(SourceError) in
            try await publishers(of: wheel)
          }
          return (index, answer)
        }
      }
      return await group.reduce(into: [Int: Answer]()) { $0[$1.0] = $1.1 }
    }
    var files: [ReleasePublishers.File] = []
    for (index, wheel) in wheels.enumerated() {
      files.append(.init(wheel.name, by: try answers[index]?.get() ?? []))
    }
    return ReleasePublishers(files)
  }

  /// Returns the publishers of a file, or an empty array if the index states none.
  private func publishers(of file: IndexFile) async throws(SourceError) -> [LockedPublisher] {
    guard let reference = file.provenance else { return [] }
    let address: WebAddress
    do {
      address = try base.parts(ofReference: reference).address
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
      (response) throws(SourceError) -> [LockedPublisher] in
      do throws(UnreadableResponse) {
        return try FileProvenance(json: response.body).publishers
      } catch {
        throw subject.error(.answer(.unreadable(address: address.text, error)))
      }
    }
  }
}
