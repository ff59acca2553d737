internal import Diagnostics
internal import Gems
internal import Manifests
internal import ToolSources
internal import Trust
internal import Vocabulary

extension SourceComparison {
  /// Checks what the source of a locked tool states now against the policy, which has judged only
  /// the lock. Anybody who can edit a lock can write another time, publisher, or digest.
  ///
  /// Judges the locked files and no others, because a release can gain files at any time.
  ///
  /// - Parameter demand: What the policy requires of statements.
  /// - Throws: ``Problem/policy(_:)`` if a file or a gem is younger than the policy permits or its
  ///   source does not state the digest, ``LockProblem/deviates(_:)`` if the source publishes other
  ///   bytes or, if the policy requires a publisher, states another one,
  ///   ``LockProblem/unconfirmedStatement(_:)`` if the source does not list the release, or
  ///   ``Problem/sources(_:)`` if it cannot be queried.
  func checkPolicy(
    permits tool: LockedTool, _ artifact: Artifact, _ demand: StatementDemand
  ) async throws(Problem) {
    guard let (package, release) = try await release(of: tool) else {
      throw unlisted(tool.name, tool.version, of: tool, demand)
    }
    // An address that tells the release says nothing about bytes that are kept already.
    if let deviation = try await digestAnswer(of: tool, artifact).deviation {
      throw .project(.lock(.deviates([deviation])))
    }
    if context.sources.access.policy.demandOnPublishers != nil {
      let deviations = try await publisherDeviations(of: tool, package, release)
      if !deviations.isEmpty { throw .project(.lock(.deviates(deviations))) }
    }
    let own = try await statement(about: artifact, of: tool, package, release)
    for statement in [own] + (try await gemStatements(of: tool, on: artifact.platform, demand)) {
      try check(statement, of: tool)
    }
  }

  /// What a source states about a locked file.
  private struct FileStatement: Sendable {
    /// The tool or the gem that the file belongs to.
    let name: ToolName
    let version: VersionText
    /// The time at which the file was published, or `nil` if it is unknown.
    let published: ReleaseTime?
    let hasDigest: Bool
  }

  /// Checks the age and the digest that a source states for a file.
  ///
  /// - Throws: ``Problem/policy(_:)``.
  private func check(_ statement: FileStatement, of tool: LockedTool) throws(Problem) {
    let policy = context.sources.access.policy
    if let least = policy.minimumCooldown, least.value.seconds > 0,
      !MinimumAge(cooldown: least.value, now: context.now).cutoff.admits(statement.published)
    {
      let matter = PolicyViolation.Matter.age(released: statement.published, least.value)
      throw violation(by: statement, of: tool, matter, least.line)
    }
    if !statement.hasDigest, let line = policy.line(turningOff: .trustOnFirstUse) {
      throw violation(by: statement, of: tool, .firstUse, line)
    }
  }

  private func violation(
    by statement: FileStatement, of tool: LockedTool, _ matter: PolicyViolation.Matter,
    _ line: PolicyLine
  ) -> Problem {
    .policy(
      .forbidden([
        PolicyViolation(
          matter, line, tool: statement.name, version: statement.version, origin: origin(of: tool))
      ]))
  }

  /// Returns what the source states about the artifact of a locked tool. If it lists no file with
  /// the digest, looks into files of digests, or computes the digest of the file itself.
  ///
  /// - Throws: ``LockProblem/deviates(_:)`` if the source publishes other bytes, or
  ///   ``Problem/sources(_:)`` if it cannot be queried.
  private func statement(
    about artifact: Artifact, of tool: LockedTool, _ package: any SourcePackage,
    _ release: SourceRelease
  ) async throws(Problem) -> FileStatement {
    let files = package.files(of: release).filter { $0.digest == artifact.digest }
    if !files.isEmpty {
      return FileStatement(
        name: tool.name, version: tool.version, published: files.compactMap(\.published).min(),
        hasDigest: true)
    }
    let content = try await mappingSourceErrors { () async throws(SourceError) in
      try await package.content(of: release, for: [artifact.platform])
    }
    if !content.artifacts.contains(where: { $0.digest == artifact.digest }) {
      throw .project(
        .lock(
          .deviates([
            deviation(
              of: tool, artifact.platform, .digest, locked: artifact.digest.description,
              published: content.artifacts.first?.digest.description)
          ])))
    }
    return FileStatement(
      name: tool.name, version: tool.version, published: content.released,
      hasDigest: !content.isTrustedOnFirstUse)
  }

  /// Returns what the index states about the gems that a locked tool needs on a platform. Their
  /// times do not appear in a lock.
  ///
  /// - Throws: ``LockProblem/unconfirmedStatement(_:)`` if the index does not list a gem, or
  ///   ``Problem/sources(_:)`` if it cannot be queried.
  private func gemStatements(
    of tool: LockedTool, on platform: Platform, _ demand: StatementDemand
  ) async throws(Problem) -> [FileStatement] {
    let gems = tool.parts(for: platform).filter { $0.format == .gem }
    return try await concurrentResults(gems) { part async throws(Problem) in
      // A gem can have a name that no tool can have.
      let named = ToolName(part.name.text).map { ($0, part.version) }
      let (name, version) = named ?? (tool.name, tool.version)
      guard let gem = GemName(part.name.text),
        let (package, release) = try await release(
          of: tool, sourcedTool(tool).part(gem), part.version)
      else { throw unlisted(name, version, of: tool, demand) }
      // Without a digest in the index, the file may be any.
      let files = package.files(of: release).filter { $0.digest == part.digest }
      return FileStatement(
        name: name, version: version, published: files.compactMap(\.published).min(),
        hasDigest: !files.isEmpty)
    }
  }

  /// Returns the problem that the index does not list a release that `tool` needs.
  private func unlisted(
    _ name: ToolName, _ version: VersionText, of tool: LockedTool, _ demand: StatementDemand
  ) -> Problem {
    .project(
      .lock(
        .unconfirmedStatement(
          UnconfirmedStatement(
            demand.statement, demand.line, of: name, version, origin: origin(of: tool),
            because: .unlisted))))
  }
}
