package import Commands
package import Diagnostics

/// A command of `libexec/bootstrap-change`, which writes files or uses the network.
package protocol ChangeCommand: Command {
  static func run(_ session: Session) async throws(Problem) -> ExitCode
}
