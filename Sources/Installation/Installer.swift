package import Diagnostics
internal import Filesystem
package import Layout
internal import Manifests
package import Projects

/// Carries out a plan: fetch, verify, unpack, place. What it returns is visible and not recorded yet.
package struct Installer: Sendable {
  private let root: Root
  private let fetch: Fetch
  private let observe: @Sendable (InstallEvent) -> Void
  private let downloads: Slots
  private let unpackers: Slots

  /// - Parameters:
  ///   - jobs: downloads at once. Unpacking takes as many threads as there are processors.
  ///   - observe: called from any thread.
  package init(
    root: Root, fetch: Fetch, jobs: Int, observe: @escaping @Sendable (InstallEvent) -> Void
  ) {
    self.root = root
    self.fetch = fetch
    self.observe = observe
    downloads = Slots(jobs)
    unpackers = Slots(Processors.count)
  }

  /// Installs all that `plan` misses, or nothing of it.
  package func install(
    _ plan: Plan, staging: borrowing Staging
  ) async throws(Problem) -> [Receipt] {
    let folder = staging.folder
    // Told in the plan's order, before any of them ends: what is shown does not depend on which thread is first.
    for planned in plan.missing where !root.download(planned.artifact.digest).exists {
      observe(.downloading(title: planned.title, byteCount: planned.artifact.size))
    }
    let staged: [Place.Staged]
    do {
      staged = try await withThrowingTaskGroup(of: Place.Staged.self) { group in
        for planned in plan.missing {
          group.addTask { try await stage(planned, in: folder) }
        }
        var staged: [Place.Staged] = []
        for try await one in group { staged.append(one) }
        return staged
      }
    } catch {
      // Task groups erase the type.
      throw (error as? Problem) ?? .interrupted
    }
    observe(.synchronizing)
    let place = Place(root: root)
    try await Thread.result { () throws(Problem) in try place(staged) }
    return staged.map(\.receipt)
  }

  private func stage(
    _ planned: PlannedInstallation, in folder: FilePath
  ) async throws(Problem) -> Place.Staged {
    let title = planned.title
    let artifact = try await downloads.run { () async throws(Problem) in
      try Self.checkCancellation()
      return try await fetch.artifact(of: planned, staging: folder) { [observe] count in
        observe(.received(title: title, byteCount: count))
      }
    }
    let staged = try await unpackers.run { () async throws(Problem) in
      try Self.checkCancellation()
      observe(.unpacking(title: title))
      return try await Unpack(planned, staging: folder).run(artifact)
    }
    observe(.staged(title: title))
    return staged
  }

  private static func checkCancellation() throws(Problem) {
    if Task.isCancelled { throw .interrupted }
  }
}
