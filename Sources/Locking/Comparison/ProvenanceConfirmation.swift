package import Diagnostics
internal import Manifests
package import Projects
internal import ToolSources
internal import Vocabulary

/// Proves the publishers that a project requires to be verified, before their installations become
/// visible.
///
/// Anybody who can edit a lock can write a `verified` line. Each machine therefore proves the
/// publisher of each installation once, with attestations from the project, the root, or the
/// source.
package struct ProvenanceConfirmation: Sendable {
  private let context: LockContext
  private let proof: RepeatedProof

  /// Creates a confirmation of the lock of the project of `context`.
  init(_ context: LockContext) {
    self.context = context
    proof = RepeatedProof(context, from: .keptOrSource)
  }

  /// Proves the publisher of `planned` if the project requires a proof, or if it requires a stated
  /// publisher and the lock has only a verified one. Does nothing if this machine has recorded the
  /// proof. Records a new one.
  ///
  /// - Throws: ``LockProblem/unmetProvenance(_:)`` if the proof fails,
  ///   ``LockProblem/missingAttestations(_:isSourceAsked:)`` if the attestations are neither kept
  ///   nor published, or ``Problem/sources(_:)`` if they cannot be requested.
  package func confirm(_ planned: PlannedInstallation) async throws(Problem) {
    let platform = planned.artifact.platform
    guard let tool = context.project.lock?[planned.tool],
      tool.artifact(for: platform)?.digest == planned.artifact.digest,
      let required = context.project.requiredProvenance(of: tool),
      required.value == .verified || tool.dependsOnProof
    else { return }
    let proven = try ProvenArtifacts(of: context.project, in: context.sources.access.root)
    if proven.contains(tool, on: platform) { return }
    let obstacles = try await proof.obstacles(of: tool, on: [platform])
    if tool.verification == nil || !obstacles.isEmpty {
      let problem = UnmetProvenance(of: tool, obstacles, origin: required.origin)
      let policy = context.sources.access.policy
      if let forbidden = policy.problem(with: [problem], in: context.project) { throw forbidden }
      throw .project(
        .lock(LockProblem(unproven: [problem], isSourceAsked: !context.sources.access.isOffline)))
    }
    // If this fails, the publisher is proved again next time.
    try? proven.insert(tool, on: platform)
  }
}

extension LockedTool {
  /// Whether only its `verified` line names a publisher. No source states what that line says.
  fileprivate var dependsOnProof: Bool { publisher == nil && verification != nil }
}
