internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import Terminal

enum LocalCommand: ChangeCommand {
  static let syntax = CommandSyntax(
    "local", "Pin a version for this folder, in .tool-version.", family: .installing,
    arguments: .list(placeholder: "[TOOL [VERSION]]", atLeast: 0, atMost: 2),
    options: [.init("--unset", "take the pin away")],
    examples: [
      .init("bootstrap local ruff 0.17.5", "pin"), .init("bootstrap local ruff", "print"),
      .init("bootstrap local --unset ruff", "unpin"),
    ])

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    let path = session.workingDirectory.appending(ToolVersionFile.name)
    return try await PinFileEditor(session: session, path: path, registers: true).run()
  }
}
