package import Diagnostics
package import Layout
package import Projects
package import Vocabulary

extension InstallWorkflow {
  /// The outcome of an install.
  package struct Report: Hashable, Sendable {
    /// The receipts of the new installations.
    package let installed: [Receipt]
    /// The requested installations that already existed.
    package let present: [PlannedInstallation]
    /// The installed versions of all pins, sorted by tool. A pin without a version selects the
    /// newest one.
    package let pinned: [InstalledVersion]
    /// Versions that were already installed, usually for a lock, and that now have the link
    /// `installs/<tool>/<version>`, by which pins without a lock find them.
    package let madeDefault: [InstalledVersion]
    /// The tools of the lock that changed because the install wrote the lock first.
    package let lockChanges: [LockChange]
    /// The tools of the lock that kept their versions for another request.
    package let requestChanges: [LockDifference.Change]
    /// The platforms that this lock covers and the one before did not, or the other way round.
    package let platformChanges: PlatformChanges
    /// The locked tools that were left out, because the project limits them to other platforms.
    package let notForPlatform: [ToolName]
    /// Whether the Toolfile or the lock was written for ``Request/edit``.
    package let isEditWritten: Bool
    /// The reason some versions for which files of other version managers ask cannot be had, or
    /// `nil`. Everything else is installed.
    package let guestProblem: Problem?

    /// The number of requested installations that already existed.
    package var presentCount: Int {
      let new = Set(installed.map(\.id))
      return Set(present.map(\.installed)).union(pinned).count { !new.contains($0.id) }
    }
  }
}
