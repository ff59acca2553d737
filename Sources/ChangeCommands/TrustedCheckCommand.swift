internal import Commands
internal import Diagnostics
internal import Selection
internal import Terminal
internal import Trust
internal import Workflows

/// `check` where `BOOTSTRAP_TRUST` accepts exactly one list and nobody can be asked about another.
/// `bin/bootstrap` handles all other cases.
enum TrustedCheckCommand: ChangeCommand {
  static let syntax = CheckCommand.syntax

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    try session.checkOwners()
    let state = try session.folderState()
    if let problem = state.problems.first { return CheckCommand.answer(state, problem, session) }
    let context = ChangeContext(session)
    let asked = try await context.trusting().requests(for: session.selector())
    do throws(Problem) {
      try context.trust.check(asked)
    } catch {
      guard case .trust = error else { throw error }
      return CheckCommand.answer(state, error, session)
    }
    return CheckCommand.answer(state, nil, session)
  }
}
