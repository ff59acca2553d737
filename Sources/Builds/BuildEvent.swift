package import Diagnostics

/// Progress of a build.
package enum BuildEvent: Sendable {
  /// A step begins. The first number is its position, from 1.
  case step(Int, of: Int, command: String)
  /// The lines that the step has printed since the last report, without control characters and
  /// empty lines. Never empty. Reported at most ten times a second, and at the end of the step.
  case output([String])
  /// The system does not support these restrictions. Reported at most once.
  case unrestricted([BuildRestriction])
}
