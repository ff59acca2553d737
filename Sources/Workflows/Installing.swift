package import Diagnostics
package import Filesystem
package import Installation
package import Inventory
package import Layout
package import Manifests
package import Projects
internal import SourceKinds
package import ToolSources
internal import Versions

/// Puts on this machine what locks and pins name.
package struct Installing: Sendable {
  private let root: Root
  private let sources: SourceProvider
  private let settings: Settings
  private let fetch: Fetch
  private let observe: @Sendable (WorkEvent) -> Void

  package init(
    root: Root, sources: SourceProvider, settings: Settings, fetch: Fetch,
    observe: @escaping @Sendable (WorkEvent) -> Void
  ) {
    self.root = root
    self.sources = sources
    self.settings = settings
    self.fetch = fetch
    self.observe = observe
  }

  /// A version that a person or a `.tool-version` names, without a lock.
  package struct Pin: Hashable, Sendable {
    package let tool: ToolName
    /// nil: the newest.
    package let version: VersionText?
    package let origin: Origin

    package init(tool: ToolName, version: VersionText?, origin: Origin) {
      self.tool = tool
      self.version = version
      self.origin = origin
    }
  }

  /// A folder whose lock or pins use what is installed.
  package struct User: Hashable, Sendable {
    package let folder: FilePath
    package let uses: [Use]

    package init(folder: FilePath, uses: [Use]) {
      self.folder = folder
      self.uses = uses
    }
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
  }

  /// What is to be installed, and for whom.
  package struct Wanted: Sendable {
    package var locked: [PlannedInstallation]
    package var pins: [Pin]
    package var users: [User]
    /// Also what is there already, from verified bytes.
    package var isForced: Bool

    package init(
      locked: [PlannedInstallation] = [], pins: [Pin] = [], users: [User] = [],
      isForced: Bool = false
    ) {
      self.locked = locked
      self.pins = pins
      self.users = users
      self.isForced = isForced
    }
  }

  /// Installs what is missing of `wanted`, all or nothing, and notes who uses it.
  package func install(_ wanted: Wanted) async throws(Problem) -> Report {
    try await install { _ throws(Problem) in wanted }
  }

  /// The same where a lock is still to be made: what `lock` hands to the head start is worked on while it goes on.
  package func install(
    locking lock: (HeadStart) async throws(Problem) -> Wanted
  ) async throws(Problem) -> Report {
    let change = RootChange(root: root, observe: observe)
    return try await change.run("install") { staging, inventory throws(Problem) in
      let installer = Installer(
        root: root, fetch: fetch, staging: staging, jobs: settings.jobs, now: Timestamps.now
      ) { event in observe(.install(event)) }
      var users: [User] = []
      var resolved: [Resolved] = []
      // Under the root's lock: another process may just have installed the same.
      let (plan, receipts) = try await installer.install { headStart throws(Problem) in
        let wanted = try await lock(headStart)
        users = wanted.users
        resolved = try await resolve(wanted.pins, isForced: wanted.isForced)
        let plan = Plan(
          wanted.locked + resolved.compactMap(\.planned), in: root, isForced: wanted.isForced)
        try Self.checkMachine(for: plan.missing)
        return plan
      }
      try inventory.record(receipts)
      for pin in resolved { try setDefault(pin) }
      for user in users { try inventory.register(user.folder, uses: user.uses) }
      let now = Timestamps.now
      try onDisk { () throws(FileError) in try Trash(root).empty(now: now) }
      let present = Set(plan.present.map(\.installed))
      return Report(
        installed: receipts, present: plan.present, pinned: resolved.map(\.installed),
        released: resolved.compactMap(\.planned?.installed).filter(present.contains))
    }
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

  /// A pin with what answers it.
  private struct Resolved: Sendable {
    /// As the pin spells it, which is how the link is called.
    let version: VersionText
    let installed: InstalledVersion
    /// nil where the pin's link is there already.
    let planned: PlannedInstallation?
  }

  private func resolve(_ pins: [Pin], isForced: Bool) async throws(Problem) -> [Resolved] {
    do {
      return try await withThrowingTaskGroup(of: Resolved.self) { group in
        for pin in pins { group.addTask { try await resolve(pin, isForced: isForced) } }
        var resolved: [Resolved] = []
        for try await one in group { resolved.append(one) }
        return resolved.sorted { $0.installed.tool < $1.installed.tool }
      }
    } catch {
      // Task groups erase the type.
      throw (error as? Problem) ?? .interrupted
    }
  }

  private func resolve(_ pin: Pin, isForced: Bool) async throws(Problem) -> Resolved {
    if let version = pin.version, !isForced {
      let known = try onDisk { () throws(FileError) in
        try root.defaultInstallation(of: pin.tool, version: version)
      }
      if let known, root.folder(of: known).exists {
        return Resolved(version: version, installed: known, planned: nil)
      }
    }
    let source: any ToolSource
    let packageRequest: PackageRequest
    do throws(SourceError) {
      let declared = DeclaredTool(pin.tool, origin: pin.origin)
      source = try sources.source(of: declared)
      packageRequest = try source.request(for: declared)
    } catch {
      throw Problem(error)
    }
    let package = try await asking { () async throws(SourceError) in
      try await source.package(packageRequest)
    }
    let candidates = Candidates(
      inquiry: Inquiry(
        tool: SourcedTool(name: pin.tool, place: nil), wishes: [pin.wish], source: source,
        request: packageRequest, isStrict: true, age: nil),
      package: package)
    let release = try candidates.newest(for: [.current])
    guard let version = VersionText(release.version.spelling) else {
      throw candidates.problem(
        .noVersion(wanted: "", existing: [release.version.spelling]))
    }
    if let reason = release.yanked {
      observe(.yanked(tool: pin.tool.text, version: version.text, reason: reason))
    }
    let content = try await asking { () async throws(SourceError) in
      try await package.content(of: release, for: [.current])
    }
    guard let artifact = content.artifacts.first else {
      throw .system(.internalFault("\(pin.tool) \(version) has no artifact"))
    }
    let planned = PlannedInstallation(
      tool: pin.tool, version: version, declaration: packageRequest.declaration,
      artifact: artifact, provides: content.provides)
    return Resolved(version: pin.version ?? version, installed: planned.installed, planned: planned)
  }

  /// Makes the pin's link, which only the user's own sources can set, say what was installed for it.
  private func setDefault(_ pin: Resolved) throws(Problem) {
    guard pin.planned != nil else { return }
    let link = root.defaultInstallation(of: pin.installed.tool, pin.version)
    let target = FilePath(root.folder(of: pin.installed).lastComponent)
    try onDisk { () throws(FileError) in
      if try link.linkTarget() != target { try link.replaceLink(to: target) }
    }
  }
}

extension Installing.Pin {
  fileprivate var wish: Located<Requirement> {
    let exact = version.flatMap { try? Requirement(parsing: ["= \($0)"]) }
    return Located(exact ?? .any, at: origin)
  }
}
