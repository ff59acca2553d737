package import Vocabulary

/// The user's consent, or a file of another user.
package enum TrustNotice: Hashable, Sendable {
  /// The user accepted `count` requests. If it is 0, the project has none.
  case accepted(project: String, count: Int)
  /// The user revoked the consent for a project. `isRevoked` is `false` if there was none.
  case revoked(project: String, isRevoked: Bool)
  /// There is no terminal to ask for consent to the requests with this digest. `otherAccepted` is
  /// `true` if `BOOTSTRAP_TRUST` names other requests.
  case needsTerminal(digest: String, otherAccepted: Bool)
  /// The machine's policies, if any, permit everything in a project. `hasLock` is `false` if
  /// versions and files are not known yet. `unlocked` are the tools of which a lock does not know
  /// them, because the Toolfile has changed.
  case permitted(policies: [String], hasLock: Bool, unlocked: [ToolName])
  /// The requests were accepted automatically, because `CI` is set.
  case acceptedInCI(TrustProblem)
  /// The requests were accepted automatically, because the programs were installed before consent
  /// was required.
  case keptHidingPrograms(TrustProblem)
  /// A file of another user is used, because `CI` is set.
  case readsForeignFile(ForeignFile)
  /// A file of another user is ignored.
  case ignoresForeignFile(ForeignFile)
}
