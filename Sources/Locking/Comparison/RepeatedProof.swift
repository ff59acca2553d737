internal import Diagnostics
internal import Manifests
internal import Projects
internal import ToolSources
internal import Vocabulary

/// The proof of a locked publisher, made again from the attestations that the lock names.
struct RepeatedProof: Sendable {
  /// Where attestations come from.
  enum AttestationSource: Sendable {
    /// The project's copies and the root.
    case kept
    /// The project's copies, the root, mirrors by digest, and then the source of the tool.
    case keptOrSource
  }

  private let context: LockContext
  private let source: AttestationSource

  /// Creates the proof of tools in the project of `context`.
  init(_ context: LockContext, from source: AttestationSource) {
    self.context = context
    self.source = source
  }

  /// Returns the files of a locked tool on some platforms whose attestations do not prove the
  /// publisher in the lock. Empty if all do, and for a tool without a `verified` line.
  ///
  /// - Throws: ``Problem/sources(_:)`` if an attestation is not kept and the source cannot be
  ///   queried.
  func obstacles(
    of tool: LockedTool, on platforms: [Platform]
  ) async throws(Problem) -> [UnverifiedFile] {
    let tool = tool.with { $0.keep(platforms) }
    guard let verification = tool.verification else { return [] }
    let attestations = try await attestations(of: tool, verification)
    let signer = AcceptedSigner(
      expected: context.project.expectedPublisher(of: tool), previous: verification.publisher,
      acceptsAny: false)
    let proof = try await ProvenanceReview(context, signer).proof(of: tool, attestations)
    if proof.verification(after: verification.publisher) == verification { return [] }
    return proof.obstacles(to: verification.publisher)
  }

  /// Returns the attestations that the lock names, by the digests of their files. Those that cannot
  /// be found are missing.
  private func attestations(
    of tool: LockedTool, _ verification: LockedVerification
  ) async throws(Problem) -> [SHA256Digest: [PublishedAttestation]] {
    let kept = KeptAttestations(context.sources.access.root, for: context.project.filesFolder)
    let isSigned = context.project.minisignKey(of: tool) != nil
    let kind: PublishedAttestation.Kind = isSigned ? .minisign : .bundle
    let wanted = Set(verification.bundles.map(\.digest))
    var texts: [SHA256Digest: PublishedAttestation] = [:]
    for digest in wanted {
      texts[digest] = kept.text(of: digest).map { PublishedAttestation(kind, $0) }
    }
    let mayRequest = source == .keptOrSource && !context.sources.access.isOffline
    if mayRequest {
      for digest in wanted where texts[digest] == nil {
        let text = try await context.sources.mirroredAttestation(digest, of: tool)
        texts[digest] = text.map { PublishedAttestation(kind, $0) }
      }
    }
    if texts.count < wanted.count, mayRequest {
      for found in try await published(tool) where wanted.contains(found.digest) {
        texts[found.digest] = PublishedAttestation(kind, found.text)
      }
    }
    var attestations: [SHA256Digest: [PublishedAttestation]] = [:]
    for (file, attestable) in tool.namedFiles {
      guard let digest = verification[file], let text = texts[digest] else { continue }
      attestations[attestable.digest, default: []].append(text)
    }
    return attestations
  }

  /// Returns the attestations that the source of a tool publishes now.
  private func published(_ tool: LockedTool) async throws(Problem) -> [PublishedAttestation] {
    let comparison = SourceComparison(context: context)
    guard let (package, release) = try await comparison.release(of: tool) else { return [] }
    let files = tool.attestableFiles
    let platforms = tool.artifacts.map(\.platform)
    return try await mappingSourceErrors { () async throws(SourceError) in
      let known = try await package.publishers(of: release, for: platforms)
      return try await package.attestations(of: files, in: release, known: known)
    }.values.flatMap(\.self)
  }
}
