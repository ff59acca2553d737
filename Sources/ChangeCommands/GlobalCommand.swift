internal import Commands
internal import Diagnostics
internal import Terminal

enum GlobalCommand: ChangeCommand {
  static let syntax = CommandSyntax(
    "global", "Pin, print, or remove the default version of a tool.", family: .pinning,
    arguments: .list(placeholder: "[TOOL [VERSION]]", atLeast: 0, atMost: 2),
    options: PinCommand.options,
    details: [
      "The default version is used where no directory pins the tool. A VERSION such as 24 means",
      "the newest installed version that starts with 24, and `=24` is exact. Without VERSION,",
      "prints the pin; without TOOL, prints all default versions.",
    ],
    examples: [
      .init("bootstrap global --install node 24", "install the newest 24, and use it by default"),
      .init("bootstrap global", "print all pins"),
      .init("bootstrap global --unset node", "use the system's node by default again"),
    ])

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    try await PinCommand(session, isLocal: false).run()
  }
}
