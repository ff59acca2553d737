package import Diagnostics
internal import Layout
internal import Manifests
package import Projects
internal import SourceKinds
internal import Synchronization
internal import ToolSources
internal import Trust
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
  /// The stanzas to install.
  private let lock: Lockfile
  /// The stanzas that existed before this install, or `nil` if there were none. Newer ones come
  /// from the sources themselves.
  private let previous: Lockfile?
  /// Whether all requests are accepted because nobody can be asked.
  private let acceptsEverything: Bool
  /// The installations whose source could not be asked, with the problem, or `nil` offline.
  private let unconfirmed = Mutex<[(title: String, problem: SourceProblem?)]>([])

  /// Creates a confirmation of the stanzas in `lock`, the lock of the project of `context`.
  ///
  /// - Parameters:
  ///   - previous: The lock before this install, or `nil` if there was none.
  ///   - acceptsEverything: Whether all requests are accepted because nobody can be asked.
  init(
    _ context: LockContext, _ lock: Lockfile, since previous: Lockfile?, acceptsEverything: Bool
  ) {
    self.context = context
    comparison = SourceComparison(context: context)
    sources = context.sources
    confirmed = context.confirmed
    self.lock = lock
    self.previous = previous
    self.acceptsEverything = acceptsEverything
  }

  /// What the source of an installation is to be asked about.
  private struct Question {
    let planned: PlannedInstallation
    /// The stanza whose artifact the source has not confirmed, or `nil` if it has.
    let published: LockedTool?
    /// The stanza that the policy judges by what it states, with the requirements, or `nil` if the
    /// source has confirmed that it meets them.
    let stated: (tool: LockedTool, demand: StatementDemand)?
  }

  /// Checks that the source of `planned` publishes its artifact, and that it states what the policy
  /// requires. Records the answers.
  ///
  /// - Parameter isInstalled: Whether the tool is already installed, which no policy governs.
  /// - Throws: ``Problem/policy(_:)`` if the policy forbids what the source states,
  ///   ``LockProblem/unconfirmedStatement(_:)`` if the policy depends on that and the source cannot
  ///   be queried or does not list the release, or ``LockProblem/deviates(_:)`` if the source does
  ///   not publish the artifact, or if it cannot be queried and the artifact is known to belong to
  ///   another version. Otherwise, a server that cannot be queried is not an error, because the
  ///   lock may be correct, unless the installation would run code that only the index vouches for.
  ///   A folder that cannot be queried is always an error, because only its index identifies its
  ///   files.
  package func confirm(
    _ planned: PlannedInstallation, isInstalled: Bool = false
  ) async throws(Problem) {
    let tool = previous.flatMap { stanza(of: planned, in: $0) }
    let demand = isInstalled ? nil : sources.access.policy.statementDemand
    let stated = stanza(of: planned, in: lock).flatMap { tool in
      demand.flatMap { confirmed.hasMet($0.text, planned) ? nil : (tool, $0) }
    }
    let question = Question(
      planned: planned, published: confirmed.contains(planned) ? nil : tool, stated: stated)
    guard let asked = question.published ?? question.stated?.tool else { return }
    let isLocal = context.project.catalog[asked.declaration.source]?.isLocal ?? false
    if sources.access.isOffline, !isLocal {
      // A stored page may be older than the lock, so it does not count.
      try pass(question, because: nil)
      return
    }
    do throws(Problem) {
      try await ask(question)
    } catch {
      guard case .sources(let problems) = error, let problem = problems.first, !isLocal else {
        throw error
      }
      try pass(question, because: problem)
    }
  }

  /// Returns the stanza that `planned` comes from, or `nil` if there is none.
  private func stanza(of planned: PlannedInstallation, in lock: Lockfile) -> LockedTool? {
    let tool = lock[planned.tool]
    let artifact = tool?.artifact(for: planned.artifact.platform)
    return artifact?.digest == planned.artifact.digest ? tool : nil
  }

  private func ask(_ question: Question) async throws(Problem) {
    let artifact = question.planned.artifact
    if let tool = question.published {
      let answer = try await comparison.digestAnswer(of: tool, artifact)
      if let deviation = answer.deviation { throw .project(.lock(.deviates([deviation]))) }
      if answer.isConfirmed { context.record(artifact, of: tool) }
    }
    if let (tool, demand) = question.stated {
      try await comparison.checkPolicy(permits: tool, artifact, demand)
      context.record(artifact, of: tool, meeting: demand.text)
    }
  }

  /// Notes that the source could not be asked.
  ///
  /// - Throws: ``LockProblem/deviates(_:)`` if the artifact is known to belong to another version,
  ///   or ``LockProblem/unconfirmedStatement(_:)`` if the policy depends on what the source states,
  ///   unless the policy itself leads to no index.
  ///   If the installation would run code that nobody has accepted, throws `problem`, or
  ///   ``LockProblem/unconfirmed(_:directory:)`` if the command is offline.
  private func pass(_ question: Question, because problem: SourceProblem?) throws(Problem) {
    let planned = question.planned
    if let tool = question.published,
      let deviation = comparison.versionDeviation(of: tool, planned.artifact)
    {
      throw .project(.lock(.deviates([deviation])))
    }
    let isClosed = problem?.isForbiddenByMirrorOnly ?? false && sources.access.policy.closesIndexes
    if let (tool, demand) = question.stated, !isClosed {
      throw .project(
        .lock(
          .unconfirmedStatement(
            UnconfirmedStatement(
              demand.statement, demand.line, of: tool.name, tool.version,
              origin: comparison.origin(of: tool),
              because: problem.map { .problem($0) } ?? .offline))))
    }
    // A trusted definition vouches only for gems that the index publishes. If no index can be
    // queried, an edited lock could name any gem. Continuous integration without `BOOTSTRAP_TRUST`
    // accepts all code, so it accepts these gems as well.
    if let tool = question.published, !acceptsEverything, !tool.extensions.isEmpty,
      sources.codeItems(of: tool).isEmpty
    {
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
      guard let tool = previous?[planned.tool] else { continue }
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

extension SourceProblem {
  /// Whether the policy permits requests only to mirrors, and names none for this one.
  fileprivate var isForbiddenByMirrorOnly: Bool {
    if case .answer(.unmirrored(_, .policy, let asked)) = fault { asked.isEmpty } else { false }
  }
}
