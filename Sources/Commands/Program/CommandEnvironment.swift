internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Selection
internal import Terminal

/// The environment in which `exec` and `x` run a command: the folders of the tools come first on
/// `PATH`, and variables tell the package managers among the tools where to install. `env` prints
/// the variables that differ.
struct CommandEnvironment {
  /// The folders that are put on `PATH`, the preferred one first.
  let folders: [FilePath]
  let variables: Environment

  /// The name of bootstrap itself, which no package may provide.
  static let ownName = "bootstrap"

  /// Creates the environment for installations. Also creates the view that it needs, unless the
  /// view exists, and renews the time of its last use.
  ///
  /// - Parameters:
  ///   - installations: The installations, the preferred one first.
  ///   - chain: The pins of the directory.
  ///   - selector: The selector that found them.
  ///   - session: The session whose environment is the starting point.
  /// - Throws: ``SelectionProblem/noView(path:toolCount:reason:)`` if the view cannot be created.
  init(
    of installations: [PinnedInstallation], in chain: PinChain, _ selector: Selector,
    _ session: Session
  ) throws(Problem) {
    let path = try selector.searchPath(of: installations)
    if let view = path.view { try Self.prepare(view, of: installations.count, session) }
    // A tool that an unfinished merge leaves undecided has no installation here. Without its shim,
    // which reports this, a program of the system with the same name would run.
    let shims = chain.contested.isEmpty ? [] : [session.root.shims.path]
    try self.init(
      of: path.folders, before: shims, packagesOf: installations.map(\.pin), selector, session)
  }

  /// Creates the environment for the tools of a sealed project.
  init(of tools: SealedTools, _ selector: Selector, _ session: Session) throws(Problem) {
    try self.init(of: tools.folders, packagesOf: tools.pinsWithPackages, selector, session)
  }

  private init(
    of toolFolders: [FilePath], before shims: [FilePath] = [], packagesOf pins: [SelectedPin],
    _ selector: Selector, _ session: Session
  ) throws(Problem) {
    // A package must not replace bootstrap itself, as one with its name from `npm install -g`
    // would. No tool that bootstrap installs provides this name.
    let packages = session.root.packages.path
    let hidesBootstrap = toolFolders.contains {
      $0.relative(to: packages) != nil && $0.appending(Self.ownName).exists
    }
    let own = hidesBootstrap ? [try Self.ownProgram().parentDirectory] : []
    folders = own + toolFolders + shims
    variables = selector.settingPackageVariables(
      of: pins, in: session.environment.prependingToPath(folders))
  }

  /// Returns the path of the running program.
  static func ownProgram() throws(Problem) -> FilePath {
    try mappingFileErrors(try FilePath.runningProgram())
  }

  /// Creates the view on `PATH` if it does not exist, and renews the time of its last use.
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

extension Session {
  /// Whether the option `-C` names the folder for commands to run in.
  private var hasDirectory: Bool { arguments.values["--directory"] != nil }

  /// Returns `variables` for a command that runs in the working directory.
  func settingDirectory(in variables: Environment) -> Environment {
    var variables = variables
    if hasDirectory { variables.set("PWD", to: workingDirectory.bytes) }
    return variables
  }

  /// Enters the folder that `-C` names, if any, because the command runs there.
  func enterDirectory() throws(Problem) {
    if hasDirectory { try mappingFileErrors(try workingDirectory.enter()) }
  }
}
