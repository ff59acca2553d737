package import Diagnostics
package import Filesystem

/// The check that the user has accepted what a project's files ask for, before it takes effect.
package struct TrustGate: Sendable {
  package let rule: TrustRule
  private let formatPath: @Sendable (FilePath) -> String
  private let report: @Sendable (Notice) -> Void

  /// Creates a gate.
  ///
  /// - Parameters:
  ///   - rule: Decides what is accepted.
  ///   - formatPath: Formats a path for messages.
  ///   - report: Receives a notice about requests that are accepted because nobody can be asked.
  package init(
    _ rule: TrustRule, formatPath: @escaping @Sendable (FilePath) -> String,
    report: @escaping @Sendable (Notice) -> Void
  ) {
    self.rule = rule
    self.formatPath = formatPath
    self.report = report
  }

  /// Checks that the needed requests are accepted (``TrustRule``). If all are only because nobody
  /// can be asked, reports them.
  ///
  /// - Throws: ``Problem/trust(_:)`` with those requests that are not accepted.
  package func check(_ asked: FolderRequests) throws(Problem) {
    if asked.needed.isEmpty { return }
    if rule.acceptsEverything {
      let open = try rule.ledger.unaccepted(asked.needed, for: asked.folder)
      if !open.isEmpty { report(.acceptedInCI(problem(asked, open))) }
      return
    }
    if try rule.accepts(asked) { return }
    throw .trust(problem(asked, try rule.open(asked.needed, for: asked.folder)))
  }

  private func problem(
    _ asked: FolderRequests, _ open: [TrustProblem.Request]
  ) -> TrustProblem {
    TrustProblem(
      folder: Array(asked.folder.bytes), project: formatPath(asked.folder),
      directory: asked.directory.map(formatPath), requests: open, hasOtherConsent: rule.hasList)
  }
}
