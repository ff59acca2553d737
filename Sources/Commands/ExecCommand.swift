package import Diagnostics
internal import Filesystem
internal import Manifests
internal import Selection
package import Terminal

package enum ExecCommand: ReadOnlyCommand {
  package static let syntax = CommandSyntax(
    "exec", "Run a command with the project's tools first on PATH.", family: .using,
    arguments: .command(placeholder: "COMMAND [ARGUMENT…]"),
    details: [
      "The command replaces bootstrap: its exit status is the answer.",
      "Exit 126: found, but cannot be run. Exit 127: not there, or not installed.",
    ],
    examples: [
      .init("bootstrap exec ruff check", "the pinned ruff"),
      .init("bootstrap exec -- sh -c 'cmake --version'", "any command, also without shims"),
    ])

  package static func run(_ session: Session) throws(Problem) -> ExitCode? {
    // Failures before the command starts get the shell's exit codes, distinct from its own.
    do throws(Problem) {
      try launch(session).run(display: session.display)
    } catch {
      let exitCode: ExitCode = error.exitCode == .notExecutable ? .notExecutable : .notFound
      session.console.report(error, exitCode: exitCode)
      return exitCode
    }
  }

  private static func launch(_ session: Session) throws(Problem) -> ProgramLaunch {
    let command = session.arguments.command
    let selector = try session.selector()
    let name = FilePath(bytes: command[0])
    let executable = ExecutableName(name.string)
    let chain = try selector.chain(.everything(executable))
    let environment = session.environment.prependingToPath(try selector.bins(chain))
    if name.bytes.contains(UInt8(ascii: "/")) {
      let program = session.workingDirectory.resolving(name)
      if !program.exists { throw .selection(.noProgram(path: name.string)) }
      return ProgramLaunch(program: program, arguments: command, environment: environment)
    }
    guard let executable else {
      throw .selection(.notFound(executable: name.string, providers: []))
    }
    let program = try selector.program(of: executable, chain).path
    return ProgramLaunch(program: program, arguments: command, environment: environment)
  }
}
