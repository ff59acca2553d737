internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Projects
internal import Selection
internal import Shims
internal import Terminal
internal import Trust
internal import Vocabulary
internal import Workflows

enum TrustCommand: ChangeCommand {
  static let syntax = CommandSyntax(
    "trust", "Show and accept what a project's files ask for beyond your settings.",
    family: .locking,
    options: [
      .init("--list", "list what you have accepted, for all projects"),
      .init("--revoke", "withdraw your consent for this project"),
      .init("--digest", "print the digest of the requests, for BOOTSTRAP_TRUST"),
      .init("--offline", "do not access the network"),
    ],
    details: [
      "A source that is not in your settings, a program that hides one of yours, and a download",
      "from elsewhere need your consent, once per project. So do the steps of a build, once per",
      "version. In CI, `install` accepts and lists all.",
      "With BOOTSTRAP_TRUST=DIGEST, exactly the requests with this digest are accepted.",
    ],
    examples: [
      .init("bootstrap trust", "show the requests of this project, and ask"),
      .init("BOOTSTRAP_TRUST=$(bootstrap trust --digest) bootstrap trust", "accept them unasked"),
    ])

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    let modes = ["--list", "--revoke", "--digest"].filter(session.arguments.has)
    if modes.count > 1 {
      throw .usage(.unexpectedArgument(modes[1], command: session.command))
    }
    switch modes.first {
    case "--list": return try list(session)
    case "--revoke": return try revoke(session)
    default: break
    }
    let context = ChangeContext(session)
    let asked = try await context.trusting().requests(for: session.selector())
    let (folder, list) = (asked.folder, asked.list)
    if modes.first == "--digest" {
      session.console.print(
        [list.digest.hexadecimal],
        json: .object(["schema": 1, "digest": .string(list.digest.hexadecimal)]))
      return .success
    }
    let problem = TrustProblem(
      folder: Array(folder.bytes), project: session.formatAbsolutePath(folder), requests: asked.all)
    let rule = context.trust.rule
    if !list.lines.isEmpty, rule.namesList(of: asked) { try rule.recordList(of: asked) }
    return try answer(problem, list, rule, isAccepted: try rule.hasAnswer(to: asked), session)
  }

  /// Shows the requests of a project. If they are not accepted yet, asks the user if possible.
  private static func answer(
    _ problem: TrustProblem, _ list: TrustList, _ rule: TrustRule, isAccepted: Bool,
    _ session: Session
  ) throws(Problem) -> ExitCode {
    let console = session.console
    if console.isInteractive, !isAccepted {
      guard console.confirms(problem) else { return .notTrusted }
      try Consent(session: session).record(problem)
      console.report(.trust(.accepted(project: problem.project, count: problem.requests.count)))
      return .success
    }
    console.print(
      problem.requests.isEmpty
        ? [] : [problem.heading(isAccepted: isAccepted), ""] + problem.lines,
      json: .object([
        "schema": 1, "project": .string(FilePath(bytes: problem.folder).string),
        "digest": .string(list.digest.hexadecimal), "accepted": .bool(isAccepted),
        "requests": .array(problem.requests.map(\.json)),
      ]))
    if isAccepted {
      if problem.requests.isEmpty {
        console.report(.trust(.accepted(project: problem.project, count: 0)))
      }
      return .success
    }
    console.report(
      .trust(.needsTerminal(digest: list.digest.hexadecimal, otherAccepted: rule.hasList)))
    return .notTrusted
  }

  private static func list(_ session: Session) throws(Problem) -> ExitCode {
    let entries = try TrustLedger(session.root, session.environment).entries()
    session.console.print(
      entries.flatMap { entry in
        [session.formatAbsolutePath(entry.project)] + entry.lines.map { "  \($0)" }
      },
      json: .object([
        "schema": 1,
        "projects": .array(
          entries.map { entry in
            .object([
              "project": .string(entry.project.string),
              "accepted": .optional(entry.accepted?.description), "items": .strings(entry.lines),
            ])
          }),
      ]))
    return .success
  }

  private static func revoke(_ session: Session) throws(Problem) -> ExitCode {
    let selector = session.selector()
    let folder = try selector.consentFolder(try selector.pinChain()) ?? session.workingDirectory
    let isRevoked = try TrustLedger(session.root, session.environment).revoke(folder)
    try mappingFileErrors(try ShimDirectory(session.root).breakSeals())
    session.console.print([], json: .object(["schema": 1, "revoked": .bool(isRevoked)]))
    session.console.report(
      .trust(.revoked(project: session.formatAbsolutePath(folder), isRevoked: isRevoked)))
    return .success
  }
}
