internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Manifests
internal import Projects
internal import Selection
internal import Terminal
internal import Workflows

enum LockCommand: ChangeCommand {
  static let syntax = CommandSyntax(
    "lock", "Resolve the Toolfile for every platform and write Toolfile.lock.", family: .locking,
    arguments: .list(placeholder: "[--check | --update [TOOL…]]", atLeast: 0, atMost: .max),
    options: [
      .init("--check", "write nothing; exit with 1 if the lock does not match the Toolfile"),
      .init("--online", "with --check, also compare the lock with what the sources publish"),
      .init("--update", "update the named tools, or all tools, to the newest matching versions"),
      .init("--accept-publisher", value: "TOOL", "lock TOOL although its publisher changed"),
      .init("--offline", "do not access the network"),
    ],
    details: [
      "TOOL is a tool to update. A `cooldown` hides versions with files that are younger."
    ],
    examples: [
      .init("bootstrap lock", "lock again after editing the Toolfile"),
      .init("bootstrap lock --update ruff", "update ruff and keep the other versions"),
      .init("bootstrap lock --check --online", "check the lock, and each file in it, in CI"),
    ])

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    try session.checkOwners()
    let folder = try session.projectFolder()
    if session.arguments.has("--check") {
      if !session.acceptedPublishers.isEmpty {
        throw .usage(.unexpectedArgument("--accept-publisher", command: session.command))
      }
      return try await check(folder, session)
    }
    if session.arguments.has("--online") {
      throw .usage(.unexpectedArgument("--online", command: session.command))
    }
    let locking = try ChangeContext(session).locking()
    let (project, lock, isNew) = try await Consent(session: session).asking {
      () async throws(Problem) in
      let project = try locking.project(
        in: folder, isRelocking: true, formatPath: session.formatPath)
      let (lock, isNew) = try await locking.relock(
        project, updating: try update(project, session),
        accepting: try project.tools(named: session.acceptedPublishers))
      return (project, lock, isNew)
    }
    // Registers the folder as a user of its tools. If a pin file is unreadable, the next install
    // does this instead.
    if let tools = try? FolderTools(
      project.with(lock), session.selector().pinChain(reading: .pinFiles), for: .current)
    {
      try await session.root.register(folder, of: tools)
    }
    let console = session.console
    if console.isJSON {
      console.print(
        [],
        json: .object([
          "schema": 1, "lock": .string(folder.appending(Lockfile.name).string),
          "written": .bool(isNew), "tools": .array(lock.tools.map(\.json)),
        ]))
      return .success
    }
    for change in lock.changes(since: project.lock) { console.report(change.notice) }
    console.report(
      isNew
        ? .locked(toolCount: lock.tools.count, platforms: lock.platforms.map(\.rawValue))
        : .lockUnchanged(toolCount: lock.tools.count))
    return .success
  }

  /// Returns the tools to update. Named tools may change freely; the tools that they need change
  /// only if a requirement makes it necessary.
  ///
  /// - Throws: ``Problem`` if a name is not that of a declared or locked tool, or if names are
  ///   given without `--update`.
  private static func update(
    _ project: Project, _ session: Session
  ) throws(Problem) -> LockWorkflow.Update {
    let names = session.arguments.positionals
    if names.isEmpty { return session.arguments.has("--update") ? .everything : .nothing }
    guard session.arguments.has("--update") else {
      throw .usage(.unexpectedArgument(names[0], command: session.command))
    }
    return .tools(try project.tools(named: names))
  }

  private static func check(
    _ folder: FilePath, _ session: Session
  ) async throws(Problem) -> ExitCode {
    let project = try Project.load(folder, session.environment, formatPath: session.formatPath)
    do throws(Problem) {
      _ = try LockPolicy.frozen.currentLock(of: project)
    } catch {
      // A stale lock is a result of the check, not an error.
      guard case .project(.lockIsStale) = error else { throw error }
      session.console.deny(error)
      return .failure
    }
    if session.arguments.has("--online") {
      let locking = try ChangeContext(session).locking()
      let deviations = try await Consent(session: session).asking { () async throws(Problem) in
        try await locking.deviations(of: project)
      }
      if !deviations.isEmpty { throw .project(.lockDeviates(deviations)) }
    }
    session.console.print([], json: .object(["schema": 1, "current": true]))
    session.console.report(.lockIsCurrent(isOnline: session.arguments.has("--online")))
    return .success
  }
}

extension LockedTool {
  fileprivate var json: JSON {
    .object([
      "name": .string(name.text), "version": .string(version.text),
      "source": .string(declaration.source), "provides": .strings(provides.map(\.name.text)),
      "platforms": .strings(artifacts.map(\.platform.rawValue)),
      "publisher": .optional(publisher?.description),
    ])
  }
}
