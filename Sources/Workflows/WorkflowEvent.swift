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
  /// The files of an installation are being copied to a mirror.
  case uploading(title: String)
  /// The progress of a system package manager.
  case packages(HostPackageManager, HostPackageEvent)
  /// A hook or a clone printed these lines. The title is that of the step, such as
  /// `hook:hooks-path`.
  case hook(String, [String])
}
