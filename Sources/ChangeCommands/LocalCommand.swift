internal import Commands
internal import Diagnostics
internal import Terminal

enum LocalCommand: ChangeCommand {
  static let syntax = CommandSyntax(
    "local", "Pin, print, or remove the version of a tool in this directory.", family: .pinning,
    arguments: .list(placeholder: "[TOOL [VERSION]]", atLeast: 0, atMost: 2),
    options: PinCommand.options,
    details: [
      "Pins are kept in .tool-version and also apply to the directories below. A VERSION such as",
      "0.17 means the newest installed version that starts with 0.17, and `=0.17` is exact.",
      "Without VERSION, prints the nearest pin; without TOOL, all pins of the nearest file.",
    ],
    examples: [
      .init("bootstrap local ruff 0.17.5", "pin an installed version"),
      .init("bootstrap local --install ruff 0.17", "install the newest 0.17, then pin it"),
      .init("bootstrap local ruff", "print the pin"),
      .init("bootstrap local --unset ruff", "remove the pin"),
    ])

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    try await PinCommand(session, isLocal: true).run()
  }
}
