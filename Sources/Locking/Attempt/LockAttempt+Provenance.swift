internal import Diagnostics
internal import Manifests
internal import Projects
internal import ToolSources
internal import Vocabulary

// The publishers of new stanzas.
extension LockAttempt {
  /// Returns a new stanza with its publishers: the stated one, and the one that the attestations of
  /// all its files prove.
  ///
  /// - Parameters:
  ///   - stanza: The stanza without publishers, or one of the previous lock.
  ///   - candidates: The releases of the tool.
  ///   - release: The locked release.
  ///   - stated: The publishers that the source states, or `nil` for a stanza of the previous lock,
  ///     whose publishers are kept unless they do not meet a new demand.
  ///   - notices: The notices to report with the stanza.
  func proved(
    _ stanza: LockedTool, _ candidates: Candidates, _ release: SourceRelease,
    _ stated: ReleasePublishers?, _ notices: [Notice]
  ) async throws(Problem) -> StanzaWithNotices {
    let package = candidates.package
    if stated == nil, context.project.meetsDemands(stanza) { return (stanza, notices, nil, nil) }
    let found: ReleasePublishers
    if let stated {
      found = stated
    } else {
      found = try await mappingSourceErrors { () async throws(SourceError) in
        try await package.publishers(of: release, for: stanza.artifacts.map(\.platform))
      }
    }
    let signer = publishers.acceptedSigner(of: stanza)
    let review = ProvenanceReview(context, signer)
    // Hardly any gem has a bundle beside it, and a graph has many gems. Requesting a bundle for
    // each gem would take longer than all other requests.
    let isAsked =
      !candidates.hasGraph || signer.previous != nil || context.project.requiresProof(of: stanza)
    let proof =
      isAsked
      ? try await review.proof(of: stanza, from: package, release, known: found)
      : try await review.proof(of: stanza, [:])
    let outcome = publishers.outcome(of: stanza, found, proof)
    let tool = stanza.with {
      $0.publisher = outcome.publisher
      $0.verification = outcome.verification
    }
    if outcome.change == nil, outcome.unmet == nil { context.recordProven(tool) }
    return (
      tool, notices + (outcome.notice.map { [$0] } ?? []), outcome.change, outcome.unmet
    )
  }
}
