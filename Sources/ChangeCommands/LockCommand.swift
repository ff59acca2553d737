internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Locking
internal import Manifests
internal import Projects
internal import Terminal
internal import Vocabulary
internal import Workflows

enum LockCommand: ChangeCommand {
  static let syntax = CommandSyntax(
    "lock", "Resolve the Toolfile for every platform and write Toolfile.lock.", family: .locking,
    arguments: .list(placeholder: "[--update [TOOL…]]", atLeast: 0, atMost: .max),
    options: [
      .init("--update", "update all tools, or the named ones and what they need"),
      .conservative,
      .init(
        "--add-platform", value: "PLATFORM", "add a platform to the Toolfile and the lock",
        isRepeatable: true),
      .init(
        "--remove-platform", value: "PLATFORM", "remove a platform from both", isRepeatable: true),
      .init("--check", "write nothing; exit with 1 if the lock would change"),
      .init("--online", "with --check, also compare the lock with what the sources publish"),
      .init(
        "--accept-publisher", value: "TOOL", "lock TOOL although its publisher changed",
        isRepeatable: true),
      .init("--dry-run", "show what would change, and write nothing"),
      .timeout,
      .explanation,
      .global,
      .init("--offline", "do not access the network"),
    ],
    examples: [
      .init("bootstrap lock", "lock again after editing the Toolfile"),
      .init("bootstrap lock --update ruff", "update ruff and what it needs, without installing"),
      .init("bootstrap lock --check --online", "check the lock, and each file in it, in CI"),
    ])

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    try session.checkOwners()
    let arguments = session.arguments
    let words = arguments.positionals
    if let first = words.first, !arguments.has("--update") {
      throw .usage(
        .toolWithoutOption(
          first, option: "--update", command: session.command,
          line: "bootstrap lock --update \(words.joined(separator: " "))"))
    }
    let isCheck = arguments.has("--check")
    let folder = isCheck ? try session.projectFolder() : try session.folderToEdit()
    if isCheck { return try await LockCheck(session).run(folder) }
    if arguments.has("--online") {
      throw .usage(.unexpectedArgument("--online", command: session.command))
    }
    try session.checkDirectoryIsInRepository()
    let isDryRun = arguments.has("--dry-run")
    let locking = try ChangeContext(session).locking()
    let edit = try await Consent(session: session).asking { () async throws(Problem) in
      let project = try locking.project(
        in: folder, isRelocking: true, session.files, formatPath: session.formatPath)
      let (added, removed) = try platforms(of: project, session)
      if !added.isEmpty || !removed.isEmpty { try project.checkToolfileIsWritable() }
      return try await EditWorkflow(locking: locking).relocking(
        project, adding: added, removing: removed, updating: try update(project, session),
        accepting: try project.tools(named: session.acceptedPublishers))
    }
    var isWritten = false
    // To compare a large project with its old lock takes as long as to write the files.
    async let requestChanges = edit.requestChanges
    if !isDryRun {
      isWritten = try await edit.write(for: session.selector()) { [console = session.console] in
        console.report($0)
      }
    }
    show(edit, await requestChanges, isWritten: isWritten, session)
    return .success
  }

  /// Returns the platforms to add and to remove.
  ///
  /// - Throws: ``Problem`` if a name is not a platform, if the project does not have a platform to
  ///   remove, if a platform is in both lists, or if none would be left.
  private static func platforms(
    of project: Project, _ session: Session
  ) throws(Problem) -> (added: [Platform], removed: [Platform]) {
    let arguments = session.arguments
    let added = try Platform.named(
      arguments.values(of: "--add-platform"), option: "--add-platform")
    let removed = try Platform.named(
      arguments.values(of: "--remove-platform"), option: "--remove-platform",
      among: project.platforms + added)
    if added.contains(where: removed.contains) {
      throw session.contradiction("--add-platform", "--remove-platform")
    }
    if (project.platforms + added).allSatisfy(removed.contains) {
      throw .project(
        .statement(
          .noPlatformLeft(
            project.toolfile.platforms?.origin ?? .file(project.toolfile.path),
            retry: session.retry(appending: ["--add-platform", "PLATFORM"]))))
    }
    return (added.filter { !project.platforms.contains($0) }, removed)
  }

  /// Returns the tools that may move to newer versions, which are the tools that `update` would
  /// move for the same names.
  ///
  /// - Throws: ``Problem`` if a name does not belong to a declared or locked tool, or for
  ///   `--conservative` without `--update`.
  static func update(
    _ project: Project, _ session: Session
  ) throws(Problem) -> LockUpdate {
    let isConservative = session.arguments.has("--conservative")
    guard session.arguments.has("--update") else {
      if !isConservative { return .nothing }
      throw .usage(
        .optionAlone(
          "--conservative", without: ["--update"],
          lines: [session.retry(appending: ["--update"])]))
    }
    let names = session.arguments.positionals
    return LockUpdate(
      of: names.isEmpty ? nil : try project.tools(named: names), isConservative: isConservative,
      in: project)
  }

  private static func show(
    _ edit: ProjectEdit, _ requestChanges: [LockDifference.Change], isWritten: Bool,
    _ session: Session
  ) {
    let console = session.console
    guard let lock = edit.project.lock else { return }
    let (old, new) = (edit.previous.toolfile, edit.project.toolfile)
    if console.isJSON {
      console.print([], json: json(edit, requestChanges, lock, isWritten: isWritten))
      return
    }
    console.reportLines(from: old.platformsLines, to: new.platformsLines, in: new.path)
    for notice in edit.platformChanges.notices + edit.changes.map(\.notice) {
      console.report(notice)
    }
    for notice in lock.gemNotices(since: edit.previous.lock) { console.report(notice) }
    for change in requestChanges { console.report(.lock(.requestChange(change))) }
    let isSame =
      edit.project.lock == edit.previous.lock && old.bytes == new.bytes
      && edit.previous.contested.isEmpty
    if !isWritten, isSame {
      console.report(.lock(.unchanged(toolCount: lock.tools.count)))
    } else if isWritten {
      console.report(
        .lock(.locked(toolCount: lock.tools.count, platforms: lock.platforms)))
    } else {
      console.report(.edit(.dryRun))
    }
    let removed = edit.platformChanges.removed
    for notice in edit.project.unlistedPlatforms(removing: removed) { console.report(notice) }
    session.reportOtherDefinitions(of: edit.project, in: lock)
  }

  private static func json(
    _ edit: ProjectEdit, _ requestChanges: [LockDifference.Change], _ lock: Lockfile,
    isWritten: Bool
  ) -> JSON {
    let (old, new) = (edit.previous.toolfile, edit.project.toolfile)
    return .object(
      edit.json(isWritten: isWritten) + [
        .init(name: "toolfile_changes", value: new.platformsChange(since: old) ?? .null),
        .init(name: "request_changes", value: .array(requestChanges.map(\.json))),
        .init(
          name: "gem_changes",
          value: .array(lock.gemChanges(since: edit.previous.lock).map(\.json))),
        .init(
          name: "tools", value: .array(lock.tools.map { $0.json(declared: new[$0.name]) })),
      ])
  }
}

extension LockedTool {
  fileprivate func json(declared: Toolfile.Tool?) -> JSON {
    .object(
      [
        .init(name: "name", value: .string(name.text)),
        .init(name: "version", value: .string(version.text)),
      ] + Self.members(of: self, declared) + [
        .init(name: "platforms", value: .strings(artifacts.map(\.platform.rawValue))),
        .init(name: "publisher", value: .optional(publisher?.description)),
      ])
  }
}
