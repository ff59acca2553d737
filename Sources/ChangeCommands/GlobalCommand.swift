internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import Terminal

enum GlobalCommand: ChangeCommand {
  static let syntax = CommandSyntax(
    "global", "Pin, print, or remove the default version of a tool.", family: .pinning,
    arguments: .list(placeholder: "[TOOL [VERSION]]", atLeast: 0, atMost: 2),
    options: [.init("--unset", "remove the pin of TOOL")],
    details: [
      "The default version is used where no directory pins the tool.",
      "Without VERSION, prints the pin; without TOOL, prints all default versions.",
    ],
    examples: [
      .init("bootstrap global node 24.19.0", "pin a version"),
      .init("bootstrap global", "print all pins"),
    ])

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    try await PinFileEditor(session: session, path: session.root.globalPins, registers: false).run()
  }
}
