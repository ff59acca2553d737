internal import Commands
internal import Diagnostics
internal import Terminal

enum SetupCommand: ChangeCommand {
  static let syntax = CommandSyntax(
    "setup", "Set up this machine from a project's Toolfile and your own.",
    family: .placing,
    arguments: .list(
      placeholder: "[DIR|ADDRESS | --shell \(Shell.placeholder)]", atLeast: 0, atMost: 1),
    options: [
      .init("--plan", "print the steps and their states, and change nothing"),
      .init("--yes", short: "-y", "run the steps without asking; does not give consent"),
      .init(
        "--only", value: "KINDS", "run only these kinds: system, host, tools, hooks, shell",
        isRepeatable: true),
      .init("--skip", value: "KINDS", "skip these kinds of steps", isRepeatable: true),
      .init("--again", value: "STEP", "run STEP even if it is done", isRepeatable: true),
      .init(
        "--with", value: "GROUPS", "also install these optional groups", isRepeatable: true),
      .init("--status", "list the steps, and when each of them last ran"),
      .init("--missing", "with --status, exit with 1 if a step still has to run"),
      .init("--offline", "do not access the network"),
      .init("--shell", "set up only the shell: your login shell, or the one that you name"),
      .init("--direct", "activate the direct mode: see `bootstrap help activate`"),
      .init("--remove", "remove what an earlier setup wrote; every other byte stays"),
    ],
    details: [
      "Checks programs, installs packages and tools, and runs hooks. Run it again to continue."
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
