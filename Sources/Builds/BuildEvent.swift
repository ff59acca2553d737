package import Diagnostics

/// Progress of a build.
package enum BuildEvent: Sendable {
  /// A patch is about to be applied, or a step begins.
  case began(BuildStage, command: String)
  /// The step printed these lines. Empty lines and control characters are left out. At least one
  /// line is reported at a time, at most ten times a second and once more when the step ends.
  case output([String])
  /// The system does not support these restrictions. Reported at most once.
  case unrestricted([BuildRestriction])
}
