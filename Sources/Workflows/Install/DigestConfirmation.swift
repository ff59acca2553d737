internal import Diagnostics
internal import Layout
internal import Manifests
internal import Projects
internal import Synchronization
internal import ToolSources

/// The question to the sources of a lock whether they publish what the lock contains.
///
/// A lock whose artifact lines were replaced looks like any other, and the files match its digests.
/// Where an address does not tell which package a file belongs to, the source is therefore asked
/// about each artifact that it has not confirmed before, while the file is downloaded.
final class DigestConfirmation: Sendable {
  private let context: LockContext
  private let comparison: SourceComparison
  private let sources: SourceProvider
  private let confirmed: ConfirmedArtifacts
  /// The stanzas that existed before this install. Newer ones come from the sources themselves.
  private let locked: Lockfile
  /// The installations whose source could not be asked, with the problem, or `nil` offline.
  private let unconfirmed = Mutex<[(title: String, problem: SourceProblem?)]>([])

  /// Creates a confirmation of the stanzas in `locked`, a lock of the project of `context`.
  init(_ context: LockContext, _ locked: Lockfile) {
    self.context = context
    comparison = SourceComparison(context: context)
    sources = context.sources
    confirmed = context.confirmed
    self.locked = locked
  }

  /// Checks that the source of `planned` publishes its artifact, and records the answer.
  ///
  /// - Throws: ``ProjectProblem/lockDeviates(_:)`` if it does not. A source that cannot be asked is
  ///   no error, because the lock may still be right.
  func confirm(_ planned: PlannedInstallation) async throws(Problem) {
    guard let tool = locked[planned.tool],
      tool.artifact(for: planned.artifact.platform)?.digest == planned.artifact.digest,
      !confirmed.contains(planned)
    else { return }
    if sources.access.isOffline {
      // A stored page may be older than the lock, so it does not count.
      unconfirmed.withLock { $0.append((planned.title, nil)) }
      return
    }
    do throws(Problem) {
      let answer = try await comparison.digestAnswer(of: tool, planned.artifact)
      if let deviation = answer.deviation { throw .project(.lockDeviates([deviation])) }
      if answer.isConfirmed { context.record(planned.artifact, of: tool) }
    } catch {
      guard case .sources(let problems) = error, let problem = problems.first else { throw error }
      unconfirmed.withLock { $0.append((planned.title, problem)) }
    }
  }

  /// The notice about the installations whose source could not be asked, or `nil` if there are
  /// none.
  var notice: Notice? {
    let unconfirmed = unconfirmed.withLock { $0 }
    if unconfirmed.isEmpty { return nil }
    let problem = unconfirmed.lazy.compactMap(\.problem).first
    return .unconfirmed(
      titles: unconfirmed.map(\.title).sorted(), because: problem.map { .sources([$0]) })
  }
}
