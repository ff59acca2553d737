internal import Commands
internal import Diagnostics
internal import Terminal

enum SetupCommand: ChangeCommand {
  static let syntax = CommandSyntax(
    "setup", "Set up this machine as a project's Toolfile and your own describe it.",
    family: .placing,
    arguments: .list(
      placeholder: "[DIR|ADDRESS | --shell \(Shell.placeholder)]", atLeast: 0, atMost: 1),
    options: [
      .init("--plan", "only print the steps, and how far each of them is"),
      .init("--yes", short: "-y", "do not ask about the plan; consent needs `bootstrap trust`"),
      .init(
        "--only", value: "KINDS", "carry out only: system, host, tools, hooks, shell",
        isRepeatable: true),
      .init("--skip", value: "KINDS", "leave these kinds of steps out", isRepeatable: true),
      .init("--again", value: "STEP", "run STEP again although it is done", isRepeatable: true),
      .init(
        "--with", value: "GROUPS", "also install these optional groups", isRepeatable: true),
      .init("--status", "list the steps with the times when they ended"),
      .init("--missing", "exit with 1 if a step is missing; only with --status"),
      .init("--offline", "do not access the network"),
      .init("--shell", "only set up a shell: your login shell, or the one that you name"),
      .init("--direct", "activate the direct mode: see `bootstrap help activate`"),
      .init("--remove", "remove what an earlier setup wrote; every other byte stays"),
    ],
    details: [
      "Checks programs, installs packages and tools, and runs hooks. Run it again after a failure."
    ],
    examples: [
      .init("bootstrap setup --yes --skip shell", "set up a CI image"),
      .init("bootstrap setup --shell fish", "only activate bootstrap in fish"),
    ])

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    if session.arguments.has("--shell") { return try ShellSetup.run(session) }
    for option in ["--direct", "--remove"] where session.arguments.has(option) {
      throw .usage(
        .optionAlone(
          option, without: ["--shell"], lines: [["bootstrap", "setup", "--shell", option]]))
    }
    if session.arguments.has("--missing"), !session.arguments.has("--status") {
      throw .usage(
        .optionAlone(
          "--missing", without: ["--status"],
          lines: [["bootstrap", "setup", "--status", "--missing"]]))
    }
    for other in ["--status", "--yes"]
    where session.arguments.has("--plan") && session.arguments.has(other) {
      throw .usage(.contradiction("--plan", other, command: session.command, meanings: []))
    }
    return try await MachineSetup(session).run()
  }
}
