package import Diagnostics
package import Selection
package import Terminal

/// `check`: reports whether the project is locked and installed.
package enum CheckCommand: ReadOnlyCommand {
  package static let syntax = CommandSyntax(
    "check", "Check that the lock matches the Toolfile and that every tool is installed.",
    family: .using,
    details: [
      "Exit 0: ready. Exit 1: not ready; the output says why.",
      "Writes nothing and does not access the network.",
    ],
    examples: [.init("bootstrap check || bootstrap install", "install only if necessary")])

  /// Reports that the working directory is ready, or its first problem. Returns `nil` if
  /// `bootstrap-change` must compare the list that `BOOTSTRAP_TRUST` accepts.
  package static func run(_ session: Session) throws(Problem) -> ExitCode? {
    if session.comparesTrustList { return nil }
    try session.checkOwners()
    let state = try session.folderState()
    return answer(state, state.problems.first, session)
  }

  /// Reports `problem`, or that the working directory is ready if it is `nil`.
  package static func answer(
    _ state: FolderState, _ problem: Problem?, _ session: Session
  ) -> ExitCode {
    guard let problem else {
      session.console.print([], json: .object(["schema": 1, "ready": true]))
      session.console.report(.install(.ready(toolCount: state.count)))
      return .success
    }
    session.console.deny(problem)
    return .failure
  }
}
