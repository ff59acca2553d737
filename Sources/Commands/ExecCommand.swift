package import Diagnostics
internal import Filesystem
internal import Manifests
internal import Selection
package import Terminal

/// `exec`: runs a command in the environment of the project.
package enum ExecCommand: ReadOnlyCommand {
  package static let syntax = CommandSyntax(
    "exec", "Run a command with the project's tools first on PATH.", family: .using,
    arguments: .command(placeholder: "COMMAND [ARGUMENT…]"),
    details: [
      "The command replaces the bootstrap process, so the exit status is that of the command.",
      "Exit 126: the command was found but cannot be run. Exit 127: not found or not installed.",
    ],
    examples: [
      .init("bootstrap exec ruff check", "run the pinned ruff"),
      .init("bootstrap exec -- sh -c 'cmake --version'", "run any command, without shims"),
    ])

  /// Replaces this process with the command. Returns only if the command cannot be started.
  package static func run(_ session: Session) throws(Problem) -> ExitCode? {
    // As in a shell, 126 and 127 report that the command did not start.
    do throws(Problem) {
      try launch(session).run(formatPath: session.formatPath)
    } catch {
      let exitCode: ExitCode = error.exitCode == .notExecutable ? .notExecutable : .notFound
      session.console.report(error, exitCode: exitCode)
      return exitCode
    }
  }

  private static func launch(_ session: Session) throws(Problem) -> ProgramLaunch {
    let command = session.arguments.command
    let selector = session.selector()
    let name = FilePath(bytes: command[0])
    let executable = ExecutableName(name.string)
    let chain = try selector.pinChain(reading: .everything(executable))
    // The programs of all pinned tools come first on PATH, except those that the file of another
    // version manager pins and the user has not accepted. Nothing fails because of such a file.
    let withheld = selector.withheld(try chain.pins())
    if let problem = selector.problem(of: withheld.filter { $0.pin.place != .idiomaticFile }) {
      throw problem
    }
    let environment = session.environment.prependingToPath(
      try selector.binFolders(chain, except: Set(withheld.map(\.pin.tool))))
    if name.bytes.contains(UInt8(ascii: "/")) {
      let program = session.workingDirectory.resolving(name)
      if !program.exists { throw .selection(.noProgram(path: name.string)) }
      return ProgramLaunch(program: program, arguments: command, environment: environment)
    }
    guard let executable else {
      throw .selection(.notFound(executable: name.string, providers: []))
    }
    let program = try selector.program(of: executable, using: chain).path
    return ProgramLaunch(program: program, arguments: command, environment: environment)
  }
}
