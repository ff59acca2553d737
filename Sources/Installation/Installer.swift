package import Diagnostics
internal import Filesystem
package import Layout
internal import Manifests
package import Projects

/// Carries out a plan: fetch, verify, unpack, place. What it returns is visible and not recorded yet.
package struct Installer: Sendable {
  private let root: Root
  private let fetch: Fetch
  private let folder: FilePath
  private let now: Int64
  private let observe: @Sendable (InstallEvent) -> Void
  private let downloads: Slots
  /// All archives share them: each begins with its largest files, and so do all together.
  private let workers = Workers()
  /// Archives that are begun at once: each holds a directory open, and what it lists.
  private let unpackers = Slots(16)
  /// What was begun before the plan.
  private let headStart: HeadStart

  /// - Parameters:
  ///   - staging: where work grows.
  ///   - jobs: downloads at once. Unpacking takes as many threads as there are processors.
  ///   - now: seconds since 1970.
  ///   - observe: called from any thread.
  package init(
    root: Root, fetch: Fetch, staging: borrowing Staging, jobs: Int, now: Int64,
    observe: @escaping @Sendable (InstallEvent) -> Void
  ) {
    self.root = root
    self.fetch = fetch
    self.now = now
    self.observe = observe
    downloads = Slots(jobs)
    folder = staging.folder
    headStart = HeadStart(
      fetch, staging: staging.folder, downloads: downloads,
      unpackers: unpackers, workers: workers)
  }

  /// Makes a plan, then carries it out. What `makePlan` hands to the head start is worked on meanwhile.
  package func install(
    planning makePlan: (HeadStart) async throws(Problem) -> Plan
  ) async throws(Problem) -> (plan: Plan, receipts: [Receipt]) {
    let plan: Plan
    do throws(Problem) {
      plan = try await makePlan(headStart)
      headStart.narrow(to: plan)
    } catch {
      await headStart.stop(isInVain: true)
      throw error
    }
    do throws(Problem) {
      let receipts = try await install(plan)
      await headStart.stop(isInVain: false)
      return (plan, receipts)
    } catch {
      await headStart.stop(isInVain: false)
      throw error
    }
  }

  /// Installs all that `plan` misses, or nothing of it.
  private func install(_ plan: Plan) async throws(Problem) -> [Receipt] {
    try fetch.checkReach(of: plan.missing)
    // Told in the plan's order, before any of them ends: what is shown does not depend on which thread is first.
    for planned in plan.missing {
      let digest = planned.artifact.digest
      guard headStart.has(digest) || !root.download(digest).exists else { continue }
      observe(.downloading(title: planned.title, byteCount: planned.artifact.size))
    }
    let staged: [Place.Staged]
    do {
      staged = try await withThrowingTaskGroup(of: Place.Staged.self) { group in
        for planned in plan.missing {
          group.addTask { try await stage(planned) }
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
    let place = Place(root: root, now: now)
    try await Thread.result { () throws(Problem) in try place(staged) }
    return staged.map(\.receipt)
  }

  private func stage(_ planned: PlannedInstallation) async throws(Problem) -> Place.Staged {
    let title = planned.title
    let progress: @Sendable (Int) -> Void = { [observe] count in
      observe(.received(title: title, byteCount: count))
    }
    let digest = planned.artifact.digest
    let unpack = Unpack(planned, staging: folder)
    let artifact: FilePath
    switch await headStart.outcome(digest, progress: progress) {
    case .unpacked(let unpacked, let files)?:
      try Self.checkCancellation()
      let staged = try await Thread.result { () throws(Problem) in
        try unpack.run(unpacked: unpacked, files)
      }
      observe(.staged(title: title))
      return staged
    case .fetched?: artifact = root.download(digest)
    case nil:
      artifact = try await downloads.run { () async throws(Problem) in
        try Self.checkCancellation()
        return try await fetch.artifact(of: planned, staging: folder, progress: progress)
      }
    }
    let staged = try await unpackers.run { () async throws(Problem) in
      try Self.checkCancellation()
      observe(.unpacking(title: title))
      return try await unpack.run(artifact, on: workers)
    }
    observe(.staged(title: title))
    return staged
  }

  private static func checkCancellation() throws(Problem) {
    if Task.isCancelled { throw .interrupted }
  }
}
