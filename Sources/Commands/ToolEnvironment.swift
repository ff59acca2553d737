internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Selection

/// The environment in which `exec` runs a command: the folders of the pinned tools come first on
/// `PATH`, and the package managers among the tools learn where to install. `env` prints what it
/// changes.
struct ToolEnvironment {
  /// The folders that are put on `PATH`, nearest pin first.
  let folders: [FilePath]
  let environment: Environment

  /// Creates the environment for installations. If it needs a view, creates the view unless it
  /// exists, and renews the time of its last use.
  ///
  /// - Parameters:
  ///   - installations: The installations, the nearest pin first.
  ///   - selector: The selector that found them.
  ///   - session: The session, whose environment is changed.
  /// - Throws: ``SelectionProblem/noView(path:toolCount:reason:)`` if the view cannot be created.
  init(
    of installations: [PinnedInstallation], _ selector: Selector, _ session: Session
  ) throws(Problem) {
    let path = try selector.searchPath(of: installations)
    if let view = path.view { try Self.prepare(view, of: installations.count, session) }
    // No package replaces bootstrap itself, as `npm install -g` would with one of this name. What
    // bootstrap installs never has it.
    let packages = session.root.packages.path
    let hidesBootstrap = path.folders.contains {
      $0.relative(to: packages) != nil && $0.appending(ExecCommand.ownName).exists
    }
    folders =
      hidesBootstrap
      ? [try ExecCommand.ownProgram().parentDirectory] + path.folders : path.folders
    environment = selector.settingPackageVariables(
      of: installations.map(\.pin), in: session.environment.prependingToPath(folders))
  }

  /// Creates the view on `PATH` unless it exists, and renews the time of its last use.
  private static func prepare(
    _ view: ToolView, of toolCount: Int, _ session: Session
  ) throws(Problem) {
    if view.recordUse() { return }
    do {
      try view.make()
    } catch {
      throw .selection(
        .noView(
          path: session.formatPath(session.root.views.path), toolCount: toolCount,
          reason: error.reason))
    }
  }
}
