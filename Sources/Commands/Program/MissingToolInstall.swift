internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Projects
internal import Selection
internal import Vocabulary

/// Installs a pinned version that `exec`, `x`, or a shim needs. Runs `bootstrap-change` as a child
/// process, because the program that runs afterward must replace a process that has no threads and
/// handles no signals.
struct MissingToolInstall {
  /// What may be installed.
  enum Permission {
    /// Everything, because the command line asks for it.
    case everything
    /// What the user's own sources and trusted definitions provide (``TrustRule``).
    case ownSources
    /// The same as ``ownSources`` if the user's settings allow it, and otherwise nothing.
    case settings
  }

  let root: Root
  let environment: Environment
  /// The folder whose files pin the version, as the option `-C` names it, or `nil` for the working
  /// directory.
  let directory: String?
  /// Whether the installation reports its errors as JSON.
  let isJSON: Bool
  /// Whether it reports errors alone.
  let isQuiet: Bool
  let permission: Permission

  /// The result of ``installing(_:)``.
  enum Result<Value> {
    case value(Value)
    /// The installation failed with this exit code, and has reported the reason.
    case failure(ExitCode)
  }

  /// Returns the value of `body`. If it fails because a pinned version is not installed, installs
  /// the version and tries again.
  ///
  /// - Throws: The ``Problem`` of `body`.
  func installing<Value>(_ body: () throws(Problem) -> Value) throws(Problem) -> Result<Value> {
    var attempted: Set<SelectionProblem.PinnedTool> = []
    while true {
      do {
        return .value(try body())
      } catch {
        guard
          case .selection(
            .notInstalled(
              var pin, let directory, let installed, let isOtherContent, let isLockOnly,
              let groups, let leftOut)) = error,
          attempted.insert(pin).inserted
        else { throw error }
        if permission != .everything {
          let isWanted = permission == .ownSources ? true : try isWantedBySettings()
          guard isWanted else { throw error }
          if pin.isLocked {
            pin.onRequestOnly = try toolsOnRequestOnly(groups)
            if !pin.onRequestOnly.isEmpty {
              throw .selection(
                .notInstalled(
                  pin, directory: directory, installed: installed, isOtherContent: isOtherContent,
                  isLockOnly: isLockOnly, groups: groups, leftOut: leftOut))
            }
          }
        }
        let exitCode = try install(pin, groups)
        if exitCode != .success { return .failure(exitCode) }
      }
    }
  }

  private func isWantedBySettings() throws(Problem) -> Bool {
    try mappingFileErrors(try Settings.read(in: root).installsOnExec)
  }

  /// Returns the missing tools of the project that are installed only if the command line asks for
  /// them.
  private func toolsOnRequestOnly(_ groups: [GroupName]) throws(Problem) -> [ToolName] {
    let folder = FilePath(directory ?? ".")
    let selector = try Selector(root: root, environment: environment, directory: folder) {
      $0.string
    }
    return try selector.toolsOnRequestOnly(
      with: GroupChoice(with: Set(groups.prefix(1).map(\.text))))
  }

  /// Installs the version, and returns the exit code. Never writes a lock.
  private func install(
    _ pin: SelectionProblem.PinnedTool, _ groups: [GroupName]
  ) throws(Problem) -> ExitCode {
    var words = ["bootstrap", "install"] + (directory.map { ["-C", $0] } ?? [])
    if isJSON { words.append("--json") }
    if isQuiet { words.append("--quiet") }
    if pin.isLocked {
      words.append("--frozen")
      if let group = groups.first { words += ["--with", group.text] }
    } else {
      words.append("\(pin.tool)@\(pin.version)")
    }
    return try runChange(words, askedBy: pin.origin)
  }

  /// Runs `bootstrap-change` with a command line, and returns its exit code. It reports its own
  /// problems.
  ///
  /// - Parameters:
  ///   - words: The command line, the program's name first.
  ///   - origin: What asks for the versions to install.
  func runChange(_ words: [String], askedBy origin: Origin) throws(Problem) -> ExitCode {
    // The root of a shim is not always that of the environment.
    var environment = environment
    environment.set("BOOTSTRAP_ROOT", to: root.path.bytes)
    environment[Session.askedBy] = origin.description
    let (program, arguments) = (try Handoff.program(), words.map { Array($0.utf8) })
    let code = try mappingFileErrors { () throws(FileError) in
      // Standard output belongs to the command that runs next, or to the error as JSON.
      try ChildProcess.run(
        program, arguments: arguments, environment: environment,
        output: isJSON ? .standardOutput : .standardError)
    }
    return code.flatMap(ExitCode.init) ?? .interrupted
  }
}
