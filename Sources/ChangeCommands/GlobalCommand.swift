internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import Terminal

enum GlobalCommand: ChangeCommand {
  static let syntax = CommandSyntax(
    "global", "Pin a version for every folder that pins none.", family: .installing,
    arguments: .list(placeholder: "[TOOL [VERSION]]", atLeast: 0, atMost: 2),
    options: [.init("--unset", "take the pin away")],
    examples: [
      .init("bootstrap global node 24.19.0", "pin"), .init("bootstrap global", "print all"),
    ])

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    try await PinFileEditor(session: session, path: session.root.globalPins, registers: false).run()
  }
}
