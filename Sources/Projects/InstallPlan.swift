package import Layout

/// What an install has to do: a value that can be printed and tested before anything happens.
///
/// It stands here and not with the steps that carry it out, since `check`, and `install` with nothing to do, need it without
/// the libraries that those steps load.
package struct InstallPlan: Hashable, Sendable {
  /// What is not there yet, the largest download first, so that the longest work begins first.
  package let missing: [PlannedInstallation]
  package let present: [PlannedInstallation]

  /// - Parameter isInstalled: whether an installation is there, whole.
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

  /// - Parameters:
  ///   - root: an installation is there when what it provides is.
  ///   - isForced: nothing that is there counts.
  package init(_ wanted: [PlannedInstallation], in root: Root, isForced: Bool = false) {
    self.init(wanted) { !isForced && $0.isWhole(in: root) }
  }
}
