package import Diagnostics
package import Layout
package import Projects
package import ToolSources

/// The steps that carry out the plan of an install: fetch and verify, assemble, and place.
package struct InstallSteps: Sendable {
  package let fetcher: ArtifactFetcher
  package let prefetcher: ArtifactPrefetcher
  package let assemblers: Assemblers
  package let placement: InstallationPlacement

  /// Creates the steps.
  ///
  /// - Parameters:
  ///   - sources: Provides the root, the client, and the user's credentials.
  ///   - staging: The staging area of this process.
  ///   - jobs: The maximum number of simultaneous downloads.
  ///   - builds: The settings of builds from source.
  ///   - now: The current time in seconds since 1970, with which the trash dates replaced
  ///     installations.
  ///   - observe: Receives events, on any thread.
  package init(
    _ sources: SourceProvider, staging: borrowing StagingArea, jobs: Int, builds: BuildSettings,
    now: Int64,
    observe: @escaping @Sendable (InstallEvent) -> Void = { _ in }
  ) {
    let unpacker = Unpacker()
    fetcher = ArtifactFetcher(sources, staging: staging.folder, jobs: jobs, observe: observe)
    prefetcher = ArtifactPrefetcher(fetcher, unpacker)
    assemblers = Assemblers(
      in: sources.access.root, unpacker, sources.catalog, builds, staging: staging.folder,
      observe: observe)
    placement = InstallationPlacement(in: sources.access.root, now: now, observe: observe)
  }

  /// Installs the missing installations of `plan` and returns their receipts, which the caller
  /// must record. Nothing becomes visible before everything is staged.
  ///
  /// - Parameters:
  ///   - plan: The installations to make.
  ///   - confirm: Checks an installation while its files are fetched. Nothing is unpacked before
  ///     the check has passed.
  /// - Throws: ``Problem`` if a step fails. If placing fails midway, every visible installation is
  ///   complete.
  package func carryOut(
    _ plan: InstallPlan,
    confirming confirm: @escaping @Sendable (PlannedInstallation) async throws(Problem) -> Void = {
      _ in
    }
  ) async throws(Problem) -> [Receipt] {
    try fetcher.announce(plan, prefetched: prefetcher)
    return try await placement.place(try await stage(plan.missing, confirm))
  }

  /// Fetches, confirms, and assembles all installations concurrently.
  private func stage(
    _ missing: [PlannedInstallation],
    _ confirm: @escaping @Sendable (PlannedInstallation) async throws(Problem) -> Void
  ) async throws(Problem) -> [StagedInstallation] {
    do {
      return try await withThrowingTaskGroup(of: StagedInstallation.self) { group in
        for planned in missing {
          group.addTask {
            async let confirmation: Void = confirm(planned)
            let fetched = try await fetcher.fetch(planned, prefetched: prefetcher)
            try await confirmation
            return try await assemblers.assemble(fetched)
          }
        }
        var staged: [StagedInstallation] = []
        for try await installation in group { staged.append(installation) }
        return staged
      }
    } catch {
      // The task group erases the type of the error.
      throw (error as? Problem) ?? .interrupted
    }
  }
}
