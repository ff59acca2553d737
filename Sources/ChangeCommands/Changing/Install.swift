internal import Commands
internal import Diagnostics
internal import Filesystem
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
    let (work, workbench) =
      names.isEmpty ? try await folderWork(session) : try toolWork(names, session)
    let report = try await workbench.progress.show { () async throws(Problem) in
      try await workbench.installing.install(
        locked: work.locked, pins: work.pins, users: work.users)
    }
    say(report, time: .now - start, session)
    return .done
  }

  /// What is to be installed, and for whom.
  private struct Work {
    var locked: [PlannedInstallation] = []
    var pins: [Installing.Pin] = []
    var uses: [FilePath: [Use]] = [:]

    var users: [Installing.User] {
      uses.map { Installing.User(folder: $0.key, uses: $0.value) }.sorted { $0.folder < $1.folder }
    }
  }

  /// What the project and the pins from here up to it ask for.
  private static func folderWork(_ session: Session) async throws(Problem) -> (Work, Workbench) {
    var work = Work()
    let folder = try Project.folder(above: session.workingDirectory)
    let workbench = try Workbench(session, folder: folder ?? session.workingDirectory)
    var locked: Set<ToolName> = []
    if let folder {
      let project = try Project.load(folder, isRelocking: false, display: session.display)
      let groups = project.toolfile.groups.map(\.name.text)
      if let unknown = session.groups.subtracting(groups).min() {
        throw .project(.unknownGroup(unknown, known: groups))
      }
      let lock = try await currentLock(of: project, workbench)
      guard lock.platforms.contains(.current) else {
        throw .project(
          .unsupportedPlatform(
            Platform.current.rawValue, lock: project.lockName,
            locked: lock.platforms.map(\.rawValue)))
      }
      work.locked = project.planned(of: lock, for: .current, with: session.groups)
      work.uses[folder] = project.uses(of: lock)
      locked = Set(lock.tools.map(\.name))
    }
    for (place, file) in try session.pinFiles(upTo: folder) {
      for pin in file.pins {
        // Beside the Toolfile, a pin of one of its tools is a part of what was locked.
        guard case .exact(let version) = pin.version, place != folder || !locked.contains(pin.tool)
        else { continue }
        work.pins.append(.init(tool: pin.tool, version: version, origin: pin.origin))
        work.uses[place, default: []].append(Use(tool: pin.tool, version: version, id: nil))
      }
    }
    if folder == nil, work.pins.isEmpty {
      throw .project(.noManifest(directory: session.workingDirectory.string))
    }
    return (work, workbench)
  }

  /// The lock, written anew first where it does not answer the Toolfile, and that is not forbidden.
  private static func currentLock(
    of project: Project, _ workbench: Workbench
  ) async throws(Problem) -> Lockfile {
    let session = workbench.session
    let isFrozen = session.arguments.has("--frozen") || session.isCI
    if let lock = project.lock {
      let difference = project.difference(from: lock)
      if difference.isEmpty { return lock }
      if isFrozen { throw .project(.lockIsStale(lock: project.lockName, difference)) }
    } else if isFrozen {
      throw .project(.noLock(toolfile: project.toolfile.path))
    }
    let (lock, _) = try await workbench.relock(project)
    let count = Quantities.count(lock.tools.count, "tool")
    session.console.note(
      "locked \(count) for \(lock.platforms.map(\.rawValue).joined(separator: ", "))")
    return lock
  }

  /// `ruff`, `ruff@0.17.5`.
  private static func toolWork(
    _ names: [String], _ session: Session
  ) throws(Problem) -> (Work, Workbench) {
    var work = Work()
    for name in names {
      let (tool, version) = try Session.toolAndVersion(name)
      work.pins.append(.init(tool: tool, version: version, origin: .commandLine))
    }
    return (work, try Workbench(session, folder: session.workingDirectory))
  }

  private static func say(_ report: Installing.Report, time: Duration, _ session: Session) {
    let console = session.console
    let receipts = report.installed.sorted { $0.tool < $1.tool }
    if console.isJSON {
      console.print(
        [],
        json: .object([
          "schema": 1, "installed": .array(receipts.map(json)),
          "present": .array(report.present.map(json)),
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
      let count = report.present.count + report.pinned.count
      console.note("nothing to do: \(Quantities.count(count, "tool")) installed")
      return
    }
    for receipt in receipts { console.trace("installed \(receipt.tool) \(receipt.version)") }
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

  private static func json(_ planned: PlannedInstallation) -> JSON {
    .object([
      "name": .string(planned.tool.text), "version": .string(planned.version.text),
      "id": .string(planned.artifact.id.description), "size": .number(planned.artifact.size),
      "provides": .strings(planned.provides.map(\.text)),
    ])
  }
}
