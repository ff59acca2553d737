internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Setup
internal import Terminal
internal import Trust
internal import Workflows

/// The answers that a setup needs: confirmation of the plan, and consent to the project's requests.
///
/// In a terminal, one question covers both. `--yes` confirms the plan, but never gives consent.
struct SetupAnswers {
  private let session: Session
  private var isAgreed: Bool

  /// Creates the answers of a session, before any question.
  init(_ session: Session) {
    self.session = session
    isAgreed = session.arguments.has("--yes")
  }

  /// Asks the questions that are still open. Returns true if the user has accepted requests, which
  /// can change the plan.
  ///
  /// - Throws: ``SetupProblem/notAgreed(steps:commandLine:)``, ``SetupProblem/declined``, or
  ///   ``Problem/trust(_:)``.
  mutating func ask(_ plan: SetupPlan, _ request: SetupRequest) async throws(Problem) -> Bool {
    if plan.open.isEmpty { return false }
    let consent = SetupConsent(session)
    guard session.console.isInteractive else {
      if !isAgreed { throw notAgreed(plan) }
      try await consent.check(plan, request)
      return false
    }
    if let problem = try await consent.openRequests(plan, request) {
      let isAccepted =
        isAgreed
        ? session.console.confirms(problem)
        : session.console.confirms(
          problem, with: .setup(stepCount: plan.open.count, isConsent: true))
      if !isAccepted { throw .trust(problem) }
      try Consent(session: session).record(problem)
      isAgreed = true
      return true
    }
    if !isAgreed, !session.console.confirms(.setup(stepCount: plan.open.count)) {
      throw .setup(.declined)
    }
    isAgreed = true
    return false
  }

  /// Forgets that the user confirmed the plan, because a new plan has replaced it.
  mutating func withdraw() { isAgreed = session.arguments.has("--yes") }

  private func notAgreed(_ plan: SetupPlan) -> Problem {
    let chosen = ["--only", "--skip", "--again", "--with"].flatMap { option in
      session.arguments.values(of: option).flatMap { [option, $0] }
    }
    return .setup(
      .notAgreed(
        steps: plan.open.map { "\($0.step.name)" },
        commandLine: ["bootstrap", "setup", "--yes"] + chosen + session.arguments.positionals))
  }
}
