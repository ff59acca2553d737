internal import Diagnostics
internal import Filesystem
internal import Inventory
internal import Layout

extension RootChange {
  /// Returns who uses each of `versions`: projects, according to their current files, the global
  /// pins, or other installations. Versions that nobody uses are left out.
  ///
  /// - Parameters:
  ///   - removed: The installations that are about to be removed, and use nothing any more.
  ///   - formatPath: Returns a path as messages show it.
  func users(
    of versions: [InstalledVersion], besides removed: [InstalledVersion] = [],
    _ inventory: InstallationInventory, formatPath: (FilePath) -> String
  ) async throws(Problem) -> [InstalledVersion: [String]] {
    let globalUses = try root.globalUses()
    let surveys = await ProjectSurvey.surveys(
      of: try inventory.projects.values(), in: root, environment, now: WallClock.now)
    // A folder that is gone uses nothing.
    let projects = surveys.filter { survey in
      if case .missing = survey.remark { false } else { true }
    }
    let gone = Set(removed)
    let gemTools = root.gemTools(
      among: try mappingFileErrors(try root.installedVersions()).filter { !gone.contains($0) })
    var result: [InstalledVersion: [String]] = [:]
    for installed in versions {
      var users = projects.filter { $0.mayUse(installed) }.map { formatPath($0.folder) }
      if globalUses.contains(where: { $0.includes(installed) }) {
        users.append(formatPath(root.globalPins))
      }
      users += (gemTools[root.folder(of: installed)] ?? []).map { "\($0.tool) \($0.version)" }
      if !users.isEmpty { result[installed] = users }
    }
    return result
  }
}

extension [InstalledVersion] {
  /// Returns those of the versions that `users` lists, for a message.
  func inUse(by users: [InstalledVersion: [String]]) -> [DiskProblem.VersionInUse] {
    compactMap { installed in
      users[installed].map { .init("\(installed.tool) \(installed.version)", users: $0) }
    }
  }
}
