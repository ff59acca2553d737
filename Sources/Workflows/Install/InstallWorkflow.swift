package import Diagnostics
internal import Filesystem
package import Installation
package import Inventory
internal import Layout
package import Locking
internal import Manifests
internal import Projects
internal import Selection
package import ToolSources
package import Trust
internal import Vocabulary

/// Installs the tools that locks and pins select, in these steps: write the lock, plan, fetch and
/// verify, assemble, place, and record.
///
/// No installation becomes visible until all of them are staged.
package struct InstallWorkflow: Sendable {
  let root: Root
  let sources: SourceProvider
  private let settings: Settings
  let locking: LockWorkflow
  private let trust: TrustGate
  let builds: BuildSettings
  let inventorySource: InventorySource
  let observe: @Sendable (WorkflowEvent) -> Void

  /// Creates a workflow that installs into the root of `sources`.
  ///
  /// - Parameters:
  ///   - sources: Opens the sources of tools, and provides the root and its settings.
  ///   - locking: Writes the lock of a project that needs a new one.
  ///   - trust: Checks that the user has accepted what the folder's files ask for.
  ///   - builds: The settings of builds from source.
  ///   - source: Opens the inventory of the root.
  ///   - observe: Receives progress events, possibly on several threads at once.
  package init(
    _ sources: SourceProvider, locking: LockWorkflow, trust: TrustGate, builds: BuildSettings,
    inventory source: InventorySource = .store,
    observe: @escaping @Sendable (WorkflowEvent) -> Void
  ) {
    self.sources = sources
    self.locking = locking
    self.trust = trust
    self.builds = builds
    inventorySource = source
    self.observe = observe
    root = sources.access.root
    settings = sources.access.settings
  }

  /// Installs the missing tools of `request` and records which folders use them.
  ///
  /// - Throws: ``Problem/trust(_:)`` if the user has not accepted what the folder's files ask for,
  ///   ``UsageProblem/notForPath(folder:)`` if the root cannot be on `PATH`, or another ``Problem``
  ///   if a step fails. Installations that are already visible by then are complete and recorded.
  package func install(_ request: Request) async throws(Problem) -> Report {
    if let problem = root.noexecProblem { throw problem }
    if !root.path.fitsPathVariable { throw .usage(.notForPath(folder: root.path.string)) }
    let change = RootChange(
      root: root, environment: sources.access.environment,
      folder: request.project?.folder ?? request.selector?.directory,
      inventorySource: inventorySource, observe: observe)
    // Planning happens under the root's lock, because another process may have just installed
    // the same tools.
    let makeRoom = { [root, observe] in
      let freed = Trash(root).deleteAllIfSpaceIsScarce()
      if freed > 0 { observe(.notice(.disk(.trashEmptiedForSpace(byteCount: freed)))) }
    }
    let report = try await change.run(request.command, makingRoom: makeRoom) {
      staging, inventory throws(Problem) -> Report in
      let observe: @Sendable (InstallEvent) -> Void = { [observe] in observe(.install($0)) }
      let steps = InstallSteps(
        sources, staging: staging, jobs: settings.jobs, builds: builds, now: WallClock.now,
        observe: observe)
      do throws(Problem) {
        let report = try await install(request, steps, inventory)
        await steps.prefetcher.stop()
        return report
      } catch {
        await steps.prefetcher.stop()
        throw error
      }
    }
    // `exec` may run as a user who cannot create the view. It reports pins that cannot be used.
    if let view = (try? request.selector?.missingView()) ?? nil {
      try mappingFileErrors(try view.make())
    }
    request.selector?.renewed.recordProjectSeal()
    return report
  }

  private func install(
    _ request: Request, _ steps: InstallSteps, _ inventory: InstallationInventory
  ) async throws(Problem) -> Report {
    let relocking = try await locked(request, steps.prefetcher)
    let project = relocking.project
    let tools = try request.chain.map { chain throws(Problem) in
      try FolderTools(project, chain, with: request.groups, for: .current)
    }
    let resolution = PinResolution(
      root: root, sources: sources, locking: locking,
      surroundings: request.surroundings ?? request.chain, observe: observe)
    let (pins, guestProblem) = try await pins(of: request, tools, resolution)
    let locked = tools?.wanted ?? []
    let plan = try mappingFileErrors { () throws(FileError) in
      try InstallPlan(
        locked + pins.compactMap(\.planned) + pins.flatMap(\.needed), in: root,
        isForced: request.isForced)
    }
    try await check(plan, of: project, tools, pins, request)
    if let project { reportSharedExecutables(in: locked, of: project.lockName) }
    steps.prefetcher.narrow(to: plan)
    let receipts = try await carryOut(plan, locked, of: project, request, steps)

    // Afterward, the folder is recorded as a user of the new tools, and its lock is sealed.
    let isWritten = try request.edit?.write() ?? false
    try await inventory.installations.record(receipts)
    let newDefaults = try resolution.setDefaults(pins)
    try setDefaults(of: locked, in: project?.lock, request, resolution)
    try await inventory.projects.save(
      users(of: tools, pins, request).map(RegisteredProject.Draft.init))
    let present = Set(plan.present.map(\.installed))
    return Report(
      installed: receipts, present: plan.present, pinned: pins.map(\.installed),
      madeDefault: newDefaults.filter(present.contains), lockChanges: relocking.changes,
      requestChanges: relocking.requestChanges, platformChanges: relocking.platforms,
      notForPlatform: tools?.notForPlatform ?? [],
      isEditWritten: isWritten, guestProblem: guestProblem)
  }

  /// Checks that the request, the user, and the machine permit a plan.
  private func check(
    _ plan: InstallPlan, of project: Project?, _ tools: FolderTools?, _ pins: [ResolvedPin],
    _ request: Request
  ) async throws(Problem) {
    try checkPolicy(permits: plan, of: project)
    if request.isPrebuilt { try checkIsPrebuilt(plan, of: project) }
    if let tools { try await checkTrust(in: tools, of: project, pins, request.selector) }
    if request.edit == nil, let project {
      try SystemFacts(root, sources.access.environment, project: project.folder)
        .check(project.toolfile.systemRequirements)
    }
  }

  /// Resolves the requested pins that no lock covers, sorted by tool. Also returns the problem with
  /// the first pin of another version manager that cannot be resolved.
  private func pins(
    of request: Request, _ tools: FolderTools?, _ resolution: PinResolution
  ) async throws(Problem) -> (pins: [ResolvedPin], guestProblem: Problem?) {
    let own = try await resolution.resolve(
      (tools?.pins ?? []).compactMap(PinRequest.init) + request.pins, isForced: request.isForced)
    let (guests, guestProblem) = try await resolution.resolveAvailable(
      request.guests, isForced: request.isForced)
    if let guestProblem, own.isEmpty, guests.isEmpty, tools?.wanted.isEmpty ?? true {
      throw guestProblem
    }
    return ((own + guests).sorted { $0.installed.tool < $1.installed.tool }, guestProblem)
  }

  /// Checks that the user has accepted everything that the files of a folder ask for.
  private func checkTrust(
    in tools: FolderTools, of project: Project?, _ pins: [ResolvedPin], _ selector: Selector?
  ) async throws(Problem) {
    let review = TrustReview(sources, in: selector?.directory ?? project?.folder ?? "/")
    for asked in try await review.requests(of: tools, pins, selector) { try trust.check(asked) }
  }

  /// Confirms the files of the lock, and then stages and places the missing installations. Returns
  /// their receipts.
  private func carryOut(
    _ plan: InstallPlan, _ locked: [PlannedInstallation], of project: Project?,
    _ request: Request, _ steps: InstallSteps
  ) async throws(Problem) -> [Receipt] {
    var new: [ToolName: Set<SHA256Digest>] = [:]
    for planned in plan.missing {
      let digests = planned.files.map(\.digest).filter { !root.download($0).exists }
      new[planned.tool, default: []].formUnion(digests)
    }
    do {
      try await checkMachine(for: plan)
      let wanted = Set(locked)
      for planned in plan.present where wanted.contains(planned) {
        try steps.fetcher.checkSizesOfKept(planned)
      }
      let confirmation = confirmation(of: project, since: request.project?.lock)
      let provenance = project.map(locking.provenanceConfirmation)
      // Existing installations may have come from another project's lock.
      _ = try await concurrentResults(plan.present) { planned async throws(Problem) in
        try await confirmation?.confirm(planned, isInstalled: true)
        try await provenance?.confirm(planned)
      }
      let receipts = try await steps.carryOut(plan) { planned async throws(Problem) in
        try await confirmation?.confirm(planned)
        try await provenance?.confirm(planned)
      }
      confirmation?.recordFetched(
        plan.missing.filter { new[$0.tool, default: []].contains($0.artifact.digest) })
      if let notice = confirmation?.notice { observe(.notice(notice)) }
      return receipts
    } catch {
      if case .project(.lock(.deviates(let deviations))) = error {
        // A later install with `--offline` must not use what was downloaded here.
        for digest in deviations.flatMap({ new[$0.tool, default: []] }) {
          try? root.download(digest).removeFile()
        }
      }
      throw error.fillingOrigins(from: project)
    }
  }

  /// Makes the locked versions the defaults of their tools if the lock is new.
  private func setDefaults(
    of locked: [PlannedInstallation], in lock: Lockfile?, _ request: Request,
    _ resolution: PinResolution
  ) throws(Problem) {
    guard let lock else { return }
    let isNew = request.needsLock || request.edit != nil
    let previous = isNew ? (request.edit.map(\.previous) ?? request.project)?.lock : lock
    _ = try resolution.setDefaults(resolution.defaults(of: locked, in: lock, since: previous))
  }

  /// Returns the confirmation of the project's lock, or `nil` if there is none.
  private func confirmation(
    of project: Project?, since previous: Lockfile?
  ) -> DigestConfirmation? {
    guard let project, let lock = project.lock else { return nil }
    return locking.confirmation(of: lock, since: previous, in: project)
  }

  /// Returns the project of `request` with its lock, or `nil` if there is no project. Writes the
  /// lock first if ``Request/needsLock`` is true, and returns what changed.
  ///
  /// - Parameters:
  ///   - request: The tools to install, with their project.
  ///   - prefetcher: Fetches the artifacts that a new lock will probably contain, while the rest of
  ///     the lock is still being resolved.
  /// - Throws: ``LockProblem/unsupportedPlatform(_:lock:locked:)`` if the lock lacks this
  ///   platform, or the problems of locking.
  private func locked(
    _ request: Request, _ prefetcher: ArtifactPrefetcher
  ) async throws(Problem) -> Relocking {
    var relocking = Relocking()
    guard var project = request.project else { return relocking }
    if request.needsLock {
      let (groups, declared) = (request.groups, project)
      let relock = LockRequest(
        project, replacing: project.lock, accepting: request.acceptedPublishers
      ) { tool, artifact in
        guard artifact.platform == .current, declared.isWanted(tool, with: groups) else { return }
        prefetcher.begin(artifact)
      }
      let result = try await locking.relock(relock)
      let lock = result.lock
      relocking.changes = result.changes(since: project.lock)
      relocking.platforms = lock.platformChanges(since: project.lock)
      relocking.requestChanges = project.with(lock).requestChanges(
        since: project.lock, besides: relocking.changes)
      let notices = relocking.platforms.notices + relocking.changes.map(\.notice)
      for notice in notices { observe(.notice(notice)) }
      for notice in lock.gemNotices(since: project.lock) { observe(.notice(notice)) }
      for change in relocking.requestChanges { observe(.notice(.lock(.requestChange(change)))) }
      observe(
        .notice(
          .lock(.locked(toolCount: lock.tools.count, platforms: lock.platforms))))
      project = project.with(lock)
    }
    if let lock = project.lock, let problem = project.platformProblem(of: lock, .current) {
      throw problem
    }
    relocking.project = project
    return relocking
  }

  /// The project of a request, and how its lock changed if it was written.
  private struct Relocking {
    /// The project with its lock, or `nil` if there is none.
    var project: Project?
    var changes: [LockChange] = []
    var requestChanges: [LockDifference.Change] = []
    var platforms = PlatformChanges(added: [], removed: [])
  }

  /// Reports the executable names that several tools of one lock provide, because it is ambiguous
  /// which tool's executable runs.
  private func reportSharedExecutables(in planned: [PlannedInstallation], of lock: String) {
    var tools: [ExecutableName: [ToolName]] = [:]
    for installation in planned {
      for name in installation.provides { tools[name, default: []].append(installation.tool) }
    }
    for (name, tools) in tools.sorted(by: { $0.key < $1.key }) where tools.count > 1 {
      observe(
        .notice(
          .install(.sharedExecutable(name, tools: tools.sorted(), lock: lock))))
    }
  }
}
