package import Layout

/// What an install has to do, as a value to print and test in advance. It is separate from the
/// steps so that `check`, and `install` with nothing to do, need not load the libraries of those.
package struct InstallPlan: Hashable, Sendable {
  /// What is not installed, largest download first, so that the longest work starts first.
  package let missing: [PlannedInstallation]
  package let present: [PlannedInstallation]

  /// - Parameter isInstalled: whether an installation exists and is complete.
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

  /// - Parameter isForced: treats everything as missing.
  package init(_ wanted: [PlannedInstallation], in root: Root, isForced: Bool = false) {
    self.init(wanted) { !isForced && $0.isWhole(in: root) }
  }
}
