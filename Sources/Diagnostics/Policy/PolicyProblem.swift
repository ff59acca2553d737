/// A problem with the policy of the machine, which an administrator has written.
package enum PolicyProblem: Hashable, Sendable {
  /// Nothing is installed before these faults are corrected. There is at least one.
  case unusable([PolicyFault])
  /// The policy forbids these. There is at least one.
  case forbidden([PolicyViolation])
}
