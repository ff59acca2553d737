package import Filesystem
package import Layout
internal import Vocabulary

/// The installations that an install must make, and those that already exist.
///
/// The plan is separate from the steps that carry it out. `check`, and `install` with nothing to
/// do, therefore load none of the libraries that the steps require.
package struct InstallPlan: Hashable, Sendable {
  /// The installations to make, largest download first, because the largest takes longest.
  package let missing: [PlannedInstallation]
  /// The installations that already exist.
  package let present: [PlannedInstallation]

  /// Creates a plan.
  ///
  /// - Parameters:
  ///   - wanted: The required installations, those of the lock first. Duplicates are ignored.
  ///   - isInstalled: Returns whether an installation exists and is complete.
  /// - Throws: The error of `isInstalled`.
  package init<Failure: Error>(
    _ wanted: [PlannedInstallation], isInstalled: (PlannedInstallation) throws(Failure) -> Bool
  ) throws(Failure) {
    var missing: [PlannedInstallation] = []
    var present: [PlannedInstallation] = []
    var seen: [ToolName: [InstalledVersion]] = [:]
    for planned in wanted where !seen[planned.tool, default: []].contains(planned.installed) {
      seen[planned.tool, default: []].append(planned.installed)
      if try isInstalled(planned) { present.append(planned) } else { missing.append(planned) }
    }
    self.missing = missing.sorted { ($1.byteCount, $0.tool) < ($0.byteCount, $1.tool) }
    self.present = present
  }

  /// Creates a plan for the installations that are missing or incomplete in `root`.
  ///
  /// - Parameters:
  ///   - wanted: The required installations. Duplicates are ignored.
  ///   - root: The root to inspect.
  ///   - isForced: Whether to reinstall complete installations as well.
  /// - Throws: ``FileError`` if the system cannot tell what is installed.
  package init(
    _ wanted: [PlannedInstallation], in root: Root, isForced: Bool = false
  ) throws(FileError) {
    try self.init(wanted) { (planned) throws(FileError) in
      isForced ? false : try planned.isComplete(in: root)
    }
  }

  /// The missing installations in waves: first everything that needs no build, then one build in
  /// each wave, after the tools that it uses. Gems follow the Ruby that runs them in the same way.
  ///
  /// Builds run one at a time anyway. If one fails, those of earlier waves are already installed.
  package var waves: [[PlannedInstallation]] {
    func waits(_ planned: PlannedInstallation) -> Bool {
      planned.isBuilt || !planned.dependencies.isEmpty
    }
    let unpacked = missing.filter { !waits($0) }
    var waves = unpacked.isEmpty ? [] : [unpacked]
    var builds = missing.filter(waits)
    while !builds.isEmpty {
      let absent = Set(builds.map(\.installed))
      // The id of a build is computed from those of its dependencies, so they form no circle.
      let next = builds.firstIndex { absent.isDisjoint(with: $0.dependencies) } ?? 0
      waves.append([builds.remove(at: next)])
    }
    return waves
  }
}
