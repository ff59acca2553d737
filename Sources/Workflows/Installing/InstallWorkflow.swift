package import Diagnostics
internal import Filesystem
internal import Installation
internal import Inventory
package import Layout
internal import Manifests
package import Projects
package import Selection
package import ToolSources

/// Puts on this machine what locks and pins name: lock, plan, fetch and verify, assemble, place, record. Nothing becomes visible
/// before all of it is staged.
package struct InstallWorkflow: Sendable {
  private let root: Root
  private let sources: SourceProvider
  private let settings: Settings
  private let locking: LockWorkflow
  private let observe: @Sendable (WorkEvent) -> Void

  package init(
    _ sources: SourceProvider, locking: LockWorkflow,
    observe: @escaping @Sendable (WorkEvent) -> Void
  ) {
    self.sources = sources
    self.locking = locking
    self.observe = observe
    root = sources.access.root
    settings = sources.access.settings
  }

  /// What is to be installed, and for whom.
  package struct Request: Sendable {
    /// The project whose lock counts. nil: there is none.
    package var project: Project?
    /// Whether its lock has to be made first.
    package var needsLock = false
    /// What pins tools in the folder that is installed for. nil: nothing but `pins` counts.
    package var chain: PinChain?
    /// What was named on the command line.
    package var pins: [PinRequest] = []
    /// Optional groups to take as well.
    package var groups: Set<String> = []
    /// Also what is there already, from verified bytes.
    package var isForced = false

    package init() {}
  }

  /// What an install did.
  package struct Report: Hashable, Sendable {
    package let installed: [Receipt]
    /// What was there before.
    package let present: [PlannedInstallation]
    /// The versions of the pins, newest ones chosen.
    package let pinned: [InstalledVersion]
    /// Those that were there for a lock alone, and that pins find from now on.
    package let released: [InstalledVersion]

    /// How many tools were there before.
    package var presentCount: Int {
      let new = Set(installed.map(\.id))
      return Set(present.map(\.installed)).union(pinned).count { !new.contains($0.id) }
    }
  }

  /// What has to be installed for a folder: its project's lock, made first where the policy lets it, and its pins.
  ///
  /// - Parameter groups: optional groups to take as well.
  /// - Throws: what is wrong with the files, `unknownGroup`, `noManifest`, and what the policy forbids.
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

  /// Installs what is missing of `request`, and notes who uses it.
  package func install(_ request: Request) async throws(Problem) -> Report {
    let change = RootChange(root: root, observe: observe)
    // Under the root's lock: another process may just have installed the same.
    return try await change.run("install") { staging, inventory throws(Problem) in
      let observe: @Sendable (InstallEvent) -> Void = { [observe] in observe(.install($0)) }
      let steps = InstallSteps(
        sources, staging: staging, jobs: settings.jobs, now: Timestamps.now, observe: observe)
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
    _ request: Request, _ steps: InstallSteps, _ inventory: Inventory
  ) async throws(Problem) -> Report {
    let project = try await locked(request, steps.prefetcher)
    let tools = try request.chain.map { chain throws(Problem) in
      try FolderTools(project, chain, with: request.groups, for: .current)
    }
    let resolution = PinResolution(root: root, sources: sources, observe: observe)
    let pins = try await resolution.resolve(
      (tools?.pins ?? []).compactMap(PinRequest.init) + request.pins, isForced: request.isForced)

    let locked = tools?.wanted ?? []
    if let project { tellSharedPrograms(in: locked, of: project.lockName) }
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
    try onDisk { () throws(FileError) in try Trash(root).empty(now: Timestamps.now) }
    let present = Set(plan.present.map(\.installed))
    return Report(
      installed: receipts, present: plan.present, pinned: pins.map(\.installed),
      released: pins.compactMap(\.planned?.installed).filter(present.contains))
  }

  /// The project with the lock that counts: its own, or a new one. While that is still being made, what it is certain to name is already
  /// fetched.
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

  /// A lock made elsewhere may name what this machine is too old for: that is said before anything is fetched.
  private static func checkMachine(for planned: [PlannedInstallation]) throws(Problem) {
    guard let machine = MachineDemand.current else { return }
    let problems = planned.compactMap { planned -> SourceProblem? in
      guard let demand = MachineDemand(planned.artifact), demand.system == machine.system,
        !demand.isMet(by: machine)
      else { return nil }
      return SourceProblem(
        source: planned.declaration.source, tool: planned.tool.text,
        fault: .machineTooOld(
          version: planned.version.text, asks: demand.description, has: machine.description))
    }
    if !problems.isEmpty { throw .sources(problems) }
  }

  /// Two tools of one lock with a program of one name: whoever runs it will be told that it is ambiguous.
  private func tellSharedPrograms(in planned: [PlannedInstallation], of lock: String) {
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
  /// Where the stanza of `tool` stands in the file `name`. nil where there is none.
  fileprivate func origin(of tool: String, in name: String) -> Origin? {
    guard let tool = ToolName(tool), self[tool] != nil else { return nil }
    // One that was just made has no lines before it is read again.
    let written = try? Lockfile(parsing: bytes, path: name)
    return .file(name, line: written?.line(of: tool))
  }
}
