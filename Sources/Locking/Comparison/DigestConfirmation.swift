package import Diagnostics
internal import Layout
internal import Manifests
package import Projects
internal import SourceKinds
internal import Synchronization
internal import ToolSources
internal import Vocabulary

/// Confirms with the sources of a lock that they publish what the lock contains.
///
/// A lock whose artifact lines were replaced looks like any other, and the files match its digests.
/// Where an address does not tell which package a file belongs to, the source is therefore asked
/// about each artifact that it has not confirmed before, while the file is downloaded.
package final class DigestConfirmation: Sendable {
  private let context: LockContext
  private let comparison: SourceComparison
  private let sources: SourceProvider
  private let confirmed: ConfirmedArtifacts
  /// The stanzas that existed before this install. Newer ones come from the sources themselves.
  private let locked: Lockfile
  /// Whether all requests are accepted because nobody can be asked.
  private let acceptsEverything: Bool
  /// The installations whose source could not be asked, with the problem, or `nil` offline.
  private let unconfirmed = Mutex<[(title: String, problem: SourceProblem?)]>([])

  /// Creates a confirmation of the stanzas in `locked`, a lock of the project of `context`.
  init(_ context: LockContext, _ locked: Lockfile, acceptsEverything: Bool) {
    self.context = context
    comparison = SourceComparison(context: context)
    sources = context.sources
    confirmed = context.confirmed
    self.locked = locked
    self.acceptsEverything = acceptsEverything
  }

  /// Checks that the source of `planned` publishes its artifact, and records the answer.
  ///
  /// - Throws: ``Problem/policy(_:)`` if the policy forbids the time that the source states, or
  ///   ``LockProblem/deviates(_:)`` if the source does not publish the artifact, or if it cannot be
  ///   queried and the artifact is known to belong to another version. Otherwise, a
  ///   server that cannot be queried is not an error, because the lock may be correct, unless the
  ///   installation would run code that only the index vouches for. A folder that cannot be queried
  ///   is always an error, because only its index identifies its files.
  package func confirm(_ planned: PlannedInstallation) async throws(Problem) {
    guard let tool = locked[planned.tool],
      tool.artifact(for: planned.artifact.platform)?.digest == planned.artifact.digest,
      !confirmed.contains(planned)
    else { return }
    let isLocal = context.project.catalog[tool.declaration.source]?.isLocal ?? false
    if sources.access.isOffline, !isLocal {
      // A stored page may be older than the lock, so it does not count.
      try pass(planned, of: tool, because: nil)
      return
    }
    do throws(Problem) {
      let answer = try await comparison.digestAnswer(of: tool, planned.artifact)
      if let deviation = answer.deviation { throw .project(.lock(.deviates([deviation]))) }
      try await comparison.checkPolicy(permits: tool, on: planned.artifact.platform)
      if answer.isConfirmed { context.record(planned.artifact, of: tool) }
    } catch {
      guard case .sources(let problems) = error, let problem = problems.first, !isLocal else {
        throw error
      }
      try pass(planned, of: tool, because: problem)
    }
  }

  /// Notes that the source of `planned` could not be asked.
  ///
  /// - Throws: ``LockProblem/deviates(_:)`` if the artifact is known to belong to another version.
  ///   If the installation would run code that nobody has accepted, throws `problem`, or
  ///   ``LockProblem/unconfirmed(_:directory:)`` if the command is offline.
  private func pass(
    _ planned: PlannedInstallation, of tool: LockedTool, because problem: SourceProblem?
  ) throws(Problem) {
    if let deviation = comparison.versionDeviation(of: tool, planned.artifact) {
      throw .project(.lock(.deviates([deviation])))
    }
    // A trusted definition vouches only for gems that the index publishes. If no index can be
    // queried, an edited lock could name any gem. Continuous integration without `BOOTSTRAP_TRUST`
    // accepts all code, so it accepts these gems as well.
    if !acceptsEverything, !tool.extensions.isEmpty, sources.codeItems(of: tool).isEmpty {
      let wanted = WantedVersion(tool: tool.name, version: .exact(tool.version))
      throw problem.map { .sources([$0]) }
        ?? .project(.lock(.unconfirmed([wanted], directory: nil)))
    }
    unconfirmed.withLock { $0.append((planned.title, problem)) }
  }

  /// Records the artifacts that were fetched from addresses that tell their versions. Kept bytes
  /// prove nothing, because no address was asked for them.
  package func recordFetched(_ installations: [PlannedInstallation]) {
    for planned in installations where confirmed.contains(planned) {
      guard let tool = locked[planned.tool] else { continue }
      context.record(planned.artifact, of: tool)
    }
  }

  /// The notice about the installations whose source could not be asked, or `nil` if there are
  /// none.
  package var notice: Notice? {
    let unconfirmed = unconfirmed.withLock { $0 }
    if unconfirmed.isEmpty { return nil }
    let problem = unconfirmed.lazy.compactMap(\.problem).first
    return .publisher(
      .unconfirmed(
        titles: unconfirmed.map(\.title).sorted(), because: problem.map { .sources([$0]) }))
  }
}
