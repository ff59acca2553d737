internal import Diagnostics
internal import Manifests
internal import ToolSources
internal import Trust
internal import Vocabulary

extension SourceComparison {
  /// Checks what the source of a locked tool states now against the policy, which has judged only
  /// the lock. Anybody who can edit a lock can write another time or publisher.
  ///
  /// - Throws: ``Problem/policy(_:)`` if the release is younger than the policy permits or its
  ///   source does not state the digest, ``LockProblem/deviates(_:)`` if the policy requires a
  ///   publisher and the source states another one, or if the source does not have the release, or
  ///   ``Problem/sources(_:)`` if the source cannot be queried.
  func checkPolicy(permits tool: LockedTool, _ artifact: Artifact) async throws(Problem) {
    let policy = context.sources.access.policy
    guard let (package, release) = try await release(of: tool) else {
      throw .project(
        .lock(
          .deviates([
            deviation(
              of: tool, artifact.platform, .file, locked: artifact.urls.first?.text ?? "",
              published: nil)
          ])))
    }
    if let least = policy.minimumCooldown, least.value.seconds > 0 {
      let cutoff = MinimumAge(cooldown: least.value, now: context.now).cutoff
      let young = package.youngFiles(of: release, for: [artifact.platform], after: cutoff)
      if let released = young.first {
        throw violation(of: tool, .age(released: released, least.value), least.line)
      }
    }
    if policy.demandOnPublishers != nil {
      let deviations = try await publisherDeviations(of: tool, package, release)
      if !deviations.isEmpty { throw .project(.lock(.deviates(deviations))) }
    }
    if let line = policy.line(turningOff: .trustOnFirstUse),
      !package.files(of: release).contains(where: { $0.digest == artifact.digest })
    {
      // Some sources state digests in files of their own.
      let content = try await mappingSourceErrors { () async throws(SourceError) in
        try await package.content(of: release, for: [artifact.platform])
      }
      if content.isTrustedOnFirstUse { throw violation(of: tool, .firstUse, line) }
    }
  }

  private func violation(
    of tool: LockedTool, _ matter: PolicyViolation.Matter, _ line: PolicyLine
  ) -> Problem {
    .policy(
      .forbidden([
        PolicyViolation(
          matter, line, tool: tool.name, version: tool.version, origin: origin(of: tool))
      ]))
  }
}
