internal import Diagnostics
internal import SourceKinds
internal import Transport
internal import Vocabulary

/// The digests that a manifest or a server states for the files of a version.
struct ReleaseChecksums: Sendable {
  private let source: DirectURLFiles
  private let transport: SourceTransport

  private var subject: ProblemSubject { source.subject }

  init(_ source: DirectURLFiles, _ transport: SourceTransport) {
    self.source = source
    self.transport = transport
  }

  /// Returns the digest of each file, `nil` if none is stated, or the reason the checksums cannot
  /// be used. The reason matters only if the file exists.
  ///
  /// - Parameters:
  ///   - located: The files.
  ///   - served: All platforms that the template may serve.
  func digests(
    of located: LocatedFiles, _ served: [Platform]
  ) async throws(SourceError) -> [WebAddress: Result<StatedDigest?, SourceError>] {
    // A digest without a name is that of the only file that refers to it.
    var referring: [WebAddress: Set<WebAddress>] = [:]
    for platform in served {
      guard let file = try? source.address(for: platform, transport),
        let sums = try? source.checksumAddress(for: platform, of: file, transport)
      else { continue }
      referring[sums, default: []].insert(file)
    }
    var texts: [WebAddress: Result<ChecksumText, SourceError>] = [:]
    var digests: [WebAddress: Result<StatedDigest?, SourceError>] = [:]
    for file in located.files where digests[file.address] == nil {
      if let digest = source.statedDigest(for: file.platform) {
        digests[file.address] = .success(.sha256(digest))
        continue
      }
      let address = try source.checksumAddress(
        for: file.platform, of: file.address, transport)
      guard let address else {
        digests[file.address] = .success(nil)
        continue
      }
      let text: Result<ChecksumText, SourceError>
      if let known = texts[address] { text = known } else { text = await self.text(at: address) }
      texts[address] = text
      let isForOneFile = referring[address]?.count == 1
      digests[file.address] = text.flatMap { text in
        digest(of: file.address.fileName, in: text, isForOneFile: isForOneFile, at: address)
      }
    }
    return digests
  }

  private func digest(
    of name: String, in text: ChecksumText, isForOneFile: Bool, at address: WebAddress
  ) -> Result<StatedDigest?, SourceError> {
    switch text.digest(of: name, isForOneFile: isForOneFile) {
    case .digest(let digest): .success(digest)
    case .missing: .failure(subject.error(.own(.noChecksum(of: name, at: address.text))))
    case .contradictory:
      .failure(subject.error(.own(.severalChecksums(of: name, at: address.text))))
    }
  }

  private func text(at address: WebAddress) async -> Result<ChecksumText, SourceError> {
    do {
      return .success(
        try await transport.fetchPage(at: address, limit: ChecksumText.maximumSize, subject) {
          (response) throws(SourceError) in
          guard let text = ChecksumText(response.body) else {
            throw subject.error(
              .answer(.tooLarge(address: address.text, limit: ChecksumText.maximumSize)))
          }
          return text
        })
    } catch {
      return .failure(error)
    }
  }
}
