package import Diagnostics
package import Manifests
package import Projects
internal import ToolSources
internal import Vocabulary

/// What the attestations of a locked tool prove now.
package struct RepeatedVerification: Sendable {
  package let tool: LockedTool
  /// The files that do not prove the publisher in the lock. Empty if all do.
  package let unverified: [UnverifiedFile]
}

// The publishers in a lock.
extension LockWorkflow {
  /// Returns the confirmation that an install uses for the verified publishers in the lock of
  /// `project`.
  package func provenanceConfirmation(of project: Project) -> ProvenanceConfirmation {
    ProvenanceConfirmation(context(of: project))
  }

  /// Verifies the attestations of all locked tools that have a `verified` line, for all platforms.
  /// Uses the attestations that the project and the root keep, and sends no request.
  ///
  /// - Throws: ``Problem/trust(_:)`` if the user has not accepted a root of the project.
  package func verifications(
    of project: Project
  ) async throws(Problem) -> [RepeatedVerification] {
    try await verifications(RepeatedProof(context(of: project), from: .kept), project)
  }

  /// Requests the attestations that the lock names, unless they are kept. Does nothing offline.
  ///
  /// - Throws: ``Problem/sources(_:)`` if a source cannot be queried.
  package func fetchAttestations(of project: Project) async throws(Problem) {
    if sources.access.isOffline { return }
    _ = try await verifications(RepeatedProof(context(of: project), from: .keptOrSource), project)
  }

  /// Returns the locked tools whose attestations do not prove the publisher in the lock. Asks the
  /// sources for attestations that are not kept.
  ///
  /// - Throws: ``Problem/sources(_:)`` if a source cannot be queried.
  func unproven(_ context: LockContext) async throws(Problem) -> [UnmetProvenance] {
    let project = context.project
    let proof = RepeatedProof(context, from: .keptOrSource)
    return try await verifications(proof, project).filter { !$0.unverified.isEmpty }.map { found in
      UnmetProvenance(
        of: found.tool, found.unverified,
        origin: project.lock?.origin(of: found.tool.name, in: project.lockName))
    }
  }

  private func verifications(
    _ proof: RepeatedProof, _ project: Project
  ) async throws(Problem) -> [RepeatedVerification] {
    let tools = (project.lock?.tools ?? []).filter { $0.verification != nil }
    return try await concurrentResults(tools) { tool async throws(Problem) in
      let platforms = tool.artifacts.map(\.platform)
      return RepeatedVerification(
        tool: tool, unverified: try await proof.obstacles(of: tool, on: platforms))
    }
  }

  private func context(of project: Project) -> LockContext {
    context(
      of: project, project.lock.map { DefinitionReview.definitions(in: $0, of: project) } ?? [:])
  }
}
