package import Diagnostics
package import Filesystem
package import Layout
internal import Vocabulary

/// Decides which requests of a project's files the user has accepted.
///
/// The answers come from the user's record (``TrustLedger``), from `BOOTSTRAP_TRUST`, or, in
/// continuous integration, from the absence of anybody who could be asked. An install, `exec`, the
/// main program for a shim, and `trust` all ask this rule.
package struct TrustRule: Sendable {
  /// The variable with the digest of a list that is accepted for one run.
  package static let variable = "BOOTSTRAP_TRUST"

  /// Who answers for the user.
  private enum Authority {
    /// The user, in a terminal or earlier.
    case user
    /// Nobody: every request is accepted, and a command that installs lists them.
    case everyone
    /// The list with this digest, as hexadecimal digits, and nothing else.
    case list(String)
  }

  package let ledger: TrustLedger
  private let authority: Authority
  /// The digest in `BOOTSTRAP_TRUST`, or `nil` if it is unset.
  private let digest: String?

  /// Creates the rule of a command.
  ///
  /// - Parameters:
  ///   - root: The root that records the user's consent.
  ///   - environment: The variables `CI` and `BOOTSTRAP_TRUST`.
  ///   - mayAsk: Whether the command can ask the user, who then decides in continuous integration,
  ///     too.
  package init(_ root: Root, _ environment: Environment, mayAsk: Bool = false) {
    ledger = TrustLedger(root, environment)
    digest = environment.nonEmpty(Self.variable)
    authority =
      if mayAsk || !environment.isContinuousIntegration {
        .user
      } else if let digest {
        .list(digest)
      } else {
        .everyone
      }
  }

  /// Whether every request is accepted, because nobody can be asked in continuous integration.
  package var acceptsEverything: Bool {
    if case .everyone = authority { true } else { false }
  }

  /// Whether one list is accepted and nobody can be asked about another.
  package var acceptsOneList: Bool {
    if case .list = authority { true } else { false }
  }

  /// Whether `BOOTSTRAP_TRUST` is set.
  package var hasList: Bool { digest != nil }

  /// Returns those of `requests` that are not accepted for the project in `folder`.
  ///
  /// - Throws: ``Problem/system(_:)`` if the record cannot be read.
  package func open(
    _ requests: [TrustProblem.Request], for folder: FilePath
  ) throws(Problem) -> [TrustProblem.Request] {
    if requests.isEmpty { return [] }
    switch authority {
    case .everyone: return []
    case .user: return try ledger.unaccepted(requests, for: folder)
    case .list(let digest):
      let lines = try ledger.acceptedLines(ofListWith: digest)
      return requests.filter { !lines.contains($0.item.line) }
    }
  }

  /// Returns whether the user has said yes to the whole list of a folder, now or earlier.
  ///
  /// - Throws: ``Problem/system(_:)`` if the record cannot be read.
  package func hasAnswer(to asked: FolderRequests) throws(Problem) -> Bool {
    if digest == asked.list.digest.hexadecimal { return true }
    return try ledger.accepts(asked.list, for: asked.folder)
  }

  /// Returns whether the needed requests of `asked` are accepted for its folder. Records what
  /// `BOOTSTRAP_TRUST` accepts, so that it also runs afterward.
  ///
  /// - Throws: ``Problem`` if the record cannot be read or written.
  package func accepts(_ asked: FolderRequests) throws(Problem) -> Bool {
    let list = asked.list
    if digest == list.digest.hexadecimal {
      if acceptsOneList {
        try ledger.record(list)
      } else {
        try ledger.accept(list, for: asked.folder)
      }
      return true
    }
    if acceptsOneList { return false }
    return try open(asked.needed, for: asked.folder).isEmpty
  }
}
