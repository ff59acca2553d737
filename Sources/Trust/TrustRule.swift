package import Diagnostics
package import Filesystem
package import Layout
internal import Vocabulary

/// Decides which requests of a project's files the user has accepted.
///
/// The user's record (``TrustLedger``) and `BOOTSTRAP_TRUST` contain the answers. In continuous
/// integration, where nobody can be asked, everything is accepted unless the variable is set or the
/// machine's policy forbids this. The same rule decides for `install`, `exec`, shims, and `trust`.
package struct TrustRule: Sendable {
  /// The variable with the digest of a list that is accepted for one run.
  package static let variable = "BOOTSTRAP_TRUST"

  /// Who answers for the user.
  private enum Authority {
    /// The user, in a terminal or earlier.
    case user
    /// Nobody. Every request is accepted, and an install lists them.
    case nobody
    /// The list with this digest, in hexadecimal digits. Nothing else is accepted.
    case list(String)
  }

  package let ledger: TrustLedger
  /// The policy line because of which `CI` accepts nothing, or `nil` if it makes no difference
  /// here.
  package let ciRule: PolicyLine?
  private let authority: Authority
  /// The digest in `BOOTSTRAP_TRUST`, or `nil` if it is unset.
  private let digest: String?

  /// Creates the rule of a command.
  ///
  /// - Parameters:
  ///   - root: The root that records the user's consent.
  ///   - environment: The variables `CI` and `BOOTSTRAP_TRUST`.
  ///   - mayAsk: Whether the command can ask the user. If so, the user decides even if `CI` is set.
  ///   - policy: The machine's policy, or `nil` if it cannot be used, in which case `CI` accepts
  ///     nothing. Code that runs installed tools passes the empty policy.
  package init(
    _ root: Root, _ environment: Environment, mayAsk: Bool = false, policy: Policy? = Policy.none
  ) {
    ledger = TrustLedger(root, environment)
    digest = environment.nonEmpty(Self.variable)
    let rule = policy?.line(turningOff: .consentInCI)
    let isUnattended = !mayAsk && environment.isContinuousIntegration
    ciRule = isUnattended && digest == nil ? rule : nil
    authority =
      if !isUnattended {
        .user
      } else if let digest {
        .list(digest)
      } else if policy == nil || rule != nil {
        .user
      } else {
        .nobody
      }
  }

  /// Whether every request is accepted because nobody can be asked.
  package var acceptsEverything: Bool {
    if case .nobody = authority { true } else { false }
  }

  /// Whether `BOOTSTRAP_TRUST` alone decides, because nobody can be asked.
  package var acceptsOneList: Bool {
    if case .list = authority { true } else { false }
  }

  /// Why `BOOTSTRAP_TRUST` does not accept requests outside of its list, or `nil` if it does not
  /// decide alone.
  package var listObstacle: TrustProblem.ListObstacle? {
    guard case .list(let digest) = authority else { return nil }
    let lines = (try? ledger.acceptedLines(ofListWith: digest)) ?? []
    return lines.isEmpty ? .unknown : .differs
  }

  /// Whether `BOOTSTRAP_TRUST` is set.
  package var hasList: Bool { digest != nil }

  /// Returns the requests that are not accepted for the project in `folder`.
  ///
  /// - Throws: ``Problem/system(_:)`` if the record cannot be read.
  package func open(
    _ requests: [TrustProblem.Request], for folder: FilePath
  ) throws(Problem) -> [TrustProblem.Request] {
    if requests.isEmpty { return [] }
    switch authority {
    case .nobody: return []
    case .user: return try ledger.unaccepted(requests, for: folder)
    case .list(let digest):
      let lines = try ledger.acceptedLines(ofListWith: digest)
      return requests.filter { request in
        !([request.item] + [request.content].compactMap(\.self)).allSatisfy {
          lines.contains($0.line)
        }
      }
    }
  }

  /// Returns whether the user has accepted everything that a folder asks for.
  ///
  /// - Throws: ``Problem/system(_:)`` if the record cannot be read.
  package func hasAnswer(to asked: FolderRequests) throws(Problem) -> Bool {
    if namesList(of: asked) { return true }
    return try ledger.unaccepted(asked.all, for: asked.folder).isEmpty
  }

  /// Returns whether `BOOTSTRAP_TRUST` contains the digest of everything that a folder asks for.
  package func namesList(of asked: FolderRequests) -> Bool {
    digest == asked.list.digest.hexadecimal
  }

  /// Records the list that `BOOTSTRAP_TRUST` names, so that what is installed now can also run.
  /// Does nothing if it is recorded already.
  ///
  /// - Throws: ``Problem`` if the record cannot be read or written.
  package func recordList(of asked: FolderRequests) throws(Problem) {
    let list = asked.list
    if acceptsOneList {
      let recorded = try ledger.acceptedLines(ofListWith: list.digest.hexadecimal)
      if recorded != Set(list.lines) { try ledger.record(list) }
    } else if try !ledger.accepts(list, for: asked.folder) {
      try ledger.accept(list, for: asked.folder)
    }
  }
}
