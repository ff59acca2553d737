internal import Commands
internal import Diagnostics
internal import Terminal
internal import Workflows

/// The forms of `list` that read the database: `--size` and `--watch`. `bin/bootstrap` handles all
/// other forms.
enum RecordedListCommand: ChangeCommand {
  static let syntax = ListCommand.syntax

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    guard session.arguments.has("--watch") else { return try await printSizes(session) }
    if session.arguments.has("--size") {
      throw .usage(.contradiction("--size", "--watch", command: session.command, meanings: []))
    }
    return try await watch(session)
  }

  private static func printSizes(_ session: Session) async throws(Problem) -> ExitCode {
    let usage = try await DiskUsage(of: session.root, session.environment)
    session.console.print(
      rows: usage.rows(in: session),
      json: .object([.init(name: "schema", value: 1)] + usage.members))
    return .success
  }

  /// Shows the tools until the user interrupts the command or its output no longer has a reader.
  private static func watch(_ session: Session) async throws(Problem) -> ExitCode {
    let watch = ToolWatch(
      session.workingDirectory, root: session.root, environment: session.environment,
      formatPath: session.formatPath)
    var display = ToolWatchDisplay(session.console, session.environment)
    do throws(Problem) {
      try await watch.run { display.show($0) }
      return .success
    } catch {
      display.end()
      // Users normally end a watch by interrupting it, which needs no message.
      if error == .interrupted { return .interrupted }
      throw error
    }
  }
}
