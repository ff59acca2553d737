internal import Diagnostics
internal import Manifests
internal import Vocabulary

/// What the attestations of one file prove.
struct FileProof: Hashable, Sendable {
  /// A publisher, and the attestation that proves it.
  struct Evidence: Hashable, Sendable {
    let publisher: VerifiedPublisher
    /// The digest of the attestation, as in a lock.
    let bundle: SHA256Digest
  }

  /// The file in the stanza.
  let file: LockedVerification.File
  /// The name of the file for messages.
  let name: String
  /// The accepted evidence, sorted by the digests of the attestations, so that every machine
  /// chooses the same evidence.
  let evidence: [Evidence]
  /// The first reason an attestation is not accepted, or ``UnverifiedFile/Reason/noAttestation`` if
  /// there are none. `nil` if they were not requested, because another file has none.
  let obstacle: UnverifiedFile.Reason?

  /// Creates the proof of a file from what each of its attestations proves, or why it proves
  /// nothing. Pass `nil` if no attestations were requested.
  init(
    of file: LockedVerification.File, named name: String,
    _ results: [Result<Evidence, UnverifiedFile.Reason>]?
  ) {
    self.file = file
    self.name = name
    var evidence: [Evidence] = []
    var obstacles: [UnverifiedFile.Reason] = []
    for result in results ?? [] {
      switch result {
      case .success(let found): evidence.append(found)
      case .failure(let reason): obstacles.append(reason)
      }
    }
    self.evidence = evidence.sorted { $0.bundle < $1.bundle }
    obstacle = results == nil ? nil : obstacles.first ?? .noAttestation
  }
}
