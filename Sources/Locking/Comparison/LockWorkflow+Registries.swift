package import Diagnostics
internal import Filesystem
package import Manifests
package import Projects
package import SourceKinds
internal import ToolSources
internal import Trust
package import Vocabulary

// Comparisons of a lock with its registries and sources.
extension LockWorkflow {
  /// What moving a lock to the newest content of its registries came to.
  package struct RegistryUpdate: Hashable, Sendable {
    /// The locked tools that the registries define otherwise now. They keep their definition until
    /// they are updated.
    package let redefined: [ToolName]
    /// Whether the lock was written, because a registry had new content.
    package let isWritten: Bool
  }

  /// Moves the lock of a project to the newest content of its registries. Changes no tool.
  ///
  /// - Throws: ``LockProblem/missing(toolfile:)`` if there is no lock, or the problem of a
  ///   registry.
  package func updateRegistries(of project: Project) async throws(Problem) -> RegistryUpdate {
    try checkPolicy(permitsRegistriesOf: project)
    try trust.check(sources.registryRequests(of: project))
    // The lock may be stale, perhaps because a registry has changed.
    guard let lock = project.lock else {
      throw .project(.lock(.missing(toolfile: project.toolfile.path)))
    }
    let review = DefinitionReview(sources)
    let own = try await review.registries(of: project, [])
    let registries = review.registries(of: project, own)
    let redefined = lock.tools.filter { tool in
      guard let locked = tool.definition else { return false }
      let current = (try? registries.definition(of: tool.name)) ?? nil
      return current?.digest != locked.digest
    }
    let new = Lockfile(
      platforms: lock.platforms, registries: own.map(\.locked), tools: lock.tools, replacing: lock)
    return RegistryUpdate(
      redefined: redefined.map(\.name), isWritten: try project.write(new))
  }

  /// Returns the registries of a project, as far as they can be read without a request and without
  /// the user's consent.
  ///
  /// - Returns: The registries, and a remark about each that is left out.
  package func keptRegistries(
    of project: Project
  ) async -> (registries: Registries, remarks: [ImportRemark]) {
    let review = DefinitionReview(sources)
    // A path out of the repository may lead to a file with secrets.
    let (found, unread) = await review.keptRegistries(of: project) {
      $0.isRemote || sources.foreignAddress($0.address, of: DirectoryKind.name) == nil
    }
    let remarks = unread.map { reference, problem in
      ImportRemark(
        reference.address, at: reference.origin,
        problem.map { .registryUnreadable($0) } ?? .registryNotKept)
    }
    return (review.registries(of: project, found), remarks)
  }

  /// Returns the confirmation that an install uses for the stanzas of `lock`, the lock of
  /// `project`.
  ///
  /// - Parameter previous: The lock before this install, or `nil` if there was none.
  package func confirmation(
    of lock: Lockfile, since previous: Lockfile?, in project: Project
  ) -> DigestConfirmation {
    DigestConfirmation(
      context(of: project, DefinitionReview.definitions(in: lock, of: project)), lock,
      since: previous, acceptsEverything: trust.rule.acceptsEverything)
  }

  /// Returns all differences between the project's lock and what its sources publish, the locked
  /// versions that the sources have yanked, and the verified publishers that their attestations do
  /// not prove.
  ///
  /// - Throws: ``Problem/trust(_:)`` if the user has not accepted a source, or
  ///   ``Problem/sources(_:)`` if a source cannot be queried.
  package func sourceComparison(
    of project: Project
  ) async throws(Problem) -> (
    deviations: [LockDeviation], yanked: [YankedVersion], unproven: [UnmetProvenance]
  ) {
    let known = await DefinitionReview(sources).knownDefinitions(of: project)
    try trust.check(sources.requests(of: project, known))
    let definitions = project.lock.map { DefinitionReview.definitions(in: $0, of: project) } ?? [:]
    var context = context(of: project, definitions)
    // A comparison must not trust the lock that it checks.
    context.previous =
      PreviousLock(project.lock, of: project, updating: .nothing).withoutStatements
    let comparison = SourceComparison(context: context)
    let results = try await concurrentResults(project.lock?.tools ?? []) {
      tool async throws(Problem) in
      try await comparison.comparison(of: tool)
    }
    return (
      results.flatMap(\.deviations), results.flatMap(\.yanked), try await unproven(context)
    )
  }
}
