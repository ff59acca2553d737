package import Diagnostics
package import Filesystem
package import Terminal

/// A command of `bin/bootstrap`, which reads files or runs programs but never writes.
package protocol ReadOnlyCommand: Command {
  /// Runs the command. Returns the exit code, or `nil` if the other program must do the work.
  static func run(_ session: Session) throws(Problem) -> ExitCode?
}

/// The program `bin/bootstrap`: runs tools and the commands that only read, and becomes
/// `libexec/bootstrap-change` for everything else. It loads no libraries because it starts often.
package enum MainProgram {
  package static let commands: [any ReadOnlyCommand.Type] = [
    CheckCommand.self,
    ListCommand.self,
    ExecCommand.self,
    WhichCommand.self,
    VersionCommand.self,
    VersionsCommand.self,
    RootCommand.self,
    UpToDateInstall.self,
  ]

  /// The syntaxes of the commands, also for the other program. Converting the array of types to
  /// `[any Command.Type]` instead would look up conformances at every start.
  package static var syntaxes: [CommandSyntax] { commands.map { $0.syntax } }

  /// Runs the typed command and returns the exit code, unless another program replaces this one.
  package static func run(typed: [[UInt8]], environment: Environment) -> Int32 {
    if let code = ShimExecCommand.run(typed: typed, environment: environment) {
      return code.rawValue
    }
    let program: Program?
    do throws(Program.UsageError) {
      program = try own(typed, environment)
    } catch {
      error.console.report(.usage(error.problem))
      return ExitCode.usage.rawValue
    }
    do throws(Problem) {
      if let code = try program?.answer() { return code.rawValue }
      try Handoff.replaceProcess(typed: typed, environment: environment)
    } catch {
      let console =
        program?.console
        ?? Console(verbosity: .normal, isJSON: false, color: .auto, environment: environment)
      console.report(error)
      return error.exitCode.rawValue
    }
  }

  /// Returns the parsed command line, or `nil` if the command belongs to the other program.
  private static func own(
    _ typed: [[UInt8]], _ environment: Environment
  ) throws(Program.UsageError) -> Program? {
    let syntaxes = syntaxes
    let name = Program.commandName(in: typed)
    if let name, !syntaxes.contains(where: { $0.name == name }) { return nil }
    return try Program(typed: typed, environment: environment, commands: syntaxes)
  }
}

extension Program {
  /// Runs the command and returns its exit code, or `nil` if the other program must do the work.
  fileprivate func answer() throws(Problem) -> ExitCode? {
    guard let command else {
      guard arguments.has("--version") else { return nil }
      console.print(
        ["bootstrap \(Self.version)"],
        json: .object(["schema": 1, "version": .string(Self.version)]))
      return .success
    }
    if arguments.has("--help") {
      console.print(command.helpText)
      return .success
    }
    let row = MainProgram.commands.first { $0.syntax.name == command.name }
    return try row?.run(Session(self))
  }
}
