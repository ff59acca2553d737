internal import Commands
internal import Diagnostics
internal import Terminal

enum HelpCommand: ChangeCommand {
  static let syntax = CommandSyntax(
    "help", "Show the help of a command, or list all commands.",
    arguments: .list(placeholder: "[COMMAND]", atLeast: 0, atMost: 1),
    examples: [.init("bootstrap help install", "")])

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    guard let name = session.arguments.positionals.first else {
      session.console.print(overview)
      return .success
    }
    do throws(UsageProblem) {
      let command = try Program.command(name, among: ChangeProgram.allCommands)
      session.console.print(command.helpText)
    } catch {
      throw .usage(error)
    }
    return .success
  }

  /// The output of `bootstrap help`: every command, grouped by family.
  static var overview: String {
    var lines = [
      "bootstrap pins the command-line tools of a project.", "",
      "usage: bootstrap COMMAND [options]",
    ]
    let commands = ChangeProgram.allCommands
    var titles: [String] = []
    for title in CommandSyntax.Family.allCases.map(\.title) where !titles.contains(title) {
      titles.append(title)
      let rows = CommandSyntax.Family.allCases.filter { $0.title == title }.flatMap { family in
        commands.filter { $0.family == family }
      }
      lines += ["", "\(title):"] + CommandSyntax.table(rows.map { ($0.name, $0.summary) })
    }
    return (lines + ["", "Run `bootstrap help COMMAND` for the help of a command."]).joined(
      separator: "\n")
  }
}
