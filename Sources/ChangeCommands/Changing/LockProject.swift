internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Manifests
internal import Projects
internal import Terminal
internal import Workflows

enum LockProject: ChangingCommand {
  static let syntax = Catalog.lock

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    let folder = try session.projectFolder()
    if session.arguments.has("--check") { return try check(folder, session) }
    let workbench = try Workbench(session, folder: folder)
    let project = try workbench.project(in: folder, isRelocking: true)
    let (lock, isNew) = try await workbench.relock(project, updating: try update(project, session))
    let uses = project.uses(of: lock)
    try await Registration(session.root).register(folder, uses: uses)
    let changes = lock.changes(since: project.lock)
    if session.console.isJSON {
      session.console.print(
        [],
        json: .object([
          "schema": 1, "lock": .string(folder.appending(Lockfile.name).string),
          "written": .bool(isNew), "tools": .array(lock.tools.map(\.json)),
        ]))
    } else {
      for line in changes { session.console.note(line) }
      let count = Quantities.count(lock.tools.count, "tool")
      session.console.note(
        isNew
          ? "locked \(count) for \(lock.platforms.map(\.rawValue).joined(separator: ", "))"
          : "nothing to do: the lock answers the Toolfile (\(count))")
    }
    return .done
  }

  /// With names, these alone may move; the tools that they need only as far as they must.
  private static func update(
    _ project: Project, _ session: Session
  ) throws(Problem) -> Locking.Update {
    let names = session.arguments.positionals
    if names.isEmpty { return session.arguments.has("--update") ? .everything : .nothing }
    guard session.arguments.has("--update") else {
      throw .usage(.unexpectedArgument(names[0], command: session.command))
    }
    let known = Set(project.toolfile.tools.map(\.name) + (project.lock?.tools.map(\.name) ?? []))
    var tools: Set<ToolName> = []
    for name in names {
      guard let tool = ToolName(name) else { throw .usage(.badToolName(name)) }
      guard known.contains(tool) else {
        throw .project(
          .unknownTool(name, nearest: nearestNames(to: name, in: known.map(\.text).sorted())))
      }
      tools.insert(tool)
    }
    return .tools(tools)
  }

  private static func check(_ folder: FilePath, _ session: Session) throws(Problem) -> ExitCode {
    let project = try Project.load(folder, display: session.display)
    guard let lock = project.lock else {
      throw .project(.noLock(toolfile: project.toolfile.path))
    }
    let difference = project.difference(from: lock)
    if difference.isEmpty {
      session.console.print(
        [], json: .object(["schema": 1, "current": true]))
      session.console.note("the lock answers the Toolfile")
      return .done
    }
    session.console.deny(.project(.lockIsStale(lock: project.lockName, difference)))
    return .no
  }
}

extension Lockfile {
  /// A line for each tool whose version is another than in `previous`.
  fileprivate func changes(since previous: Lockfile?) -> [String] {
    let before = previous?.tools ?? []
    let removed = before.filter { self[$0.name] == nil }.map { "removed \($0.name) \($0.version)" }
    return removed
      + tools.compactMap { tool in
        guard let old = previous?[tool.name] else { return "added   \(tool.name) \(tool.version)" }
        return old.version == tool.version
          ? nil : "changed \(tool.name) \(old.version) to \(tool.version)"
      }
  }
}

extension LockedTool {
  fileprivate var json: JSON {
    .object([
      "name": .string(name.text), "version": .string(version.text),
      "source": .string(declaration.source), "provides": .strings(provides.map(\.text)),
      "platforms": .strings(artifacts.map(\.platform.rawValue)),
    ])
  }
}
