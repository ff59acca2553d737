internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import Projects
internal import Releases
internal import Terminal
internal import ToolSources
internal import Transport
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
    if arguments.has("--rollback") {
      for other in ["--check", "--force"] where arguments.has(other) {
        throw session.contradiction("--rollback", other)
      }
      if let wanted {
        throw .usage(.unexpectedArgument(wanted, command: "self-update"))
      }
    }
    let isCheck = arguments.has("--check")
    if !isCheck { try checkProgram(session) }
    let context = ChangeContext(session)
    if arguments.has("--rollback") {
      let version = try await ProgramReplacement(
        session.root, environment: session.environment, observe: context.observe
      ).rollBack()
      return try report(version, isRollback: true, session)
    }
    let updating = SelfUpdateWorkflow(
      try repository(session, context), root: session.root, environment: session.environment,
      observe: context.observe)
    let requirement = try requirement(session)
    let outlook = try await updating.outlook(
      wanted, requirement: requirement, isForced: arguments.has("--force"))
    if let heldBack = outlook.heldBack, let requirement {
      session.console.report(
        .releaseHeldBack(
          version: heldBack.version.spelling, requirement: requirement.value.description,
          origin: requirement.origin))
    }
    guard let release = outlook.release else {
      session.console.print([], json: json(nil))
      session.console.report(.newestRelease(version: ProgramVersion.text))
      return .success
    }
    if isCheck {
      let version = release.version.spelling
      session.console.print(
        ["bootstrap \(ProgramVersion.text) → \(version) (released \(release.date))"],
        json: json(release, isInstalled: false))
      return .failure
    }
    try await updating.update(to: release)
    return try report(release.version.spelling, isRollback: false, session, release)
  }

  /// Checks that the running program is the one in the root.
  ///
  /// - Throws: ``ReleaseProblem/foreignProgram(path:root:)``. Whoever installed it elsewhere, such
  ///   as a package manager, also updates it.
  private static func checkProgram(_ session: Session) throws(Problem) {
    let program = try mappingFileErrors { () throws(FileError) in
      try FilePath.runningProgram()
    }
    let root = (try? session.root.path.resolvingLinks()) ?? session.root.path
    let folder = program.parentDirectory
    if folder.parentDirectory != root || !["bin", "libexec"].contains(folder.lastComponent) {
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

  /// Lets the new program recreate the shims, and reports the update. Returns the exit code of the
  /// new program, which has reported its failure.
  private static func report(
    _ version: String, isRollback: Bool, _ session: Session, _ release: ProgramRelease? = nil
  ) throws(Problem) -> ExitCode {
    session.console.print([], json: json(release, version: version, isInstalled: true))
    session.console.report(
      .updatedItself(from: ProgramVersion.text, to: version, isRollback: isRollback))
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
    _ release: ProgramRelease?, version: String? = nil, isInstalled: Bool = false
  ) -> JSON {
    .object([
      "schema": 1, "running": .string(ProgramVersion.text),
      "version": .string(version ?? release?.version.spelling ?? ProgramVersion.text),
      "released": .optional(release?.date), "installed": .bool(isInstalled),
    ])
  }
}
