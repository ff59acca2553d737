package import Diagnostics

/// Progress of a build.
package enum BuildEvent: Sendable {
  /// A step begins. The first number is its position, from 1.
  case step(Int, of: Int, command: String)
  /// The last line that the step has printed, without control characters. Reported at most ten
  /// times a second.
  case output(String)
  /// The system does not support these restrictions. Reported at most once.
  case unrestricted([BuildRestriction])
}
