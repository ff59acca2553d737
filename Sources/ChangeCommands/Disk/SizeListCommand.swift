internal import Commands
internal import Diagnostics
internal import Terminal
internal import Workflows

/// `list --size`, for which the database is read. `bin/bootstrap` handles all other cases.
enum SizeListCommand: ChangeCommand {
  static let syntax = ListCommand.syntax

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    let usage = try await DiskUsage(of: session.root, session.environment)
    session.console.print(
      rows: usage.rows(in: session),
      json: .object([.init(name: "schema", value: 1)] + usage.members))
    return .success
  }
}
