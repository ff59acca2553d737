package import Diagnostics
internal import Selection
package import Terminal

package enum CheckCommand: ReadOnlyCommand {
  package static let syntax = CommandSyntax(
    "check", "Say whether the lock answers the Toolfile and all of it is installed.",
    family: .using,
    details: [
      "Exit 0: yes. Exit 1: no, and what is missing. Writes nothing and opens no connection."
    ],
    examples: [.init("bootstrap check || bootstrap install", "")])

  package static func run(_ session: Session) throws(Problem) -> ExitCode? {
    let state = try session.folderState()
    guard let problem = state.problems.first else {
      session.console.print([], json: .object(["schema": 1, "ready": true]))
      session.console.report(.ready(toolCount: state.count))
      return .done
    }
    session.console.deny(problem)
    return .no
  }
}
