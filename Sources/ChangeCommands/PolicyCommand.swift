internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Manifests
internal import Projects
internal import SourceKinds
internal import Terminal
internal import Trust
internal import Vocabulary

/// `policy check`: lists what the machine's policy forbids in a project, before anyone installs it.
///
/// It only reads, but belongs to this program because the policy's mirrors have the form that the
/// HTTP client reads.
enum PolicyCommand: ChangeCommand {
  static let syntax = CommandSyntax(
    "policy", "Check a project against the policy of this machine.", family: .using,
    arguments: .list(placeholder: "check [TOOLFILE]", atLeast: 1, atMost: 2),
    details: [
      "Lists everything in the Toolfile and its lock that `lock`, `install`, or `setup` would",
      "refuse, with the line of the policy. Writes nothing and does not access the network.",
      "Exit 0: everything is permitted. Exit 77: something is forbidden, or the policy cannot be",
      "used. Without a lock, versions and files are not known yet.",
    ],
    examples: [
      .init("bootstrap policy check", "check this project"),
      .init("bootstrap policy check --json", "print the same for a program"),
    ])

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    let (_, arguments) = try session.subcommand(of: [Subcommand(name: "check", takesMore: true)])
    let policy = try ChangeContext(session).policy()
    let folder =
      arguments.isEmpty ? try session.projectFolder() : try folder(arguments[0], session)
    let project = try Project.load(
      folder, in: session.files, session.environment,
      formatPath: session.formatPath)
    let found = policy.violations(
      of: project, now: ReleaseTime(secondsSince1970: WallClock.now))
    return answer(found, policy, hasLock: project.lock != nil, session)
  }

  /// Returns the folder of the Toolfile that the user names by its path or its folder.
  private static func folder(_ word: String, _ session: Session) throws(Problem) -> FilePath {
    let path = session.workingDirectory.resolving(FilePath(word))
    let file = path.isDirectory ? path.appending(Toolfile.name) : path
    guard file.lastComponent == Toolfile.name, file.exists else {
      throw .project(.file(.missing(path: session.formatPath(file), name: Toolfile.name)))
    }
    return file.parentDirectory
  }

  private static func answer(
    _ violations: [PolicyViolation], _ policy: Policy, hasLock: Bool, _ session: Session
  ) -> ExitCode {
    let console = session.console
    if console.isJSON {
      console.print(
        [],
        json: .object([
          "schema": 1, "permitted": .bool(violations.isEmpty), "locked": .bool(hasLock),
          "policies": .strings(policy.files.map(\.path)),
          "violations": .array(violations.map(\.json)),
        ]))
    } else if violations.isEmpty {
      console.report(
        .trust(.permitted(policies: policy.files.map(\.path), hasLock: hasLock)))
    } else {
      console.deny(.policy(.forbidden(violations)), exitCode: .notTrusted)
    }
    return violations.isEmpty ? .success : .notTrusted
  }
}
