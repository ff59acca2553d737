internal import Commands
internal import Diagnostics
internal import Terminal

enum HelpCommand: ChangeCommand {
  static let syntax = CommandSyntax(
    "help", "Print help for a command, or a list of all commands.",
    arguments: .list(placeholder: "[COMMAND]", atLeast: 0, atMost: 1),
    options: [
      .init("--man", "print the manual page, for man(1)"),
      .init("--markdown", "print the page about all commands, in Markdown"),
    ],
    examples: [
      .init("bootstrap help install", "print help for install"),
      .init("bootstrap help --man > bootstrap.1", "save the manual page"),
    ])

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    let pages: [(option: String, text: () -> String)] = [
      ("--man", { ManualPage(ChangeProgram.allCommands).text }),
      ("--markdown", { CommandsPage(ChangeProgram.allCommands).text }),
    ]
    for page in pages where session.arguments.has(page.option) {
      if let name = session.arguments.positionals.first {
        throw .usage(.unexpectedArgument(name, command: session.command))
      }
      session.console.print(bytes: Array(page.text().utf8))
      return .success
    }
    guard let name = session.arguments.positionals.first else {
      session.console.print(overview)
      return .success
    }
    do {
      let command = try Program.command(name, among: ChangeProgram.allCommands)
      session.console.print(command.helpText)
    } catch {
      throw .usage(error)
    }
    return .success
  }

  /// The bounds of every download, and the settings in `config` that change them.
  private static let limits = [
    ("size", "a file: what its index or the lock states, otherwise 4 GB; an index page: 64 MB"),
    ("speed", "all downloads together: 4 kB/s averaged over 60 s (`minimum-speed` in config)"),
    ("silence", "each download: 30 s (`timeout` in config)"),
  ]

  /// The output of `bootstrap help`: every command that has a family, grouped by the title of the
  /// family, the aliases, the limits of downloads, and the options that every command takes.
  static var overview: String {
    var lines = [Program.overview.summary, "", "usage: bootstrap COMMAND [options]"]
    let commands = ChangeProgram.allCommands
    var titles: [String] = []
    for title in CommandSyntax.Family.allCases.map(\.title) where !titles.contains(title) {
      titles.append(title)
      let rows = CommandSyntax.Family.allCases.filter { $0.title == title }.flatMap { family in
        commands.filter { $0.family == family }
      }
      lines += ["", "\(title):"] + CommandSyntax.table(rows.map { ($0.name, $0.summary) })
    }
    lines += ["", "aliases:"]
    lines += CommandSyntax.table(
      commands.flatMap { command in
        command.aliases.map { ($0.name, command.meaning(of: $0)) }
      })
    lines += ["", "limits:"] + CommandSyntax.table(limits)
    lines += ["", "common options:"]
    lines += CommandSyntax.table(CommandSyntax.commonOptions + Program.overview.options)
    lines += ["", "Run `bootstrap help COMMAND` for help for a command."]
    return lines.joined(separator: "\n")
  }
}
