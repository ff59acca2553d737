package import Diagnostics
package import Filesystem
package import Layout
internal import Manifests
package import Projects

/// The check that the user has accepted what a project's files ask for, before it takes effect.
package struct TrustGate: Sendable {
  /// The variable with the digest of a list that is accepted for one run.
  package static let variable = "BOOTSTRAP_TRUST"

  private let ledger: TrustLedger
  private let environment: Environment
  private let isInteractive: Bool
  private let formatPath: @Sendable (FilePath) -> String
  private let observe: @Sendable (WorkflowEvent) -> Void

  /// Creates a gate.
  ///
  /// - Parameters:
  ///   - root: The root that records the user's consent.
  ///   - environment: The variables `CI` and `BOOTSTRAP_TRUST`.
  ///   - isInteractive: Whether the command can ask the user.
  ///   - formatPath: Formats a path for messages.
  ///   - observe: Receives a notice about requests that are accepted because `CI` is set.
  package init(
    _ root: Root, _ environment: Environment, isInteractive: Bool,
    formatPath: @escaping @Sendable (FilePath) -> String,
    observe: @escaping @Sendable (WorkflowEvent) -> Void
  ) {
    ledger = TrustLedger(root, environment)
    self.environment = environment
    self.isInteractive = isInteractive
    self.formatPath = formatPath
    self.observe = observe
  }

  /// Checks that the requests are accepted: by an earlier consent for this project, or by the
  /// digest in `BOOTSTRAP_TRUST`. In CI, where nobody can be asked, every request is accepted with
  /// a notice, unless `BOOTSTRAP_TRUST` is set.
  ///
  /// - Throws: ``Problem/trust(_:)`` with those requests that are not accepted.
  package func check(_ asked: FolderRequests) throws(Problem) {
    if asked.needed.isEmpty { return }
    let (list, project) = (asked.list, asked.folder)
    if try ledger.accepts(TrustList(asked.needed.map(\.item)), for: project) { return }
    if try isAccepted(list, for: project) {
      // What `BOOTSTRAP_TRUST` accepts for an install must also run afterward.
      if !environment.isContinuousIntegration { try ledger.accept(list, for: project) }
      return
    }
    let open = try ledger.unaccepted(asked.needed, for: project)
    let problem = TrustProblem(
      folder: Array(project.bytes), project: formatPath(project),
      directory: asked.directory.map(formatPath), requests: open,
      hasOtherConsent: environment.nonEmpty(Self.variable) != nil)
    guard environment.isContinuousIntegration, !isInteractive, !problem.hasOtherConsent else {
      throw .trust(problem)
    }
    observe(.notice(.acceptedInCI(problem)))
  }

  /// Returns whether the user has accepted `list` for the project, now or earlier.
  package func isAccepted(_ list: TrustList, for project: FilePath) throws(Problem) -> Bool {
    if environment.nonEmpty(Self.variable) == list.digest.hexadecimal { return true }
    return try ledger.accepts(list, for: project)
  }
}
