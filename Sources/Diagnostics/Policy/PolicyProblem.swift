/// A problem with the machine's policy, which an administrator has written.
package enum PolicyProblem: Hashable, Sendable {
  /// The policy has these faults, at least one. Nothing is installed until they are corrected.
  case unusable([PolicyFault])
  /// The policy forbids these, at least one.
  case forbidden([PolicyViolation])
}
