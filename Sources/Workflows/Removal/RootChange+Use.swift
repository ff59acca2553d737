internal import Diagnostics
internal import Filesystem
internal import Inventory
internal import Layout

extension RootChange {
  /// Returns the versions that are in use by projects, according to their current files, by global
  /// pins, or by other installations.
  ///
  /// - Parameter formatPath: Returns a path as messages show it.
  func versionsInUse(
    among versions: [InstalledVersion], _ inventory: InstallationInventory,
    formatPath: (FilePath) -> String
  ) async throws(Problem) -> [DiskProblem.VersionInUse] {
    let globalUses = try root.globalUses()
    let surveys = await ProjectSurvey.surveys(
      of: try inventory.projects.values(), in: root, environment, now: WallClock.now)
    // A folder that is gone uses nothing.
    let projects = surveys.filter { survey in
      if case .missing = survey.remark { false } else { true }
    }
    let gemTools = root.gemTools(
      among: try mappingFileErrors(try root.installedVersions()).filter { !versions.contains($0) })
    return versions.compactMap { installed in
      var users = projects.filter { $0.mayUse(installed) }.map { formatPath($0.folder) }
      if globalUses.contains(where: { $0.includes(installed) }) {
        users.append(formatPath(root.globalPins))
      }
      users += (gemTools[root.folder(of: installed)] ?? []).map { "\($0.tool) \($0.version)" }
      if users.isEmpty { return nil }
      return DiskProblem.VersionInUse("\(installed.tool) \(installed.version)", users: users)
    }
  }
}
