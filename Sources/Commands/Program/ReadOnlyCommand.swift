package import Diagnostics

/// A command of `bin/bootstrap`, which reads files or runs programs but never writes.
package protocol ReadOnlyCommand: Command {
  /// Runs the command. Returns the exit code, or `nil` if `bootstrap-change` must do the work.
  static func run(_ session: Session) throws(Problem) -> ExitCode?
}
