package import Diagnostics
package import Layout
package import Projects
package import ToolSources

/// The steps that carry out a plan, for one install: fetch and verify, assemble, place.
package struct InstallSteps: Sendable {
  package let fetcher: ArtifactFetcher
  /// What begins before there is a plan.
  package let prefetcher: ArtifactPrefetcher
  package let assemblers: Assemblers
  package let placement: InstallationPlacement

  /// - Parameters:
  ///   - jobs: downloads at once.
  ///   - now: seconds since 1970, for the trash.
  ///   - observe: called from any thread.
  package init(
    _ sources: SourceProvider, staging: borrowing Staging, jobs: Int, now: Int64,
    observe: @escaping @Sendable (InstallEvent) -> Void = { _ in }
  ) {
    let unpacker = Unpacker()
    fetcher = ArtifactFetcher(sources, staging: staging.folder, jobs: jobs, observe: observe)
    prefetcher = ArtifactPrefetcher(fetcher, unpacker)
    assemblers = Assemblers(unpacker, staging: staging.folder, observe: observe)
    placement = InstallationPlacement(in: sources.access.root, now: now, observe: observe)
  }

  /// Installs all that `plan` misses. Nothing becomes visible before all of it is staged; where placing fails midway, what is
  /// visible is whole. What it returns is not recorded yet.
  package func carryOut(_ plan: InstallPlan) async throws(Problem) -> [Receipt] {
    try fetcher.announce(plan, prefetched: prefetcher)
    return try await placement.place(try await stage(plan.missing))
  }

  private func stage(_ missing: [PlannedInstallation]) async throws(Problem) -> [StagedInstallation]
  {
    do {
      return try await withThrowingTaskGroup(of: StagedInstallation.self) { group in
        for planned in missing {
          group.addTask {
            let fetched = try await fetcher.fetch(planned, prefetched: prefetcher)
            return try await assemblers.assemble(fetched)
          }
        }
        var staged: [StagedInstallation] = []
        for try await one in group { staged.append(one) }
        return staged
      }
    } catch {
      // Task groups erase the type.
      throw (error as? Problem) ?? .interrupted
    }
  }
}
