internal import Attestations
internal import Cryptography
internal import Diagnostics
internal import Filesystem
internal import Manifests
internal import Projects
internal import ToolSources
internal import Vocabulary

/// Fetches the attestations of locked tools, verifies them, and keeps those that prove something.
struct ProvenanceReview: Sendable {
  private let context: LockContext
  private let signer: AcceptedSigner

  /// Creates a review for a tool whose publisher must meet the rule of `signer`.
  init(_ context: LockContext, _ signer: AcceptedSigner) {
    self.context = context
    self.signer = signer
  }

  /// Returns what the attestations of all files of a stanza prove.
  ///
  /// - Parameters:
  ///   - tool: The stanza, which need not have publishers yet.
  ///   - package: The package of the tool.
  ///   - release: The locked release.
  ///   - known: The publishers that the source states, with the attestations that came with them.
  /// - Throws: ``Problem/sources(_:)`` if a source cannot be queried.
  func proof(
    of tool: LockedTool, from package: any SourcePackage, _ release: SourceRelease,
    known: ReleasePublishers
  ) async throws(Problem) -> ToolProof {
    let files = tool.attestableFiles
    let attestations = try await mappingSourceErrors { () async throws(SourceError) in
      try await package.attestations(of: files, in: release, known: known)
    }
    return try await proof(of: tool, attestations)
  }

  /// Returns what the given attestations prove, by the digests of the files.
  func proof(
    of tool: LockedTool, _ attestations: [SHA256Digest: [PublishedAttestation]]
  ) async throws(Problem) -> ToolProof {
    let key = context.project.minisignKey(of: tool)
    var files: [AttestationProof.AttestedFile] = []
    for (file, attestable) in tool.namedFiles {
      let found = attestations[attestable.digest]
      let isSigned = key != nil && found?.isEmpty == false
      files.append(
        .init(
          file: file, digest: attestable.digest, name: attestable.name, attestations: found,
          signedDigest: isSigned ? try await signedDigest(of: attestable, in: tool) : nil))
    }
    // Most tools have no attestations, so they need no root.
    let isAttested = files.contains { $0.attestations?.isEmpty == false }
    let verifier = isAttested ? try context.verifier() : AttestationVerifier(roots: [])
    let proof = AttestationProof(verifier: verifier, key: key, signer: signer).proof(of: files)
    keep(proof.bundles, among: attestations)
    return proof
  }

  /// Returns the digest that minisign signs, which requires the whole file.
  private func signedDigest(
    of file: AttestableFile, in tool: LockedTool
  ) async throws(Problem) -> [UInt8]? {
    let sources = context.sources
    return try await mappingSourceErrors { () async throws(SourceError) in
      try await sources.signedDigest(of: file, in: tool)
    }
  }

  /// Keeps attestations under the root, so that the proof can be repeated without a network. If
  /// that fails, they are requested again.
  private func keep(
    _ digests: Set<SHA256Digest>, among attestations: [SHA256Digest: [PublishedAttestation]]
  ) {
    let kept = KeptAttestations(context.sources.access.root)
    for attestation in attestations.values.joined() where digests.contains(attestation.digest) {
      try? kept.insert(attestation)
    }
  }
}

extension LockedTool {
  /// The files of the stanza whose attestations to request, each once: the artifacts by platform,
  /// then the parts.
  var attestableFiles: [AttestableFile] {
    var seen: Set<SHA256Digest> = []
    return namedFiles.map(\.1).filter { seen.insert($0.digest).inserted }
  }

  /// The files of the stanza as a `verified` line names them.
  var namedFiles: [(LockedVerification.File, AttestableFile)] {
    let own = artifacts.map { artifact in
      (
        LockedVerification.File(artifact.platform),
        AttestableFile(artifact.digest, at: artifact.urls, name: artifact.urls.publishedName)
      )
    }
    let others = parts.map { part in
      (
        LockedVerification.File(part.platform, .init(part.name, part.version)),
        AttestableFile(
          part.digest, at: [part.url], name: [part.url].publishedName, part: part.name)
      )
    }
    return own + others
  }
}

extension [ArtifactURL] {
  /// The name of the file at the first address, without percent-encoding.
  fileprivate var publishedName: String {
    let path = [UInt8]((first?.text ?? "").utf8).prefix { $0 != UInt8(ascii: "?") }
    let name = path.split(separator: UInt8(ascii: "/")).last ?? []
    return String(decoding: PercentEncoding.decode(name) ?? [UInt8](name), as: UTF8.self)
  }
}
