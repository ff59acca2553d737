package import Diagnostics
internal import Filesystem
internal import Installation
internal import Inventory
package import Layout
internal import Manifests
package import Projects
package import Selection
package import ToolSources

/// Installs what locks and pins name: lock, plan, fetch and verify, assemble, place, record.
/// Nothing becomes visible until all of it is staged.
package struct InstallWorkflow: Sendable {
  private let root: Root
  private let sources: SourceProvider
  private let settings: Settings
  private let locking: LockWorkflow
  private let observe: @Sendable (WorkflowEvent) -> Void

  package init(
    _ sources: SourceProvider, locking: LockWorkflow,
    observe: @escaping @Sendable (WorkflowEvent) -> Void
  ) {
    self.sources = sources
    self.locking = locking
    self.observe = observe
    root = sources.access.root
    settings = sources.access.settings
  }

  /// What to install, and for whom.
  package struct Request: Sendable {
    /// The project whose lock applies, if any.
    package var project: Project?
    /// Whether its lock must be written first.
    package var needsLock = false
    /// The pins of the folder to install for. nil: only `pins` count.
    package var chain: PinChain?
    /// Tools named on the command line.
    package var pins: [PinRequest] = []
    /// Optional groups to include.
    package var groups: Set<String> = []
    /// Whether to reinstall what exists, from verified bytes.
    package var isForced = false

    package init() {}
  }

  package struct Report: Hashable, Sendable {
    package let installed: [Receipt]
    /// What was installed before.
    package let present: [PlannedInstallation]
    /// The versions of the pins, including those chosen as newest.
    package let pinned: [InstalledVersion]
    /// Versions that were installed for a lock alone; pins find them from now on.
    package let released: [InstalledVersion]

    /// The number of tools that were installed before.
    package var presentCount: Int {
      let new = Set(installed.map(\.id))
      return Set(present.map(\.installed)).union(pinned).count { !new.contains($0.id) }
    }
  }

  /// What a folder needs installed: its pins, and its project's lock, written first if allowed.
  ///
  /// - Parameter groups: optional groups to include.
  /// - Throws: problems of the files, `unknownGroup`, `noManifest`, and what `policy` forbids.
  package func request(
    for selector: Selector, _ policy: LockPolicy, with groups: Set<String>
  ) throws(Problem) -> Request {
    var request = Request()
    request.groups = groups
    let chain = try selector.chain(.pinFiles)
    request.chain = chain
    guard let folder = try Project.folder(above: selector.directory) else {
      if try FolderTools(nil, chain, for: .current).isEmpty {
        throw .project(.noManifest(directory: selector.directory.string))
      }
      return request
    }
    let project = try locking.project(in: folder, display: selector.display)
    let known = project.toolfile.groups.map(\.name.text)
    if let unknown = groups.subtracting(known).min() {
      throw .project(.unknownGroup(unknown, known: known))
    }
    request.needsLock = try policy.currentLock(of: project) == nil
    request.project = project
    return request
  }

  /// Installs what is missing of `request`, and records its users.
  package func install(_ request: Request) async throws(Problem) -> Report {
    let change = RootChange(root: root, observe: observe)
    // Under the root's lock: another process may just have installed the same.
    return try await change.run("install") { staging, inventory throws(Problem) in
      let observe: @Sendable (InstallEvent) -> Void = { [observe] in observe(.install($0)) }
      let steps = InstallSteps(
        sources, staging: staging, jobs: settings.jobs, now: WallClock.now, observe: observe)
      do throws(Problem) {
        let report = try await install(request, steps, inventory)
        await steps.prefetcher.stop()
        return report
      } catch {
        await steps.prefetcher.stop()
        throw error
      }
    }
  }

  private func install(
    _ request: Request, _ steps: InstallSteps, _ inventory: InstallationInventory
  ) async throws(Problem) -> Report {
    let project = try await locked(request, steps.prefetcher)
    let tools = try request.chain.map { chain throws(Problem) in
      try FolderTools(project, chain, with: request.groups, for: .current)
    }
    let resolution = PinResolution(root: root, sources: sources, observe: observe)
    let pins = try await resolution.resolve(
      (tools?.pins ?? []).compactMap(PinRequest.init) + request.pins, isForced: request.isForced)

    let locked = tools?.wanted ?? []
    if let project { reportSharedPrograms(in: locked, of: project.lockName) }
    let plan = InstallPlan(
      locked + pins.compactMap(\.planned), in: root, isForced: request.isForced)
    steps.prefetcher.narrow(to: plan)
    let receipts: [Receipt]
    do throws(Problem) {
      try Self.checkMachine(for: plan.missing)
      receipts = try await steps.carryOut(plan)
    } catch {
      throw error.asked { tool in project.flatMap { $0.lock?.origin(of: tool, in: $0.lockName) } }
    }

    try inventory.record(receipts)
    for pin in pins { try resolution.setDefault(pin) }
    for user in tools?.users ?? [] { try inventory.register(user.folder, uses: user.uses) }
    try onDisk { () throws(FileError) in try Trash(root).empty(now: WallClock.now) }
    let present = Set(plan.present.map(\.installed))
    return Report(
      installed: receipts, present: plan.present, pinned: pins.map(\.installed),
      released: pins.compactMap(\.planned?.installed).filter(present.contains))
  }

  /// The project with its current or a new lock. While a new lock is being made, artifacts that it
  /// is certain to name are already fetched.
  private func locked(
    _ request: Request, _ prefetcher: ArtifactPrefetcher
  ) async throws(Problem) -> Project? {
    guard var project = request.project else { return nil }
    if request.needsLock {
      let (groups, declared) = (request.groups, project)
      let (lock, _) = try await locking.relock(project) { tool, artifact in
        guard artifact.platform == .current, declared.isWanted(tool, with: groups) else { return }
        prefetcher.begin(artifact)
      }
      observe(
        .notice(.locked(toolCount: lock.tools.count, platforms: lock.platforms.map(\.rawValue))))
      project = project.with(lock)
    }
    if let lock = project.lock, let problem = project.platformProblem(of: lock, .current) {
      throw problem
    }
    return project
  }

  /// Throws before any fetch if a lock made elsewhere names what this machine is too old for.
  private static func checkMachine(for planned: [PlannedInstallation]) throws(Problem) {
    guard let machine = MachineRequirement.current else { return }
    let problems = planned.compactMap { planned -> SourceProblem? in
      guard let demand = MachineRequirement(planned.artifact), demand.system == machine.system,
        !demand.isMet(by: machine)
      else { return nil }
      return SourceProblem(
        source: planned.declaration.source, tool: planned.tool.text,
        fault: .machineTooOld(
          version: planned.version.text, asks: demand.description, has: machine.description))
    }
    if !problems.isEmpty { throw .sources(problems) }
  }

  /// Reports tools of one lock that share a program name, which is ambiguous when run.
  private func reportSharedPrograms(in planned: [PlannedInstallation], of lock: String) {
    var tools: [ExecutableName: [ToolName]] = [:]
    for one in planned {
      for name in one.provides { tools[name, default: []].append(one.tool) }
    }
    for (name, tools) in tools.sorted(by: { $0.key < $1.key }) where tools.count > 1 {
      observe(.notice(.sharedProgram(name.text, tools: tools.sorted().map(\.text), lock: lock)))
    }
  }
}

extension PinRequest {
  /// nil for a pin that leaves the version to the system.
  fileprivate init?(_ pin: SelectedPin) {
    guard case .exact(let version) = pin.version else { return nil }
    self.init(tool: pin.tool, version: version, origin: pin.origin)
  }
}

extension Lockfile {
  /// The position of the stanza of `tool` in the file `name`. nil if there is none.
  fileprivate func origin(of tool: String, in name: String) -> Origin? {
    guard let tool = ToolName(tool), self[tool] != nil else { return nil }
    // A new lock has no line numbers until it is read back.
    let written = try? Lockfile(parsing: bytes, path: name)
    return .file(name, line: written?.line(of: tool))
  }
}
