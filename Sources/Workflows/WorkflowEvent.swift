package import Diagnostics
package import HostPackages
package import Installation
package import Inventory
package import Shims
package import Vocabulary

/// A progress event of a workflow.
package enum WorkflowEvent: Sendable {
  /// A notice for the user.
  case notice(Notice)
  /// Shims were added or removed.
  case shims(ShimDirectory.Changes)
  /// The store has been brought in line with the installed folders.
  case repaired(InventoryChanges)
  /// A step of an install.
  case install(InstallEvent)
  /// A package manager of the system makes progress.
  case packages(HostPackageManager, HostPackageEvent)
  /// The hook of a step, such as `hook:hooks-path`, has printed these lines.
  case hook(String, [String])
}
