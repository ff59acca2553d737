internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Terminal

enum PrintRoot: ReadingCommand {
  static let syntax = Catalog.root

  static func run(_ session: Session) throws(Problem) -> ExitCode {
    let path = session.root.path.string
    session.console.print([path], json: .object(["schema": 1, "root": .string(path)]))
    return .done
  }
}
