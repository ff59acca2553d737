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
  ///   - report: Receives the notice about requests that are accepted because nobody can be asked.
  package init(
    _ rule: TrustRule, formatPath: @escaping @Sendable (FilePath) -> String,
    report: @escaping @Sendable (Notice) -> Void
  ) {
    self.rule = rule
    self.formatPath = formatPath
    self.report = report
  }

  /// Checks that the needed requests of a folder are accepted. If they are accepted only because
  /// nobody can be asked, reports them.
  ///
  /// - Parameters:
  ///   - asked: What the files of the folder ask for.
  ///   - isRecorded: Whether to record what `BOOTSTRAP_TRUST` accepts, if the root can be changed.
  /// - Throws: ``Problem/trust(_:)`` with the requests that are not accepted.
  package func check(_ asked: FolderRequests, isRecorded: Bool = true) throws(Problem) {
    if asked.needed.isEmpty { return }
    if rule.acceptsEverything {
      let open = try rule.ledger.unaccepted(asked.needed, for: asked.folder)
      if !open.isEmpty { report(.trust(.acceptedInCI(problem(asked, open)))) }
      return
    }
    if rule.namesList(of: asked) {
      if isRecorded, rule.ledger.isChangeable { try rule.recordList(of: asked) }
      return
    }
    // One list is accepted as a whole or not at all.
    let open =
      rule.acceptsOneList ? asked.needed : try rule.open(asked.needed, for: asked.folder)
    if !open.isEmpty { throw .trust(problem(asked, open)) }
  }

  /// Returns the problem for the requests of a folder that are not accepted.
  func problem(
    _ asked: FolderRequests, _ open: [TrustProblem.Request]
  ) -> TrustProblem {
    var problem = TrustProblem(
      folder: Array(asked.folder.bytes), project: formatPath(asked.folder),
      directory: asked.directory.map(formatPath), requests: open,
      listObstacle: rule.hasList ? .differs : nil)
    problem.rule = rule.ciRule
    return problem
  }
}
