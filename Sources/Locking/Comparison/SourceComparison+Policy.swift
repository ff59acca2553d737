internal import Diagnostics
internal import Manifests
internal import ToolSources
internal import Trust
internal import Vocabulary

extension SourceComparison {
  /// Checks what the source of a locked tool states now against the policy, which has judged only
  /// the lock. Anybody who can edit a lock can write another time or publisher.
  ///
  /// - Throws: ``Problem/policy(_:)`` if the release is younger than the policy permits,
  ///   ``LockProblem/deviates(_:)`` if the policy requires a publisher and the source states
  ///   another one, or ``Problem/sources(_:)`` if the source cannot be queried.
  func checkPolicy(permits tool: LockedTool, on platform: Platform) async throws(Problem) {
    let policy = context.sources.access.policy
    let requiresPublisher = policy.demandOnPublishers != nil
    guard policy.minimumCooldown != nil || requiresPublisher,
      let (package, release) = try await release(of: tool)
    else { return }
    if let least = policy.minimumCooldown, least.value.seconds > 0 {
      let cutoff = MinimumAge(cooldown: least.value, now: context.now).cutoff
      let young = package.youngFiles(of: release, for: [platform], after: cutoff)
      if let released = young.first {
        throw .policy(
          .forbidden([
            PolicyViolation(
              .age(released: released, least.value), least.line, tool: tool.name,
              version: tool.version, origin: origin(of: tool))
          ]))
      }
    }
    if requiresPublisher {
      let deviations = try await publisherDeviations(of: tool, package, release)
      if !deviations.isEmpty { throw .project(.lock(.deviates(deviations))) }
    }
  }
}
