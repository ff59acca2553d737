internal import Attestations
internal import Cryptography
internal import Diagnostics
internal import Manifests
internal import ToolSources
internal import Vocabulary

/// The verification of the attestations of a tool's files.
struct AttestationProof: Sendable {
  let verifier: AttestationVerifier
  /// The minisign key of the definition, or `nil` if it has none. If there is a key, only its
  /// signatures count.
  let key: String?
  let signer: AcceptedSigner

  /// A file of a stanza with its attestations.
  struct AttestedFile: Sendable {
    /// The file in the stanza.
    let file: LockedVerification.File
    let digest: SHA256Digest
    /// The name under which the file is published.
    let name: String
    /// The attestations, or `nil` if they were not requested.
    let attestations: [PublishedAttestation]?
    /// The digest of the file that minisign signs (BLAKE2b-512), or `nil` if it is not needed.
    let signedDigest: [UInt8]?
  }

  /// Returns what the attestations of all files of a tool prove.
  func proof(of files: [AttestedFile]) -> ToolProof {
    ToolProof(
      files.map { file in
        FileProof(
          of: file.file, named: file.name, file.attestations?.map { result($0, of: file) })
      })
  }

  /// Returns what an attestation of `file` proves, or why it proves nothing.
  private func result(
    _ attestation: PublishedAttestation, of file: AttestedFile
  ) -> Result<FileProof.Evidence, UnverifiedFile.Reason> {
    do throws(UnverifiedFile.Reason) {
      let publisher = try publisher(attestation, of: file)
      try signer.check(publisher, of: attestation)
      return .success(.init(publisher: publisher, bundle: attestation.digest))
    } catch {
      return .failure(error)
    }
  }

  /// Returns who signed an attestation of `file`.
  private func publisher(
    _ attestation: PublishedAttestation, of file: AttestedFile
  ) throws(UnverifiedFile.Reason) -> VerifiedPublisher {
    switch attestation.kind {
    case .bundle: try publisher(bundle: attestation.text, of: file)
    case .minisign: try publisher(signature: attestation.text, of: file)
    }
  }

  private func publisher(
    bundle text: [UInt8], of file: AttestedFile
  ) throws(UnverifiedFile.Reason) -> VerifiedPublisher {
    let attestation: VerifiedAttestation
    do {
      attestation = try verifier.verify(
        SigstoreBundle(parsing: text), of: AttestedArtifact(digest: file.digest, name: file.name),
        by: .anyone)
    } catch {
      throw .fault(error)
    }
    guard let identity = attestation.identity else { throw .fault(.signer(.noCertificate)) }
    if let type = attestation.statement?.predicateType, !Self.saysWhoPublished(type) {
      throw .unrelatedStatement(type)
    }
    return try VerifiedPublisher(identity)
  }

  /// Returns whether statements of a type say who made or published a file: those of a Python index
  /// (PEP 740) and those about the provenance of a build (SLSA). A workflow can also sign what it
  /// found in somebody else's file.
  private static func saysWhoPublished(_ type: String) -> Bool {
    type.hasSuffix("/attestations/publish/v1") || type.hasPrefix("https://slsa.dev/provenance/")
  }

  private func publisher(
    signature text: [UInt8], of file: AttestedFile
  ) throws(UnverifiedFile.Reason) -> VerifiedPublisher {
    guard let key, let publicKey = SignatureKey(key), let signature = DetachedSignature(text)
    else { throw .unreadableSignature }
    guard let digest = file.signedDigest, publicKey.verifies(signature, ofDigest: digest),
      let publisher = VerifiedPublisher(VerifiedPublisher.keyKind, key)
    else { throw .signature(keyID: publicKey.id) }
    return publisher
  }
}
