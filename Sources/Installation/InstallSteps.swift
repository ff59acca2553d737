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

  /// Installs the missing installations of `plan` and returns their receipts, which the caller must
  /// record. Nothing becomes visible before every file is fetched and verified, and then only one
  /// wave at a time (``InstallPlan/waves``), because steps run other tools at their final paths.
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
    let waves = plan.waves
    guard waves.count > 1 else {
      return try await placement.place(
        try await stage(plan.missing) { planned async throws(Problem) in
          try await fetch(planned, confirm)
        })
    }
    // Fetch everything first, so that a missing or wrong file ends the install before anything
    // becomes visible.
    let fetched = try await concurrentResults(plan.missing) { planned async throws(Problem) in
      try await fetch(planned, confirm)
    }
    let files = Dictionary(uniqueKeysWithValues: fetched.map { ($0.planned, $0) })
    var receipts: [Receipt] = []
    for wave in waves {
      let staged = try await stage(wave.compactMap { files[$0] }) { $0 }
      receipts += try await placement.place(staged)
    }
    return receipts
  }

  /// Fetches and confirms an installation.
  private func fetch(
    _ planned: PlannedInstallation,
    _ confirm: @Sendable (PlannedInstallation) async throws(Problem) -> Void
  ) async throws(Problem) -> FetchedInstallation {
    do {
      async let confirmation: Void = confirm(planned)
      let fetched = try await fetcher.fetch(planned, prefetched: prefetcher)
      try await confirmation
      return fetched
    } catch {
      // A child task erases the type of the error.
      throw (error as? Problem) ?? .interrupted
    }
  }

  /// Assembles installations concurrently, each as soon as its files are available.
  private func stage<Item: Sendable>(
    _ items: [Item],
    _ files: @escaping @Sendable (Item) async throws(Problem) -> FetchedInstallation
  ) async throws(Problem) -> [StagedInstallation] {
    do {
      return try await withThrowingTaskGroup(of: StagedInstallation.self) { group in
        for item in items {
          group.addTask {
            let fetched = try await files(item)
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
