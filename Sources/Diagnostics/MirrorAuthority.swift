package import Vocabulary

/// Where a rule about mirrors is stated.
package enum MirrorAuthority: Hashable, Sendable {
  /// The user's `config`, at this location.
  case user(Origin)
  /// A line of the machine's policy, which no user can change.
  case policy(PolicyLine)

  /// The location of the rule.
  package var origin: Origin {
    switch self {
    case .user(let origin): origin
    case .policy(let line): line.origin
    }
  }

  /// The line of the policy, or `nil` for a rule of the user.
  package var policyLine: PolicyLine? {
    if case .policy(let line) = self { line } else { nil }
  }
}
