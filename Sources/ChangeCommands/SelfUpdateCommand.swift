internal import Commands
internal import Cryptography
internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import Projects
internal import Releases
internal import Terminal
internal import ToolSources
internal import Versions
internal import Workflows

enum SelfUpdateCommand: ChangeCommand {
  static let syntax = CommandSyntax(
    "self-update", "Update bootstrap itself, or go back to the version before.",
    family: .maintaining,
    arguments: .list(placeholder: "[VERSION]", atLeast: 0, atMost: 1),
    options: [
      .init("--check", "only say whether there is a newer version, with exit code 1 if so"),
      .init("--rollback", "go back to the version before the last update"),
      .init("--from", value: "DIR", "install the programs in DIR, such as an unpacked release"),
      .init("--offline", "use the list of releases that was seen last"),
      .init("--force", "also install an older version, or one that the Toolfile excludes"),
    ],
    details: [
      "Without VERSION, installs the newest release, or the newest that the Toolfile admits with",
      "`requires_bootstrap`. The list of releases must be signed with the key that is built into",
      "bootstrap, or with the one in the setting `release-key`. bootstrap never updates itself",
      "unasked.",
    ],
    examples: [
      .init("bootstrap self-update --check", "see whether there is a newer version"),
      .init("bootstrap self-update", "install it"),
      .init("bootstrap self-update --rollback", "go back"),
    ])

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    let arguments = session.arguments
    let wanted = arguments.positionals.first
    try checkArguments(session)
    let isCheck = arguments.has("--check")
    let context = ChangeContext(session)
    let replacement = ProgramReplacement(
      session.root, environment: session.environment, observe: context.observe)
    if let folder = arguments.values["--from"] {
      return try await install(from: folder, replacement, session)
    }
    if !isCheck { try checkProgram(session) }
    // What an interrupted update has left is finished before anything else.
    let hasUnfinishedWork = isCheck ? false : try await complete(replacement, session)
    let running = isCheck ? ProgramVersion.text : try replacement.version ?? ProgramVersion.text
    if arguments.has("--rollback") {
      let version = try await replacement.rollBack(formatPath: session.formatPath)
      return try report(version, from: running, isRollback: true, session)
    }
    let updating = SelfUpdateWorkflow(
      try repository(session, context), root: session.root, environment: session.environment,
      observe: context.observe)
    let requirement = try requirement(session)
    let outlook = try await updating.outlook(
      wanted, running: running, requirement: requirement, isForced: arguments.has("--force"))
    if let heldBack = outlook.heldBack, let requirement {
      let notice = ProgramNotice.heldBack(
        version: heldBack.version.spelling, requirement: requirement.value.description,
        origin: requirement.origin)
      session.console.report(.program(notice))
    }
    show(outlook.release, ifOnly: isCheck, running: running, session.console)
    guard let release = outlook.release else {
      return hasUnfinishedWork ? try recreateShims(session) : .success
    }
    if isCheck { return .failure }
    try await updating.update(to: release, from: running)
    return try report(
      release.version.spelling, from: running, isRollback: false, session, release)
  }

  /// Prints that there is no newer release or, if the command only checks, the newer release.
  private static func show(
    _ release: ProgramRelease?, ifOnly isCheck: Bool, running: String, _ console: Console
  ) {
    guard let release else {
      console.print([], json: json(nil, running: running))
      return console.report(.program(.newestRelease(version: running)))
    }
    if !isCheck { return }
    console.print(
      ["bootstrap \(running) → \(release.version.spelling) (released \(release.date))"],
      json: json(release, running: running))
  }

  private static func checkArguments(_ session: Session) throws(Problem) {
    let arguments = session.arguments
    for (option, others) in [
      ("--rollback", ["--check", "--force"]), ("--from", ["--check", "--rollback"]),
    ] where arguments.has(option) || arguments.values[option] != nil {
      for other in others where arguments.has(other) {
        throw session.contradiction(option, other)
      }
      if let wanted = arguments.positionals.first {
        throw .usage(.unexpectedArgument(wanted, command: "self-update"))
      }
    }
  }

  /// Finishes or undoes an update that was interrupted, and reports that. Returns whether the shims
  /// may be out of date.
  private static func complete(
    _ replacement: ProgramReplacement, _ session: Session
  ) async throws(Problem) -> Bool {
    let isUnfinished = try mappingFileErrors(try !session.root.unfinishedWork().isEmpty)
    guard try await replacement.complete() else { return isUnfinished }
    if let version = try replacement.version {
      session.console.report(.program(.completed(version: version)))
    }
    return true
  }

  private static func install(
    from text: String, _ replacement: ProgramReplacement, _ session: Session
  ) async throws(Problem) -> ExitCode {
    let folder = session.workingDirectory.resolving(FilePath(text))
    if text.isEmpty || !folder.isDirectory {
      throw .usage(.badValue(text, option: "--from", expected: .existingFolder))
    }
    let old = try replacement.version
    let version = try await replacement.install(
      from: folder, allowsOlder: session.arguments.has("--force"), formatPath: session.formatPath)
    return try report(version, from: old, isRollback: false, session)
  }

  /// Checks that the running program is the one in the root.
  ///
  /// - Throws: ``ReleaseProblem/foreignProgram(path:root:)``. Whoever installed it elsewhere, such
  ///   as a package manager, also updates it.
  private static func checkProgram(_ session: Session) throws(Problem) {
    let program = try mappingFileErrors(try FilePath.runningProgram())
    let root = (try? session.root.path.resolvingLinks()) ?? session.root.path
    // A root from which nothing was ever run may lack the folder of the shims.
    let folder = program.parentDirectory
    let release = folder.parentDirectory
    // A release finds its root through the link to the release in use, which may be missing.
    let isPlaced =
      (release == root || release.parentDirectory == Root(root).programs)
      && ["bin", "libexec"].contains(folder.lastComponent)
    let found = try mappingFileErrors(try Root.containing(program))
    if !isPlaced, found?.path != root {
      let lost = try mappingFileErrors { () throws(FileError) in
        try InstalledPrograms(in: session.root, session.environment)
          .lostRelease(formatPath: session.formatAbsolutePath)
      }
      if let lost { throw .release(lost) }
      throw .release(
        .foreignProgram(
          path: session.formatAbsolutePath(program),
          root: session.formatAbsolutePath(session.root.path)))
    }
  }

  /// Returns the repository of the releases: that of the user's settings, or the one built in.
  private static func repository(
    _ session: Session, _ context: ChangeContext
  ) throws(Problem) -> ReleaseRepository {
    let access = try context.sources().access
    let settings = access.settings
    let address = settings["releases"] ?? ReleaseOrigin.address
    let key = (settings["release-key"] ?? ReleaseOrigin.key).flatMap { SignatureKey($0) }
    guard let address, let key else {
      throw .release(
        .notConfigured(
          missing: (address == nil ? ["releases"] : []) + (key == nil ? ["release-key"] : [])))
    }
    return ReleaseRepository(
      address, key: key, root: session.root, client: access.client, isOffline: access.isOffline)
  }

  /// Returns the versions of bootstrap that the nearest Toolfile admits, or `nil` for all.
  private static func requirement(
    _ session: Session
  ) throws(Problem) -> Located<Requirement>? {
    guard let folder = try Project.folder(above: session.workingDirectory, session.environment)
    else { return nil }
    let path = folder.appending(Toolfile.name)
    guard let bytes = try? path.contents(limit: Toolfile.maximumByteCount) else { return nil }
    return Toolfile.programRequirement(in: bytes, path: session.formatPath(path))
  }

  /// Reports an update, and lets the new program recreate the shims.
  ///
  /// - Parameter old: The version before, or `nil` if the root had no programs.
  private static func report(
    _ version: String, from old: String?, isRollback: Bool, _ session: Session,
    _ release: ProgramRelease? = nil
  ) throws(Problem) -> ExitCode {
    session.console.print(
      [], json: json(release, running: old, version: version, isInstalled: true))
    if let old {
      session.console.report(.program(.updated(from: old, to: version, isRollback: isRollback)))
    } else {
      session.console.report(
        .program(
          .installed(
            version: version, root: session.formatAbsolutePath(session.root.path))))
    }
    return try recreateShims(session)
  }

  /// Lets the program in the root recreate the shims, which it may write in another form than this
  /// one. Returns its exit code. It has reported its failure.
  private static func recreateShims(_ session: Session) throws(Problem) -> ExitCode {
    var environment = session.environment
    environment.set("BOOTSTRAP_ROOT", to: session.root.path.bytes)
    let (program, variables) = (session.root.program, environment)
    let code = try mappingFileErrors { () throws(FileError) in
      try ChildProcess.run(
        program, arguments: ["bootstrap", "rehash", "--quiet"].map { Array($0.utf8) },
        environment: variables, output: .standardError)
    }
    return code.flatMap(ExitCode.init) ?? .failure
  }

  private static func json(
    _ release: ProgramRelease?, running: String?, version: String? = nil, isInstalled: Bool = false
  ) -> JSON {
    .object([
      "schema": 1, "running": .optional(running),
      "version": .optional(version ?? release?.version.spelling ?? running),
      "released": .optional(release?.date), "installed": .bool(isInstalled),
    ])
  }
}
