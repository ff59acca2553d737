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
    // The state says what is recorded, but the list decides.
    let other = state.problems.first { if case .trust = $0 { false } else { true } }
    if let other { return CheckCommand.answer(state, other, session) }
    let context = ChangeContext(session)
    let asked = try await context.trusting().requests(for: session.selector())
    do {
      try context.trust.check(asked, isRecorded: false)
    } catch {
      guard case .trust = error else { throw error }
      return CheckCommand.answer(state, error, session)
    }
    return CheckCommand.answer(state, nil, session)
  }
}
