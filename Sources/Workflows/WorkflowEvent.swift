package import Diagnostics
package import Installation
package import Shims

/// What a workflow tells while it works, for whoever shows it.
package enum WorkflowEvent: Sendable {
  case notice(Notice)
  /// Shims were put and taken.
  case shims(ShimDirectory.Changes)
  case install(InstallEvent)
}
