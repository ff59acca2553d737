package import Diagnostics
internal import Filesystem
internal import Layout
internal import Selection
package import Terminal
internal import Vocabulary

/// `exec`: runs a command in the environment of the project.
package enum ExecCommand: ReadOnlyCommand {
  package static let syntax = CommandSyntax(
    "exec", "Run a command with the project's tools first on PATH.", family: .using,
    arguments: .command(placeholder: "COMMAND [ARGUMENT…]"),
    options: [.init("--install", "first install pinned versions that are missing")],
    details: [
      "The command replaces the bootstrap process, so the exit status is that of the command.",
      "Missing shims of the project's tools are recreated first.",
      "Exit 126: the command was found but cannot be run. Exit 127: not found or not installed.",
      "`bootstrap config set install-on-exec on` makes --install the default, also for shims.",
    ],
    examples: [
      .init("bootstrap exec ruff check", "run the pinned ruff"),
      .init("bootstrap exec --install ruff check", "install it first if it is missing"),
      .init("bootstrap exec -- sh -c 'cmake --version'", "run any command, without shims"),
    ])

  /// Replaces this process with the command. Returns only if the command cannot be started.
  package static func run(_ session: Session) throws(Problem) -> ExitCode? {
    // As in a shell, 126 and 127 report that the command did not start.
    do {
      let isRequested = session.arguments.has("--install")
      let missing = MissingToolInstall(
        root: session.root, environment: session.environment,
        directory: session.arguments.values["--directory"], isJSON: session.console.isJSON,
        isQuiet: session.arguments.has("--quiet"),
        permission: isRequested ? .everything : .settings)
      guard
        case .value(let launch) = try missing.installing({ () throws(Problem) in
          try launch(session, isInstalling: isRequested)
        })
      else { return .notFound }
      try session.enterDirectory()
      try launch.run(from: session.root, formatPath: session.formatPath)
    } catch {
      let exitCode: ExitCode = error.exitCode == .notExecutable ? .notExecutable : .notFound
      session.console.report(
        ExecSuggestion(session: session).completing(error).naming(session.root),
        exitCode: exitCode)
      return exitCode
    }
  }

  /// Returns the command's program, its arguments, and its environment.
  ///
  /// - Parameter isInstalling: Whether the command line asks to install what is missing.
  private static func launch(
    _ session: Session, isInstalling: Bool
  ) throws(Problem) -> ProgramLaunch {
    let command = session.arguments.command
    let selector = session.selector()
    let name = FilePath(bytes: command[0])
    let executable = ExecutableName(name.string)
    let repair = ShimRepair(root: session.root, environment: session.environment)
    let (chain, tools, isRepaired) = try tools(
      for: executable, repair, isInstalling: isInstalling, selector, session)
    let environment = session.settingDirectory(in: tools.variables)
    if name.bytes.contains(UInt8(ascii: "/")) {
      let program = session.workingDirectory.resolving(name)
      if !program.exists { throw .selection(.noProgram(path: name.string)) }
      return ProgramLaunch(program: program, arguments: command, environment: environment)
    }
    if name.string == CommandEnvironment.ownName {
      return ProgramLaunch(
        program: try CommandEnvironment.ownProgram(), arguments: command, environment: environment)
    }
    guard let executable else {
      throw .selection(.notFound(executable: name.string, providers: []))
    }
    let selected = try program(of: executable, chain, selector)
    // With a view, the shims of its tools have not been examined. A rehash that has just run need
    // not run again.
    if !isRepaired { repair.repair(executable, of: selected) }
    let path = selected.path
    let launch = ProgramLaunch(program: path, arguments: command, environment: environment)
    if let pin = selected.pin, selector.mayInstallPackages(executable, command, for: pin) {
      return launch.followedByRehash(in: session.root)
    }
    return launch
  }

  /// Returns the pins of the directory, the environment of their tools, and whether their shims
  /// have just been recreated.
  private static func tools(
    for executable: ExecutableName?, _ repair: ShimRepair, isInstalling: Bool,
    _ selector: Selector, _ session: Session
  ) throws(Problem) -> (chain: PinChain, environment: CommandEnvironment, isRepaired: Bool) {
    if let sealed = try selector.sealedTools(for: executable) {
      // A seal counts only while all shims exist and no command was interrupted.
      return (sealed.chain, try CommandEnvironment(of: sealed, selector, session), false)
    }
    let chain = try selector.pinChain(reading: .everything(executable))
    let installations = try selector.installationsForCommands(chain)
    let isRepaired = repair.repair(installations, finishingWork: isInstalling)
    let environment = try CommandEnvironment(of: installations, in: chain, selector, session)
    return (chain, environment, isRepaired)
  }

  /// Returns the program that the pins of the directory select.
  private static func program(
    of executable: ExecutableName, _ chain: PinChain, _ selector: Selector
  ) throws(Problem) -> SelectedProgram {
    // The chain knows the variables of installed and of pinned tools only.
    if let tool = ToolName(executable.text), let pin = try chain.variablePin(of: tool),
      !pin.isInstalled(in: selector.root)
    {
      throw selector.notInstalled(pin)
    }
    let selected = try selector.program(of: executable, using: chain)
    try selector.checkIsUndeclared(executable, selected)
    return selected
  }
}
