internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Manifests
internal import Projects
internal import Terminal
internal import Trust
internal import Workflows

/// The question whether the user accepts what a project's files ask for.
struct Consent {
  let session: Session
  /// The edit that `body` makes, or `nil` if it makes none. Only the command that makes an edit can
  /// ask for consent to it.
  var edit: TrustProblem.Edit?

  /// Runs `body`. If it fails because the user has not accepted something, asks the user, and runs
  /// `body` again if the user agrees.
  ///
  /// The files are read again each time. If they change while the user thinks, the new requests are
  /// not accepted and are asked for in turn.
  ///
  /// - Throws: ``Problem/trust(_:)`` if the user says no or cannot be asked, or the other problems
  ///   that `body` throws.
  func asking<Value>(
    _ body: () async throws(Problem) -> Value
  ) async throws(Problem) -> Value {
    while true {
      do {
        return try await body()
      } catch {
        guard case .trust(let found) = error else { throw error }
        let problem = found.ofEdit(edit)
        guard session.console.isInteractive, session.console.confirms(problem) else {
          throw .trust(problem)
        }
        try record(problem)
        session.files.forgetAll()
      }
    }
  }

  /// Records that the user accepts all requests of `problem`.
  func record(_ problem: TrustProblem) throws(Problem) {
    try TrustLedger(session.root, session.environment).accept(
      TrustList(problem.requests.map(\.item)), for: FilePath(bytes: problem.folder))
  }
}
