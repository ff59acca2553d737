internal import Commands
internal import Diagnostics
internal import Selection
internal import Terminal
internal import Trust
internal import Workflows

/// The cases of `check` that need more than the project's files: `--machine`, and a comparison with
/// the list that `BOOTSTRAP_TRUST` accepts, if only this list counts and nobody can be asked.
/// `bin/bootstrap` handles all other cases.
enum ThoroughCheckCommand: ChangeCommand {
  static let syntax = CheckCommand.syntax

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    if session.arguments.has("--machine") { return try await MachineCheck(session).run() }
    try session.checkOwners()
    let state = try session.folderState()
    return CheckCommand.answer(state, try await firstProblem(of: state, session), session)
  }

  /// Returns the first problem with the tools of the working directory, or `nil` if it is ready.
  static func firstProblem(
    of state: FolderState, _ session: Session
  ) async throws(Problem) -> Problem? {
    if !session.comparesTrustList { return state.problems.first }
    // The state says what is recorded, but the list decides.
    let other = state.problems.first { if case .trust = $0 { false } else { true } }
    if let other { return other }
    let context = ChangeContext(session)
    let asked = try await context.trusting().requests(for: session.selector())
    do {
      try context.trust.check(asked, isRecorded: false)
    } catch {
      guard case .trust = error else { throw error }
      return error
    }
    return nil
  }
}
