package import Diagnostics
internal import Projects
package import Selection
package import Terminal

/// `check`: reports whether the project is locked and installed.
package enum CheckCommand: ReadOnlyCommand {
  package static let syntax = CommandSyntax(
    "check", "Check that the lock matches the Toolfile and that every tool is installed.",
    family: .using, aliases: [.init("status", options: ["-v"])],
    options: [
      .init("--machine", "also check this machine: system programs, packages, hooks, ~/Toolfile")
    ],
    details: [
      "Exit 0: ready. Exit 1: not ready; the output says why. Exit 80, only with --machine: a",
      "program that `require_system` names is missing or does not fit.",
      "Writes nothing and does not access the network. With --machine, runs the checks of hooks",
      "that you have accepted. `bootstrap setup` mends what is missing.",
    ],
    examples: [
      .init("bootstrap check || bootstrap install", "install only if necessary"),
      .init("bootstrap check --machine", "check what `bootstrap setup` brings about, too"),
    ])

  /// Reports that the working directory is ready, or its first problem. Returns `nil` if
  /// `bootstrap-change` has to check the machine, or compare the list in `BOOTSTRAP_TRUST`.
  package static func run(_ session: Session) throws(Problem) -> ExitCode? {
    if session.arguments.has("--machine") || session.comparesTrustList { return nil }
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
      session.reportChosenGroups()
      return .success
    }
    session.console.deny(problem)
    session.reportChosenGroups()
    return .failure
  }
}

extension Session {
  /// Reports which groups the user chose for the project, and where.
  package func reportChosenGroups() {
    guard !console.isJSON, let folder = try? projectFolder() else { return }
    let choice = selector().groupChoice(for: folder)
    guard let origin = choice.origin, !choice.isEmpty else { return }
    console.report(
      .install(
        .chosenGroups(
          with: choice.with.sorted(), without: choice.without.sorted(), origin: origin)))
  }
}
