package import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
package import Projects
internal import SourceKinds
internal import ToolSources
internal import Versions
package import Vocabulary

extension LockWorkflow {
  /// A locked tool, and the versions that an update could lock.
  package struct OutdatedTool: Hashable, Sendable {
    package let tool: ToolName
    package let locked: VersionText
    /// The locked version if it is installed, otherwise the newest that is, or `nil` if none is.
    package let installed: VersionText?
    /// The version that an update of all tools would lock, and what the source has beyond it.
    package let outlook: VersionOutlook
    /// The gems of the tool that an update would move, or that the index no longer has.
    package let gems: [GemOutlook]

    /// Whether an update would lock another version of the tool or of one of its gems.
    package var isUpdatable: Bool {
      locked.text != outlook.chosen.version || gems.contains(where: \.isUpdatable)
    }
    /// Whether the tool or one of its gems is locked in a version that was yanked or is not the
    /// newest.
    package var isOutdated: Bool {
      isUpdatable || !outlook.heldBack.isEmpty || outlook.yanked != nil || !gems.isEmpty
    }
    /// The versions that are held back, and the locked one if it was yanked and stays.
    package var heldBack: [HeldBackVersion] {
      guard let reason = outlook.yanked,
        !outlook.heldBack.contains(where: { $0.version == locked.text })
      else { return outlook.heldBack }
      return outlook.heldBack + [HeldBackVersion(locked.text, because: .yanked(reason: reason))]
    }
  }

  /// Returns the locked tools of a project with the versions that an update could lock. Lists the
  /// releases of every tool, and requests nothing else if possible.
  ///
  /// - Throws: ``LockProblem/missing(toolfile:)`` if there is no lock, or the problems of
  ///   ``resolve(_:)``.
  package func outdatedTools(of project: Project) async throws(Problem) -> [OutdatedTool] {
    guard let lock = project.lock else {
      throw .project(.lock(.missing(toolfile: project.toolfile.path)))
    }
    let request = LockRequest(project, replacing: lock, updating: .everything)
    let context = try await prepare(request).context
    let (outlooks, gems) = try await ReleaseContentPrefetcher.withPrefetcher(announcing: { _, _ in }
    ) {
      (prefetcher) async throws(Problem) in
      let (choice, vanished) = try await choice(for: request, of: lock, context, prefetcher)
      let outlooks = await choice.outlooks(keeping: [:])
      let gems = await choice.gemOutlooks(since: lock)
      return (
        outlooks.merging(vanished.mapValues(\.outlook)) { $1 },
        gems.merging(vanished.mapValues(\.gems)) { $1 }
      )
    }
    var tools: [OutdatedTool] = []
    for tool in lock.tools {
      guard let outlook = outlooks[tool.name] else { continue }
      tools.append(
        OutdatedTool(
          tool: tool.name, locked: tool.version,
          installed: try installed(tool, project.catalog.scheme(of: tool.declaration)),
          outlook: outlook, gems: gems[tool.name] ?? []))
    }
    return tools
  }

  /// Returns the versions that an update would choose, and the tools with gems that the index no
  /// longer has. These tools keep their versions, because without the missing gems there may be no
  /// other choice.
  private func choice(
    for request: LockRequest, of lock: Lockfile, _ context: LockContext,
    _ prefetcher: ReleaseContentPrefetcher
  ) async throws(Problem) -> (LockChoice, vanished: [ToolName: VanishedGems]) {
    let publishers = PublisherComparison(request)
    do throws(Problem) {
      var attempt = LockAttempt(context: context, publishers, prefetcher)
      return (try await attempt.choice(), [:])
    } catch {
      if error == .interrupted { throw error }
      // If this search also fails, report the first problem.
      let comparison = SourceComparison(context: context)
      let vanished = (try? await comparison.vanishedGems(of: lock)) ?? [:]
      if vanished.isEmpty { throw error }
      var kept = context
      kept.previous = context.previous.keeping(Set(vanished.keys))
      var attempt = LockAttempt(context: kept, publishers, prefetcher)
      return (try await attempt.choice(), vanished)
    }
  }

  private func installed(
    _ tool: LockedTool, _ scheme: VersionScheme
  ) throws(Problem) -> VersionText? {
    let versions = try mappingFileErrors { () throws(FileError) in
      try sources.access.root.installedVersions(of: tool.name)
    }.map(\.version)
    if versions.contains(tool.version) { return tool.version }
    let read = versions.compactMap { text in
      (try? Version(parsing: text.text, scheme: scheme)).map { (text: text, version: $0) }
    }
    return read.max { $0.version < $1.version }?.text
  }
}
