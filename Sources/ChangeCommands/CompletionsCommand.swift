internal import Commands
internal import Diagnostics
internal import Terminal

/// `completions`: the script with which a shell completes command lines of `bootstrap`.
///
/// It is derived from the same table of commands as help. Only names that change, such as those of
/// tools, come from `bootstrap complete-words` when the user presses Tab.
enum CompletionsCommand: ChangeCommand {
  static let syntax = CommandSyntax(
    "completions", "Print the completion script for a shell.", family: .placing,
    arguments: .list(placeholder: Shell.placeholder, atLeast: 1, atMost: 1),
    details: [
      "A shell that `bootstrap activate` has set up needs no other step. Without it, save the",
      "script where your shell looks for completions.",
    ],
    examples: [
      .init("eval \"$(bootstrap completions bash)\"", "complete in the running bash"),
      .init(
        "bootstrap completions zsh > ~/.zfunc/_bootstrap", "save the script, in a folder of fpath"),
      .init("bootstrap completions fish | source", "complete in the running fish"),
    ])

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    let commands = ChangeProgram.allCommands.sorted { $0.name < $1.name }
    let script =
      switch try Shell(named: session.arguments.positionals[0]) {
      case .bash: BashCompletion(commands).script
      case .zsh: ZshCompletion(commands).script
      case .fish: FishCompletion(commands).script
      }
    session.console.print(bytes: Array(script.utf8))
    return .success
  }
}
