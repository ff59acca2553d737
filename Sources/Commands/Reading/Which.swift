internal import Diagnostics
internal import Filesystem
internal import Manifests
internal import Selection
internal import Terminal

enum Which: ReadingCommand {
  static let syntax = Catalog.which

  static func run(_ session: Session) throws(Problem) -> ExitCode {
    let name = session.arguments.positionals[0]
    guard let executable = ExecutableName(name) else {
      throw .selection(.nowhere(executable: name, providers: []))
    }
    let selection = try session.selector().selection(of: executable)
    let path = selection.program.string
    session.console.print([path], json: selection.json(name: name))
    return .done
  }
}

extension Selection {
  fileprivate func json(name: String) -> JSON {
    let pin: SelectedPin? =
      switch self {
      case .installed(_, let pin): pin
      case .system(_, let pin): pin
      }
    return .object([
      "schema": 1, "name": .string(name), "path": .string(program.string),
      "tool": .optional(pin?.tool.text), "version": .optional(pin?.version.description),
      "origin": .optional(pin?.origin.description),
    ])
  }
}
