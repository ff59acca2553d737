/// What the user has accepted, or others have put in place.
package enum TrustNotice: Hashable, Sendable {
  /// The user has accepted `count` requests of a project, or the project has none.
  case accepted(project: String, count: Int)
  /// The user has withdrawn the consent for a project. `isRevoked` is false if there was none.
  case revoked(project: String, isRevoked: Bool)
  /// The user cannot be asked to accept the requests with this digest.
  case needsTerminal(digest: String)
  /// These requests were accepted without the user's consent, because `CI` is set.
  case acceptedInCI(TrustProblem)
  /// These requests were accepted without asking, because the project had already installed the
  /// programs when the rule was introduced.
  case keptHidingPrograms(TrustProblem)
  /// A file of another user is read because `CI` is set.
  case readsForeignFile(ForeignFile)
  /// A file of another user is treated as missing.
  case ignoresForeignFile(ForeignFile)
}
