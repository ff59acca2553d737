package import Layout

/// The work of an install, as a value that can be printed and tested before it runs.
///
/// The plan is separate from the steps so that `check`, and `install` with nothing to do, load
/// none of the libraries that the steps need.
package struct InstallPlan: Hashable, Sendable {
  /// The installations to make, largest download first, so that the longest work starts first.
  package let missing: [PlannedInstallation]
  /// The installations that already exist.
  package let present: [PlannedInstallation]

  /// Plans each wanted installation once.
  ///
  /// - Parameter isInstalled: Returns whether an installation exists and is complete.
  package init(_ wanted: [PlannedInstallation], isInstalled: (PlannedInstallation) -> Bool) {
    var missing: [PlannedInstallation] = []
    var present: [PlannedInstallation] = []
    var seen: Set<InstalledVersion> = []
    for planned in wanted where seen.insert(planned.installed).inserted {
      if isInstalled(planned) { present.append(planned) } else { missing.append(planned) }
    }
    self.missing = missing.sorted { ($1.byteCount, $0.tool) < ($0.byteCount, $1.tool) }
    self.present = present
  }

  /// Plans the installations that are missing or incomplete in `root`.
  ///
  /// - Parameter isForced: Whether to reinstall those that are present as well.
  package init(_ wanted: [PlannedInstallation], in root: Root, isForced: Bool = false) {
    self.init(wanted) { !isForced && $0.isComplete(in: root) }
  }
}
