internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Installation
internal import Inventory
internal import Layout
internal import Manifests
internal import Projects
internal import Terminal
internal import Workflows

enum Install: ChangingCommand {
  static let syntax = Catalog.install

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    let start = ContinuousClock.now
    let names = session.arguments.positionals
    let report = try await names.isEmpty ? installFolder(session) : installTools(names, session)
    say(report, time: .now - start, session)
    return .done
  }

  /// What the project and the pins from here up to it ask for.
  private static func installFolder(
    _ session: Session
  ) async throws(Problem) -> Installing.Report {
    let folder = try Project.folder(above: session.workingDirectory)
    let workbench = try Workbench(session, folder: folder ?? session.workingDirectory)
    let pinFiles = try session.pinFiles(upTo: folder)
    guard let folder else {
      let wanted = try wanted(by: pinFiles, session)
      if wanted.pins.isEmpty {
        throw .project(.noManifest(directory: session.workingDirectory.string))
      }
      return try await workbench.progress.show { () async throws(Problem) in
        try await workbench.installing.install(wanted)
      }
    }
    let project = try workbench.project(in: folder)
    let groups = project.toolfile.groups.map(\.name.text)
    if let unknown = session.groups.subtracting(groups).min() {
      throw .project(.unknownGroup(unknown, known: groups))
    }
    var lock = try currentLock(of: project, session)
    do throws(Problem) {
      return try await workbench.progress.show { () async throws(Problem) in
        try await workbench.installing.install { headStart throws(Problem) in
          if lock == nil { lock = try await newLock(of: project, workbench, headStart: headStart) }
          return try wanted(by: pinFiles, besides: lock.map { (project, $0) }, session)
        }
      }
    } catch {
      throw error.asked { tool in lock?.origin(of: tool, in: project.lockName) }
    }
  }

  /// What pin files and a project's lock ask for on this machine.
  private static func wanted(
    by pinFiles: [(FilePath, ToolVersionFile)],
    besides locked: (project: Project, lock: Lockfile)? = nil, _ session: Session
  ) throws(Problem) -> Installing.Wanted {
    var wanted = Installing.Wanted(isForced: session.arguments.has("--force"))
    var uses: [FilePath: [Use]] = [:]
    if let (project, lock) = locked {
      try project.requireCurrentPlatform(in: lock)
      wanted.locked = project.planned(of: lock, for: .current, with: session.groups)
      warnOfSharedPrograms(in: wanted.locked, project, session)
      uses[project.folder] = project.uses(of: lock)
    }
    let names = Set(locked?.lock.tools.map(\.name) ?? [])
    for (place, file) in pinFiles {
      for pin in file.pins {
        // Beside the Toolfile, a pin of one of its tools is a part of what was locked.
        guard case .exact(let version) = pin.version,
          place != locked?.project.folder || !names.contains(pin.tool)
        else { continue }
        wanted.pins.append(.init(tool: pin.tool, version: version, origin: pin.origin))
        uses[place, default: []].append(Use(tool: pin.tool, version: version, id: nil))
      }
    }
    wanted.users = uses.map { Installing.User(folder: $0.key, uses: $0.value) }
      .sorted { $0.folder < $1.folder }
    return wanted
  }

  /// The lock where it answers the Toolfile. nil where it is to be written anew, which is not always allowed.
  private static func currentLock(
    of project: Project, _ session: Session
  ) throws(Problem) -> Lockfile? {
    let isFrozen = session.arguments.has("--frozen") || session.isCI
    if let lock = project.lock {
      let difference = project.difference(from: lock)
      if difference.isEmpty { return lock }
      if isFrozen { throw .project(.lockIsStale(lock: project.lockName, difference)) }
    } else if isFrozen {
      throw .project(.noLock(toolfile: project.toolfile.path))
    }
    return nil
  }

  private static func newLock(
    of project: Project, _ workbench: Workbench, headStart: HeadStart
  ) async throws(Problem) -> Lockfile {
    let (lock, _) = try await workbench.relock(project, headStart: headStart)
    let count = Quantities.count(lock.tools.count, "tool")
    let platforms = lock.platforms.map(\.rawValue).joined(separator: ", ")
    workbench.session.console.note("locked \(count) for \(platforms)")
    return lock
  }

  /// Two tools of one lock with a program of one name: whoever runs it will be told that it is ambiguous.
  private static func warnOfSharedPrograms(
    in planned: [PlannedInstallation], _ project: Project, _ session: Session
  ) {
    var tools: [ExecutableName: [ToolName]] = [:]
    for one in planned {
      for name in one.provides { tools[name, default: []].append(one.tool) }
    }
    for (name, tools) in tools.sorted(by: { $0.key < $1.key }) where tools.count > 1 {
      let names = tools.sorted().map(\.text)
      session.console.warn(
        Message(
          "shared-program", "\(names.joined(separator: " and ")) both provide `\(name)`"
        )
        .detail("asked by", project.lockName)
        .detail("try", "name the programs of one of them: `executables: [\"…\"]` in the Toolfile"))
    }
  }

  /// `ruff`, `ruff@0.17.5`.
  private static func installTools(
    _ names: [String], _ session: Session
  ) async throws(Problem) -> Installing.Report {
    var wanted = Installing.Wanted(isForced: session.arguments.has("--force"))
    for name in names {
      let (tool, version) = try Session.toolAndVersion(name)
      wanted.pins.append(.init(tool: tool, version: version, origin: .commandLine))
    }
    let workbench = try Workbench(session, folder: session.workingDirectory)
    return try await workbench.progress.show { [wanted] () async throws(Problem) in
      try await workbench.installing.install(wanted)
    }
  }

  private static func say(_ report: Installing.Report, time: Duration, _ session: Session) {
    let console = session.console
    let receipts = report.installed.sorted { $0.tool < $1.tool }
    if console.isJSON {
      console.print(
        [],
        json: .object([
          "schema": 1, "installed": .array(receipts.map(json)),
          "present": .number(report.presentCount),
        ]))
      return
    }
    if receipts.isEmpty, !report.released.isEmpty {
      for one in report.released {
        console.note("\(one.tool) \(one.version) was installed for a lock; now pins find it too")
      }
      return
    }
    if receipts.isEmpty {
      console.note("nothing to do: \(Quantities.count(report.presentCount, "tool")) installed")
      return
    }
    for receipt in receipts where receipts.count > 1 {
      console.trace("installed \(receipt.tool) \(receipt.version)")
    }
    let what =
      receipts.count == 1
      ? "\(receipts[0].tool) \(receipts[0].version)" : Quantities.count(receipts.count, "tool")
    let size = Quantities.bytes(receipts.reduce(0) { $0 + $1.size })
    console.note("installed \(what) in \(Quantities.time(time)), \(size)")
  }

  private static func json(_ receipt: Receipt) -> JSON {
    .object([
      "name": .string(receipt.tool.text), "version": .string(receipt.version.text),
      "id": .string(receipt.id.description), "size": .number(receipt.size),
      "provides": .strings(receipt.executables.map(\.name.text)),
    ])
  }
}

extension Installing.Report {
  /// How many tools were there before.
  fileprivate var presentCount: Int {
    let new = Set(installed.map(\.id))
    return Set(present.map(\.installed)).union(pinned).count { !new.contains($0.id) }
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
