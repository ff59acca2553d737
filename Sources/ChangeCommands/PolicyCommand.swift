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
      "used. Without a lock, versions and files are not known yet. Checks one project at a time.",
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
    return answer(found, policy, project, session)
  }

  /// Returns the folder of the Toolfile that the user names by its path, by that of its lock, or by
  /// its folder.
  private static func folder(_ word: String, _ session: Session) throws(Problem) -> FilePath {
    let path = session.workingDirectory.resolving(FilePath(word))
    let file = path.isDirectory ? path.appending(Toolfile.name) : path
    guard file.exists else {
      throw .project(.file(.missing(path: session.formatPath(file), name: Toolfile.name)))
    }
    guard [Toolfile.name, Lockfile.name].contains(file.lastComponent) else {
      throw .usage(.badValue(word, option: "policy check", expected: .project))
    }
    return file.parentDirectory
  }

  private static func answer(
    _ violations: [PolicyViolation], _ policy: Policy, _ project: Project, _ session: Session
  ) -> ExitCode {
    let console = session.console
    let hasLock = project.lock != nil
    let unlocked = project.toolsToLock
    if console.isJSON {
      console.print(
        [],
        json: .object([
          "schema": 1, "permitted": .bool(violations.isEmpty), "locked": .bool(hasLock),
          "unlocked": .strings(unlocked.map(\.text)),
          "policies": .strings(policy.files.map(\.path)),
          "violations": .array(violations.map(\.json)),
        ]))
    } else if violations.isEmpty {
      console.report(
        .trust(
          .permitted(
            policies: policy.files.map(\.path), hasLock: hasLock, unlocked: unlocked)))
    } else {
      console.deny(.policy(.forbidden(violations)), exitCode: .notTrusted)
    }
    return violations.isEmpty ? .success : .notTrusted
  }
}

extension Project {
  /// The tools that the next `lock` resolves again, because the lock does not have them or has
  /// others than the Toolfile asks for. Empty if there is no lock.
  fileprivate var toolsToLock: [ToolName] {
    guard let lock else { return [] }
    let difference = difference(from: lock)
    let tools =
      difference.added.map(\.tool) + difference.changed.map(\.tool)
      + difference.mismatches.map(\.tool)
    return Set(tools).sorted()
  }
}
